/* What the text file of a process tells of counters. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_definition(struct counters *all, const char *rest)
{
    unsigned number;
    char unit[16], name[TT_COUNTER_NAME];
    if (sscanf(rest, "%u %15s %63s", &number, unit, name) != 3 || number >= TT_MOST_COUNTERS || all->list[number].name != NULL)
        return;
    all->list[number].name = copy_text(name);
    all->list[number].unit = copy_text(unit);
}

static void read_counter(struct process *p, const char *key, const char *rest)
{
    struct counters *all = &p->counters;
    unsigned long long a, b, c;
    if (strcmp(key, "counter") == 0) {
        read_definition(all, rest);
    } else if (strcmp(key, "counter-denied") == 0) {
        APPEND(all->denied, all->denied_count, all->denied_capacity, copy_text(rest));
    } else if (strcmp(key, "counter-cost") == 0) {
        all->cost = strtoull(rest, NULL, 10);
    } else if (strcmp(key, "counter-refused") == 0 && sscanf(rest, "%llx %llu %llu", &a, &b, &c) == 3) {
        const struct not_counted refused = {a, b, c};
        APPEND(all->refused, all->refused_count, all->refused_capacity, refused);
    } else if (strcmp(key, "counter-shared") == 0 && sscanf(rest, "%llu %llu %llu", &a, &b, &c) == 3) {
        if (a < TT_MOST_COUNTERS) {
            all->list[a].enabled = b;
            all->list[a].running = c;
        }
    }
}

const struct fact counter_facts[] = {
    {"counter", read_counter},
    {"counter-denied", read_counter},
    {"counter-cost", read_counter},
    {"counter-refused", read_counter},
    {"counter-shared", read_counter},
    {NULL, NULL},
};
