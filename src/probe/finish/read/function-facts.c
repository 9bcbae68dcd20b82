/* What the text file of a process tells of functions that are switched while it runs. */
#include "facts.h"

#include <stdio.h>

static void read_left_out(struct process *p, const char *key, const char *rest)
{
    unsigned long long entry, since, until, visits;
    (void)key;
    if (sscanf(rest, "%llx %llu %llu %llu", &entry, &since, &until, &visits) != 4)
        return;
    const struct left_out left_out = {entry, since, until, visits};
    APPEND(p->functions.left_out, p->functions.left_out_count, p->functions.left_out_capacity, left_out);
}

static void read_denied(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->functions.denied = copy_text(rest);
}

const struct fact function_facts[] = {
    {"left-out", read_left_out},
    {"functions-denied", read_denied},
    {NULL, NULL},
};
