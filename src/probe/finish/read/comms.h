/* The communicators of the run, unified over its processes. */
#ifndef TRIMTAB_FINISH_COMMS_H
#define TRIMTAB_FINISH_COMMS_H

#include "run.h"

struct comm {
    char *key; /* equal in all processes; see comms.c */
    enum comm_origin origin;
    int is_self;     /* MPI_COMM_SELF or made of it: every process has its own */
    uint32_t parent; /* MAP_MISSING: none */
    const struct ranks *group, *remote;
    const char *name;
};

struct comms {
    struct comm *list;
    uint32_t count, capacity;
    struct map index;
};

/** Gives every communicator of every process its `global` number. MPI_COMM_WORLD is 0,
 *  MPI_COMM_SELF 1. */
void unify_comms(struct comms *comms, struct run *run);

#endif
