/*
 * Counters of the processor and the kernel: what is said of them, and which regions are too short for reading them. What is
 * counted there is their callers', in all processes, so that call trees agree.
 */
#include "uncounted.h"
#include "archive.h"
#include "properties.h"
#include "writer.h"

#include <stdlib.h>
#include <string.h>

/* The names are for people. */
enum { MOST_NAMED = 100 };

uint32_t counters_of(const struct process *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TT_MOST_COUNTERS; i++)
        count += p->counters.list[i].name != NULL;
    return count;
}

/* MAP_MISSING: it is in no call path, or none of its own. */
static uint32_t region_of(struct archive *a, const struct process *p, uint64_t key)
{
    struct map none = {0};
    uint32_t number = (uint32_t)key;
    if (TT_IS_COUNTED_MPI(key))
        return mpi_region(a, number);
    if (TT_IS_COUNTED_USER(key))
        return user_region(p, number) == NULL ? MAP_MISSING : user_region(p, number)->global;
    number = place_of(&a->symbols, &none, p, key, PLACE_FUNCTION);
    map_free(&none);
    return number < a->placed.count && a->placed.region[number] < HIDDEN_REGION ? a->placed.region[number] : MAP_MISSING;
}

void unify_uncounted(struct archive *a)
{
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        for (uint32_t r = 0; r < p->counters.refused_count; r++) {
            uint64_t key = p->counters.refused[r].key;
            uint32_t region = key == TT_COUNTED_PARALLEL ? MAP_MISSING : region_of(a, p, key);
            a->uncounted.is_parallel |= key == TT_COUNTED_PARALLEL;
            if (region != MAP_MISSING)
                map_put(&a->uncounted.regions, region, (uint32_t)p->counters.refused[r].calls);
        }
    }
}

int is_uncounted(const struct archive *a, uint32_t region)
{
    const char *role = a->regions[region].role;
    if (a->uncounted.is_parallel && role != NULL && strcmp(role, "PARALLEL") == 0)
        return 1;
    return map_get(&a->uncounted.regions, region) != MAP_MISSING;
}

static char *with_line(char *text, char *line)
{
    char *longer = format_text("%s%s%s", text, text[0] == '\0' ? "" : "\n", line);
    free(text);
    free(line);
    return longer;
}

/* "NAME WHY", a line each, once of all processes. */
static void write_denied(struct archive *a)
{
    struct texts all = {0};
    text_id(&all, "");
    for (uint32_t i = 0; i < a->run->count; i++)
        for (uint32_t d = 0; d < a->run->all[i].counters.denied_count && all.count < MOST_NAMED; d++)
            text_id(&all, a->run->all[i].counters.denied[d]);
    char *text = copy_text("");
    for (uint32_t i = 1; i < all.count; i++)
        text = with_line(text, copy_text(all.list[i]));
    if (all.count > 1)
        set_text(a, "COUNTERS_DENIED", text);
}

/* The names of regions that are uncounted, a line each. */
static void write_refused(struct archive *a)
{
    uint32_t count = 0;
    char *text = copy_text("");
    for (uint32_t region = 0; region < a->region_count; region++) {
        if (map_get(&a->uncounted.regions, region) == MAP_MISSING)
            continue;
        if (count++ < MOST_NAMED)
            text = with_line(text, copy_text(a->texts.list[a->regions[region].name]));
    }
    if (a->uncounted.is_parallel && count++ < MOST_NAMED)
        text = with_line(text, copy_text("parallel regions"));
    if (count == 0) {
        free(text);
        return;
    }
    set_count(a, "REGIONS_WITHOUT_COUNTERS", count);
    set_text(a, "NAMES_WITHOUT_COUNTERS", text);
}

/* "NAME PERCENT", a line each: the least part of its time in which a process counted it. */
static void write_shared(struct archive *a)
{
    char *text = copy_text("");
    for (uint32_t number = 0; number < TT_MOST_COUNTERS; number++) {
        double least = 1;
        const char *name = NULL;
        for (uint32_t i = 0; i < a->run->count; i++) {
            const struct local_counter *c = &a->run->all[i].counters.list[number];
            double part = c->enabled == 0 ? 1 : (double)c->running / (double)c->enabled;
            name = part < least ? c->name : name;
            least = part < least ? part : least;
        }
        if (name != NULL)
            text = with_line(text, format_text("%s %.1f", name, 100 * least));
    }
    if (text[0] != '\0')
        set_text(a, "COUNTERS_SHARED", text);
    else
        free(text);
}

void write_counters(struct archive *a)
{
    double cost = 0;
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        double own = p->reading_count < 2 ? 0 : (double)p->counters.cost / (double)ticks_per_second(p);
        cost = own > cost ? own : cost;
    }
    if (cost > 0)
        set_text(a, "COUNTER_READING_NANOSECONDS", format_text("%.1f", cost * 1e9));
    write_denied(a);
    write_refused(a);
    write_shared(a);
}
