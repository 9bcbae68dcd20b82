/*
 * The heap of all processes: how much each took at most, and the calls that took what was taken then. Calls are the same
 * where functions and lines of their chains are.
 */
#include "heap-sites.h"

#include "archive.h"
#include "../symbols/names.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* What is told is for people. */
enum { MOST_PROCESSES = 1000, MOST_CALLS = 100 };

void collect_memory(struct archive *a, const struct process *p)
{
    struct map seen = {0};
    for (uint32_t i = 0; i < p->memory.site_count; i++)
        for (uint32_t f = 0; f < p->memory.sites[i].depth; f++)
            place_of(&a->symbols, &seen, p, p->memory.sites[i].chain[f], PLACE_SITE);
    map_free(&seen);
}

/* One call path on which blocks were asked for, of all processes. */
struct taking {
    uint32_t path; /* a text: functions and lines, the innermost first */
    int64_t at_high, live, most;
    uint64_t bytes, blocks;
    uint32_t worst; /* the rank with the most at once */
};

struct takings {
    struct texts paths;
    struct map index;
    struct taking *list;
    uint32_t count, capacity;
};

static int is_probe(const char *object)
{
    return strncmp(base_name(object), "libtrimtab-", strlen("libtrimtab-")) == 0;
}

/* Its wrappers stand for the functions of MPI; the rest of it is not the program's. */
static void name_mpi(FILE *out, const struct place *place)
{
    if (place->name != NULL && strncmp(place->name, "MPI_", strlen("MPI_")) == 0)
        fprintf(out, "\t%s\t\t0", place->name);
}

/* "FUNCTION<tab>FILE<tab>LINE" for each step that is known. */
static char *path_of(struct archive *a, struct map *seen, const struct process *p, const struct memory_site *site)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        fail("no memory is left");
    for (uint32_t i = 0; i < site->depth; i++) {
        uint32_t number = place_of(&a->symbols, seen, p, site->chain[i], PLACE_SITE);
        const struct place *place = number == MAP_MISSING ? NULL : &a->symbols.places[number];
        if (place == NULL || place->file == NULL || place->line == 0)
            continue;
        if (is_probe(a->symbols.objects[place->object]))
            name_mpi(out, place);
        else
            fprintf(out, "\t%s\t%s\t%u", place->name != NULL ? place->name : "", place->file, place->line);
    }
    fclose(out);
    return text;
}

static struct taking *taking_of(struct takings *t, char *path)
{
    uint32_t text = text_id(&t->paths, path), found = map_get(&t->index, text);
    if (found == MAP_MISSING) {
        const struct taking new = {.path = text};
        found = t->count;
        map_put(&t->index, text, found);
        APPEND(t->list, t->count, t->capacity, new);
    }
    free(path);
    return &t->list[found];
}

static void add_process(struct archive *a, struct takings *t, const struct process *p, uint32_t rank)
{
    struct map seen = {0};
    for (uint32_t i = 0; i < p->memory.site_count; i++) {
        const struct memory_site *site = &p->memory.sites[i];
        struct taking *taking = taking_of(t, path_of(a, &seen, p, site));
        taking->at_high += site->at_high;
        taking->live += site->live;
        taking->bytes += site->bytes;
        taking->blocks += site->blocks;
        if (site->at_high > taking->most) {
            taking->most = site->at_high;
            taking->worst = rank;
        }
    }
    map_free(&seen);
}

static int by_share(const void *left, const void *right)
{
    const struct taking *a = left, *b = right;
    if (a->at_high != b->at_high)
        return a->at_high < b->at_high ? 1 : -1;
    return (a->bytes < b->bytes) - (a->bytes > b->bytes);
}

/* "AT_HIGH AT_END BYTES BLOCKS MOST RANK<tab>FUNCTION<tab>FILE<tab>LINE…", a line each. */
static void write_calls(struct archive *a)
{
    struct takings t = {0};
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL && a->run->ranks[r]->memory.is_known)
            add_process(a, &t, a->run->ranks[r], r);
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        fail("no memory is left");
    if (t.count > 0)
        qsort(t.list, t.count, sizeof *t.list, by_share);
    for (uint32_t i = 0; i < t.count && i < MOST_CALLS; i++) {
        const struct taking *taking = &t.list[i];
        fprintf(out, "%s%lld %lld %llu %llu %lld %u%s", i == 0 ? "" : "\n", (long long)taking->at_high, (long long)taking->live,
                (unsigned long long)taking->bytes, (unsigned long long)taking->blocks, (long long)taking->most, taking->worst,
                t.paths.list[taking->path]);
    }
    fclose(out);
    set_text(a, "MEMORY_CALLS", text);
    free(t.list);
    map_free(&t.index);
}

static double seconds_of(const struct process *p)
{
    uint64_t rate = ticks_per_second(p);
    return rate == 0 ? 0 : (double)p->memory.high_time / (double)rate;
}

struct ranked {
    int64_t high;
    uint32_t rank;
};

static int by_high(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->high != b->high)
        return a->high < b->high ? 1 : -1;
    return a->rank < b->rank ? -1 : 1;
}

/* "RANK=HIGH,SECONDS,START,END,BYTES,BLOCKS,RESIDENT", separated by blanks, the highest first. */
static void write_processes(struct archive *a, struct ranked *highest, uint32_t count)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        fail("no memory is left");
    qsort(highest, count, sizeof *highest, by_high);
    for (uint32_t i = 0; i < count && i < MOST_PROCESSES; i++) {
        const struct process *p = a->run->ranks[highest[i].rank];
        const struct memory *m = &p->memory;
        fprintf(out, "%s%u=%lld,%.6f,%lld,%lld,%llu,%llu,%llu", i == 0 ? "" : " ", highest[i].rank, (long long)m->high,
                seconds_of(p), (long long)m->start, (long long)m->end, (unsigned long long)m->bytes, (unsigned long long)m->blocks,
                (unsigned long long)m->resident);
    }
    fclose(out);
    set_text(a, "MEMORY_HIGH_WATER", text);
}

void write_memory(struct archive *a)
{
    struct ranked *highest = allocate(a->run->size, sizeof *highest);
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        if (p == NULL || !p->memory.is_known)
            continue;
        highest[count++] = (struct ranked){p->memory.high, r};
        sum += (double)p->memory.high;
    }
    if (count > 0) {
        set_count(a, "MEMORY_PROCESSES", count);
        set_count(a, "MEMORY_MEAN", (uint64_t)(sum / count));
        write_processes(a, highest, count);
        write_calls(a);
    }
    free(highest);
}
