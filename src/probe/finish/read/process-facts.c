/* What the text file of a process tells of itself: its system, its files, its clocks, its costs, its end. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_text(struct process *p, const char *key, const char *rest)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"host", &p->host}, {"system", &p->system}, {"boot", &p->boot}, {"exe", &p->exe}, {"clock-kind", &p->clock_kind}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i].key) == 0)
            *texts[i].text = unescaped(rest);
}

static void read_pid(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->pid = strtol(rest, NULL, 10);
}

static void read_start(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->start_ticks = strtoull(rest, NULL, 10);
}

static void read_argument(struct process *p, const char *key, const char *rest)
{
    (void)key;
    APPEND(p->args, p->arg_count, p->arg_capacity, unescaped(rest));
}

static void read_object(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned long long base, low, high;
    int path;
    if (sscanf(rest, "%llx %llx %llx %n", &base, &low, &high, &path) != 3)
        return;
    struct object object = {base, low, high, unescaped(rest + path)};
    APPEND(p->objects, p->object_count, p->object_capacity, object);
}

static void read_clock(struct process *p, const char *key, const char *rest)
{
    unsigned long long ticks, monotonic, realtime;
    (void)key;
    if (sscanf(rest, "%llu %llu %llu", &ticks, &monotonic, &realtime) != 3)
        return;
    const struct clock_reading reading = {ticks, monotonic, realtime};
    APPEND(p->readings, p->reading_count, p->reading_capacity, reading);
}

static void read_used(struct process *p, const char *key, const char *rest)
{
    unsigned long long user, system, waited;
    (void)key;
    int count = sscanf(rest, "%llu %llu %llu", &user, &system, &waited);
    p->used = count >= 2 ? (double)(user + system) * 1e-6 : p->used;
    p->waited = count == 3 ? (double)waited * 1e-6 : p->waited;
}

static void read_lost(struct process *p, const char *key, const char *rest)
{
    unsigned long long index, records;
    (void)key;
    if (sscanf(rest, "%llu %llu", &index, &records) != 2)
        return;
    const struct thread thread = {.index = (uint32_t)index, .lost = records};
    APPEND(p->threads, p->thread_count, p->thread_capacity, thread);
    p->lost += records;
}

static void read_processors(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->processors = copy_text(rest);
}

static void read_quota(struct process *p, const char *key, const char *rest)
{
    unsigned long long quota, period;
    (void)key;
    if (sscanf(rest, "%llu %llu", &quota, &period) != 2)
        return;
    p->quota = quota;
    p->quota_period = period;
}

static void read_launched(struct process *p, const char *key, const char *rest)
{
    char name[64];
    (void)key;
    if (sscanf(rest, "%d %63s", &p->launched, name) == 2)
        p->launcher = copy_text(name);
}

const struct cost *cost_of(const struct process *p, const char *name)
{
    static const struct cost unknown;
    for (uint32_t i = 0; i < p->cost_count; i++)
        if (strcmp(p->costs[i].name, name) == 0)
            return &p->costs[i].cost;
    return &unknown;
}

static struct cost *cost_at(struct process *p, const char *name)
{
    for (uint32_t i = 0; i < p->cost_count; i++)
        if (strcmp(p->costs[i].name, name) == 0)
            return &p->costs[i].cost;
    const struct named_cost none = {.name = copy_text(name)};
    APPEND(p->costs, p->cost_count, p->cost_capacity, none);
    return &p->costs[p->cost_count - 1].cost;
}

/* Later lines count. */
static void read_cost(struct process *p, const char *key, const char *rest)
{
    enum { MOST_COSTS = 64 };
    unsigned long long ticks, pairs, within, half_width;
    char name[64];
    (void)key;
    if (sscanf(rest, "%63s %llu %llu %llu %llu", name, &ticks, &pairs, &within, &half_width) == 5 && p->cost_count < MOST_COSTS)
        *cost_at(p, name) = (struct cost){ticks, pairs, within, half_width};
}

static void read_preloaded(struct process *p, const char *key, const char *rest)
{
    (void)key;
    (void)rest;
    p->preloaded = 1;
}

static void read_stopped(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->stopped = copy_text(strchr(rest, ' ') != NULL ? strchr(rest, ' ') + 1 : rest);
}

static void read_end(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned long long time;
    int how;
    if (sscanf(rest, "%llu %n", &time, &how) != 1)
        return;
    p->end_time = time;
    p->end = copy_text(rest + how);
}

const struct fact process_facts[] = {
    {"host", read_text},
    {"system", read_text},
    {"boot", read_text},
    {"exe", read_text},
    {"clock-kind", read_text},
    {"pid", read_pid},
    {"start", read_start},
    {"arg", read_argument},
    {"object", read_object},
    {"clock", read_clock},
    {"used", read_used},
    {"lost", read_lost},
    {"processors", read_processors},
    {"processor-quota", read_quota},
    {"launched", read_launched},
    {"cost", read_cost},
    {"preloaded", read_preloaded},
    {"stopped", read_stopped},
    {"end", read_end},
    {NULL, NULL},
};
