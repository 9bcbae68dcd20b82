/* What the text file of a process tells of OpenMP. */
#include "facts.h"

#include "../../fold/constructs.h"

#include <stdio.h>
#include <string.h>

/* What teams, barriers and tasks are is always recorded. */
static int may_be_left_out(unsigned kind)
{
    return kind < TT_TASKLOOP || kind == TT_SCOPE || kind == TT_MASTER || kind == TT_OMP_FLUSH || kind == OMP_PARALLEL ||
           kind == OMP_CRITICAL || kind == OMP_ORDERED || kind == OMP_ATOMIC || kind == OMP_SET_LOCK || kind == OMP_SET_NEST_LOCK;
}

static void read_left_out(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned kind;
    unsigned long long site, since, until, visits;
    if (sscanf(rest, "%u %llx %llu %llu %llu", &kind, &site, &since, &until, &visits) != 5 || !may_be_left_out(kind))
        return;
    const struct construct_left_out left_out = {kind, site, since, until, visits};
    APPEND(p->openmp.left_out, p->openmp.left_out_count, p->openmp.left_out_capacity, left_out);
}

static void read_interface(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->openmp.is_gnu = strcmp(rest, "gnu") == 0;
}

const struct fact openmp_facts[] = {
    {"construct-left-out", read_left_out},
    {"openmp-interface", read_interface},
    {NULL, NULL},
};
