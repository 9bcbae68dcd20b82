/* The windows of the run and the groups of processes they are synchronised with, unified over its processes. */
#ifndef TRIMTAB_FINISH_WINDOWS_H
#define TRIMTAB_FINISH_WINDOWS_H

#include "run.h"

struct window {
    uint32_t comm; /* unified */
    const char *name;
};

struct windows {
    struct window *list;
    uint32_t count, capacity;
    struct map index; /* by communicator and number of the creation over it */
    const struct ranks **groups;
    uint32_t group_count, group_capacity;
    struct map group_index; /* by hash of the ranks */
};

/** Gives every window and group of every process its `global` number; after unify_comms(). */
void unify_windows(struct windows *windows, struct run *run);

#endif
