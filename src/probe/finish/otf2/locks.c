/*
 * What profiles tell of locks of POSIX threads that were waited for: their names, or of which call they are known; who waited,
 * and who had them. Locks are the same in all processes where names and lines are.
 */
#include "locks.h"

#include "archive.h"
#include "../symbols/function-starts.h"
#include "../symbols/names.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* What is told is for people. */
enum { MOST_TOLD = 100 };

void collect_locks(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        struct map seen = {0};
        for (uint32_t i = 0; p != NULL && i < p->posix.lock_count; i++) {
            place_of(&a->symbols, &seen, p, p->posix.locks[i].waiter & TT_SITE_MASK, PLACE_SITE);
            place_of(&a->symbols, &seen, p, p->posix.locks[i].owner & TT_SITE_MASK, PLACE_SITE);
        }
        map_free(&seen);
    }
}

/* Waiting by one call for locks of one name that were taken by one call. */
struct contention {
    uint32_t text; /* name and calls */
    uint32_t locks; /* entries, of locks that are not told apart */
    uint64_t waits;
    double seconds, longest;
};

struct contentions {
    struct texts texts;
    struct map index;
    struct contention *list;
    uint32_t count, capacity;
    struct function_starts variables; /* of the file that was asked for last */
    const char *path;
};

/* "a::b" of what C++ compilers make of variables in namespaces and classes, which need no types: _ZL5mutex, _ZN4pool5queueE.
 * Other names are as they are. */
static char *readable(const char *name)
{
    const char *at = name;
    char *text = copy_text("");
    int is_nested = strncmp(name, "_ZN", 3) == 0;
    if (strncmp(name, "_Z", 2) == 0)
        at += is_nested ? 3 : 2;
    at += at > name && *at == 'L';
    while (at > name && *at >= '1' && *at <= '9') {
        char *end;
        unsigned long length = strtoul(at, &end, 10);
        if (strlen(end) < length)
            break;
        char *longer = format_text("%s%s%.*s", text, text[0] == '\0' ? "" : "::", (int)length, end);
        free(text);
        text = longer;
        at = end + length;
        at += is_nested && *at == 'L';
    }
    if (at > name && text[0] != '\0' && strcmp(at, is_nested ? "E" : "") == 0)
        return text;
    free(text);
    return copy_text(name);
}

/* The loaded file whose data an address may lie in: what is known of files is where their code is. */
static const struct object *object_before(const struct process *p, uint64_t address)
{
    const struct object *found = NULL;
    for (uint32_t i = 0; i < p->object_count; i++)
        if (p->objects[i].base <= address && (found == NULL || p->objects[i].base > found->base))
            found = &p->objects[i];
    return found;
}

/* The variable that a lock is or lies in, NULL: it was made while the program ran. */
static const char *variable_of(struct contentions *c, const struct process *p, uint64_t lock)
{
    const struct object *object = object_before(p, lock);
    if (object == NULL || strncmp(object->path, "/", 1) != 0)
        return NULL;
    if (c->path == NULL || strcmp(c->path, object->path) != 0) {
        free_starts(&c->variables);
        c->variables = read_variable_starts(object->path);
        c->path = object->path;
    }
    const struct function_start *found = function_at(&c->variables, lock - object->base);
    return found == NULL ? NULL : found->name;
}

/* "FUNCTION<tab>FILE<tab>LINE" of a call; empty ones where it is not known. */
static char *call_text(struct archive *a, struct map *seen, const struct process *p, uint64_t call)
{
    uint32_t number = call == 0 ? MAP_MISSING : place_of(&a->symbols, seen, p, call & TT_SITE_MASK, PLACE_SITE);
    const struct place *place = number == MAP_MISSING ? NULL : &a->symbols.places[number];
    if (place == NULL || place->file == NULL || place->line == 0)
        return copy_text("\t\t0");
    return format_text("%s\t%s\t%u", place->name != NULL ? place->name : "", place->file, place->line);
}

static struct contention *contention_of(struct contentions *c, const char *text)
{
    uint32_t id = text_id(&c->texts, text), found = map_get(&c->index, id);
    if (found == MAP_MISSING) {
        const struct contention new = {.text = id};
        found = c->count;
        map_put(&c->index, id, found);
        APPEND(c->list, c->count, c->capacity, new);
    }
    return &c->list[found];
}

static void add_process(struct archive *a, struct contentions *c, const struct process *p, double tick)
{
    struct map seen = {0};
    for (uint32_t i = 0; i < p->posix.lock_count; i++) {
        const struct lock_waits *l = &p->posix.locks[i];
        if (l->waits == 0)
            continue;
        const char *name = variable_of(c, p, l->lock);
        char *waiter = call_text(a, &seen, p, l->waiter), *owner = call_text(a, &seen, p, l->owner);
        char *shown = readable(name != NULL ? name : "");
        char *text = format_text("%s\t%s\t%s", shown, waiter, owner);
        struct contention *all = contention_of(c, text);
        double longest = (double)l->longest * tick;
        all->locks++;
        all->waits += l->waits;
        all->seconds += (double)l->ticks * tick;
        all->longest = longest > all->longest ? longest : all->longest;
        free(waiter);
        free(owner);
        free(shown);
        free(text);
    }
    map_free(&seen);
}

static int by_time(const void *left, const void *right)
{
    const struct contention *a = left, *b = right;
    return (a->seconds < b->seconds) - (a->seconds > b->seconds);
}

void write_locks(struct archive *a)
{
    struct contentions c = {0};
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL)
            add_process(a, &c, a->run->ranks[r], seconds_of_tick(a, r));
    if (c.count > 0)
        qsort(c.list, c.count, sizeof *c.list, by_time);
    char *text = copy_text("");
    for (uint32_t i = 0; i < c.count && i < MOST_TOLD; i++) {
        char *longer = format_text("%s%s%llu %.9f %.9f %u\t%s", text, i == 0 ? "" : "\n", (unsigned long long)c.list[i].waits,
                                   c.list[i].seconds, c.list[i].longest, c.list[i].locks, c.texts.list[c.list[i].text]);
        free(text);
        text = longer;
    }
    if (c.count > 0)
        set_text(a, "LOCKS", text);
    else
        free(text);
    free_starts(&c.variables);
    map_free(&c.index);
    free(c.list);
}
