/* What the text file of a process tells of Python. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>

static void read_left_out(struct process *p, const char *key, const char *rest)
{
    (void)key;
    char *at;
    unsigned long long calls = strtoull(rest, &at, 10);
    if (at == rest || *at != ' ')
        return;
    const struct python_left_out left_out = {unescaped(at + 1), calls};
    APPEND(p->python.left_out, p->python.left_out_count, p->python.left_out_capacity, left_out);
}

static void read_line(struct process *p, const char *key, const char *rest)
{
    (void)key;
    char *at;
    unsigned long long samples = strtoull(rest, &at, 10);
    if (at == rest || *at != ' ')
        return;
    const struct python_line line = {unescaped(at + 1), samples};
    APPEND(p->python.lines, p->python.line_count, p->python.line_capacity, line);
}

static void read_cost_of_calls(struct process *p, const char *key, const char *rest)
{
    unsigned long long ticks, calls;
    (void)key;
    if (sscanf(rest, "%llu %llu", &ticks, &calls) != 2)
        return;
    p->python.ticks = ticks;
    p->python.calls = calls;
}

static void read_sampling(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->python.sampling = (uint32_t)strtoul(rest, NULL, 10);
}

static void read_refused(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->python.refused = copy_text(rest);
}

static void read_off(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->python.off = strtoull(rest, NULL, 10);
}

const struct fact python_facts[] = {
    {"python-left-out", read_left_out},
    {"python-samples", read_line},
    {"python-cost", read_cost_of_calls},
    {"python-sampling", read_sampling},
    {"python-refused", read_refused},
    {"python-off", read_off},
    {NULL, NULL},
};
