/* What recording costs, by kind of call. */
#include "properties.h"
#include "uncounted.h"

#include <stdio.h>
#include <stdlib.h>

/* The archive is read by people, too: longer lists are cut. */
enum { MOST_LISTED = 1000 };

struct cost message_cost(const struct process *p)
{
    const struct cost *two = cost_of(p, "messages"), *none = cost_of(p, "mpi");
    if (two->pairs == 0 || none->pairs != two->pairs)
        return (struct cost){0};
    struct cost one = {.pairs = 2 * two->pairs};
    one.ticks = two->ticks > none->ticks ? two->ticks - none->ticks : 0;
    one.within = two->within > none->within ? two->within - none->within : 0;
    one.within = one.within < one.ticks ? one.within : one.ticks;
    one.half_width = two->half_width + none->half_width;
    return one;
}

struct known_cost { /* of one process, in nanoseconds a pair */
    double pair, within, half_width;
};

static int by_pair(const void *left, const void *right)
{
    double a = ((const struct known_cost *)left)->pair, b = ((const struct known_cost *)right)->pair;
    return (a > b) - (a < b);
}

static char *add_cost(char *to, const char *process, struct known_cost cost)
{
    return to + sprintf(to, "%s=%.2f,%.2f,%.2f ", process, cost.pair, cost.within, cost.half_width);
}

void write_costs(struct archive *a, const char *name, const struct cost *(*cost_of)(const struct process *))
{
    enum { LENGTH = 96 };
    struct known_cost *known = allocate((size_t)a->location_count + 1, sizeof *known);
    char *listed = allocate(((size_t)MOST_LISTED + 2) * LENGTH, 1), *to = listed;
    uint32_t count = 0, process = 0;
    for (uint32_t i = 0; i < a->location_count; i++) {
        if (i > 0 && a->locations[i].rank == a->locations[i - 1].rank)
            continue;
        process += i > 0;
        const struct process *p = a->run->ranks[a->locations[i].rank];
        const struct cost *cost = p == NULL ? NULL : cost_of(p);
        if (cost == NULL || cost->pairs == 0 || cost->within > cost->ticks || p->reading_count < 2)
            continue;
        double scale = 1e9 / ((double)cost->pairs * (double)ticks_per_second(p));
        known[count] = (struct known_cost){(double)cost->ticks * scale, (double)cost->within * scale, (double)cost->half_width * scale};
        if (count < MOST_LISTED) {
            char number[16];
            snprintf(number, sizeof number, "%u", process);
            to = add_cost(to, number, known[count]);
        }
        count++;
    }
    if (count > 0) {
        to[-1] = '\0';
        qsort(known, count, sizeof *known, by_pair);
        char middle[LENGTH];
        add_cost(middle, "*", known[count / 2]);
        set_text(a, name, format_text("%s%s", middle, listed));
    }
    free(known);
    free(listed);
}

const struct cost *function_cost_of(const struct process *p)
{
    return cost_of(p, "function");
}

const struct cost *mpi_cost_of(const struct process *p)
{
    return cost_of(p, "mpi");
}

const struct cost *message_cost_of(const struct process *p)
{
    static struct cost one;
    one = message_cost(p);
    return &one;
}

const struct cost *openmp_cost_of(const struct process *p)
{
    return cost_of(p, "openmp");
}

const struct cost *io_cost_of(const struct process *p)
{
    return cost_of(p, "io");
}
