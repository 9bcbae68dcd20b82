/*
 * Pools of threads: those that one function creates, with the same start routine. Libraries create threads for the program,
 * such as libstdc++ for std::thread and std::async. So the creator is the innermost caller that is no function of a library
 * of the system, and of none of its headers.
 */
#include "pools.h"

#include "../symbols/chains.h"
#include "../symbols/names.h"
#include "callers.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* The list is for people. */
enum { MOST_POOLS = 100 };

static uint32_t place_at(struct archive *a, struct map *seen, const struct process *p, uint64_t address)
{
    return place_of(&a->symbols, seen, p, address, PLACE_SITE);
}

void collect_pools(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        struct map seen = {0};
        for (uint32_t i = 0; p != NULL && i < p->posix.creator_count; i++) {
            const struct thread_creator *c = &p->posix.creators[i];
            place_at(a, &seen, p, c->routine + 1);
            for (uint32_t n = 0; n < c->depth; n++)
                place_at(a, &seen, p, c->callers[n]);
        }
        map_free(&seen);
    }
}

static int is_standard(const char *function)
{
    static const char *const names[] = {"std::", "__gnu_cxx::", "void std::", "__cxa_", "start_thread", "pthread_", "__pthread_", NULL};
    return begins_with_any(function, names);
}

/* OpenMP and MPI create threads for themselves: these are no pools of the program. */
static int is_runtime(const char *object)
{
    static const char *const names[] = {"libomp", "libgomp", "libiomp", "libmpi", "libopen-", "libpmi", "libuc", "libfabric", NULL};
    return begins_with_any(base_name(object), names);
}

static int is_probe(const char *object)
{
    return strncmp(base_name(object), "libtrimtab-", strlen("libtrimtab-")) == 0;
}

static int is_of_program(const struct archive *a, const struct process *p, const struct place *place)
{
    const char *object = a->symbols.objects[place->object];
    if (place->name == NULL || is_system_object(p, object) || is_standard(place->name))
        return 0;
    return place->file == NULL || !is_system_header(place->file);
}

/* The function that creates threads; NULL: it is unknown, or a runtime library creates them for itself. */
static const struct place *creator_of(struct archive *a, struct map *seen, const struct process *p, const struct thread_creator *c)
{
    const struct place *of_library = NULL;
    for (uint32_t i = 0; i < c->depth; i++) {
        uint32_t number = place_at(a, seen, p, c->callers[i]);
        if (number == MAP_MISSING)
            continue;
        const struct place *place = &a->symbols.places[number];
        if (is_runtime(a->symbols.objects[place->object]))
            return NULL;
        if (is_of_program(a, p, place))
            return place;
        if (of_library == NULL && place->name != NULL && !is_probe(a->symbols.objects[place->object]) && !is_standard(place->name))
            of_library = place;
    }
    return of_library;
}

/* Parts of names with brackets that do not enclose parameters. @returns their length; 0: none is at the beginning of `text` */
static size_t part_in_brackets(const char *text)
{
    static const char *const parts[] = {"operator()", "operator<<", "operator<", "operator>>", "operator->", "operator>", "(anonymous namespace)"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strncmp(text, parts[i], strlen(parts[i])) == 0)
            return strlen(parts[i]);
    return 0;
}

/* The name of a function without parameters, arguments of templates, and the type that a template returns. */
static char *short_name(const char *name)
{
    char *text = allocate(strlen(name) + 1, 1);
    size_t length = 0;
    int templates = 0, lambdas = 0;
    for (const char *at = name; *at != '\0'; at++) {
        size_t part = part_in_brackets(at);
        if (part > 0 && templates == 0) {
            memcpy(text + length, at, part);
            length += part;
        }
        if (part > 0) {
            at += part - 1;
            continue;
        }
        templates += *at == '<';
        if (templates == 0 && lambdas == 0 && *at == '(')
            break;
        lambdas += templates == 0 ? (*at == '{') - (*at == '}') : 0;
        if (templates == 0 && lambdas == 0 && *at == ' ')
            length = 0;
        else if (templates == 0)
            text[length++] = *at;
        templates -= *at == '>' && templates > 0;
    }
    text[length] = '\0';
    return text;
}

static void name_pool(struct archive *a, struct map *seen, const struct process *p, struct thread_creator *c)
{
    const struct place *creator = creator_of(a, seen, p, c);
    if (creator == NULL)
        return;
    uint32_t start = place_at(a, seen, p, c->routine + 1);
    const struct place *routine = start == MAP_MISSING ? NULL : &a->symbols.places[start];
    char *name = short_name(creator->name);
    if (routine != NULL && is_of_program(a, p, routine)) {
        char *begin = short_name(routine->name);
        c->pool = format_text("pool of %s (%s)", name, begin);
        free(begin);
        free(name);
    } else {
        c->pool = format_text("pool of %s", name);
        free(name);
    }
    c->file = creator->file;
    c->line = creator->line;
}

void name_pools(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct process *p = a->run->ranks[r];
        struct map seen = {0};
        for (uint32_t i = 0; p != NULL && i < p->posix.creator_count; i++)
            name_pool(a, &seen, p, &p->posix.creators[i]);
        map_free(&seen);
    }
}

struct pool {
    uint32_t text; /* "NAME<tab>FILE<tab>LINE" */
    uint32_t threads;
};

struct pools {
    struct texts texts;
    struct map index;
    struct pool *list;
    uint32_t count, capacity;
};

static void add_thread(struct pools *pools, const struct thread_creator *c)
{
    char *text = format_text("%s\t%s\t%u", c->pool, c->file != NULL ? c->file : "", c->line);
    uint32_t id = text_id(&pools->texts, text), found = map_get(&pools->index, id);
    free(text);
    if (found == MAP_MISSING) {
        const struct pool new = {.text = id};
        map_put(&pools->index, id, found = pools->count);
        APPEND(pools->list, pools->count, pools->capacity, new);
    }
    pools->list[found].threads++;
}

static int by_threads(const void *left, const void *right)
{
    const struct pool *a = left, *b = right;
    if (a->threads != b->threads)
        return a->threads < b->threads ? 1 : -1;
    return a->text < b->text ? -1 : a->text > b->text;
}

void write_pools(struct archive *a)
{
    struct pools pools = {0};
    for (uint32_t i = 0; i < a->location_count; i++) {
        const struct thread_creator *c = thread_creator(a->run->ranks[a->locations[i].rank], a->locations[i].thread);
        if (c != NULL && c->pool != NULL)
            add_thread(&pools, c);
    }
    if (pools.count > 0)
        qsort(pools.list, pools.count, sizeof *pools.list, by_threads);
    char *text = copy_text("");
    for (uint32_t i = 0; i < pools.count && i < MOST_POOLS; i++) {
        char *longer = format_text("%s%s%u %s", text, i == 0 ? "" : "\n", pools.list[i].threads, pools.texts.list[pools.list[i].text]);
        free(text);
        text = longer;
    }
    if (pools.count > 0)
        set_text(a, "THREAD_POOLS", text);
    else
        free(text);
    map_free(&pools.index);
    free(pools.list);
}
