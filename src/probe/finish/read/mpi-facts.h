/* Communicators, windows and groups of a process. */
#ifndef TRIMTAB_FINISH_MPI_FACTS_H
#define TRIMTAB_FINISH_MPI_FACTS_H

#include <stdint.h>

struct ranks {
    int *list; /* -1: a process outside the run's world */
    uint32_t count, capacity;
};

enum comm_origin { COMM_WORLD, COMM_SELF, COMM_CHILD, COMM_MADE };

struct local_comm {
    enum comm_origin origin;
    uint32_t parent, child; /* of COMM_CHILD: local number, number of the creation */
    int first;
    uint64_t hash; /* of COMM_MADE */
    uint32_t count;
    struct ranks group, remote;
    char *name;
    /* Of a grid, by dimension: size, whether it is periodic, the coordinate of this process; 3 * dimensions numbers. */
    int *grid;
    uint32_t dimensions;
    uint32_t global; /* index in the unified communicators */
};

struct local_window {
    uint32_t comm, number; /* local number of the communicator, number of the creation over it */
    char *name;
    uint32_t global; /* index in the unified windows */
};

struct local_group { /* of processes that a window was synchronised with */
    struct ranks ranks;
    uint32_t global;
};

struct mpi_facts {
    struct local_comm *comms;
    uint32_t comm_count, comm_capacity;
    struct local_window *windows;
    uint32_t window_count, window_capacity;
    struct local_group *groups;
    uint32_t group_count, group_capacity;
};

#endif
