/* The grids of the run: communicators of MPI_Cart_create and MPI_Cart_sub, with the coordinates of their processes. */
#ifndef TRIMTAB_FINISH_GRIDS_H
#define TRIMTAB_FINISH_GRIDS_H

#include "comms.h"

struct grid_place {
    uint32_t rank; /* of MPI_COMM_WORLD */
    const int *numbers; /* as of local_comm */
};

struct grid {
    uint32_t comm; /* in the unified communicators */
    uint32_t dimensions;
    struct grid_place *places; /* rank by rank; the sizes are those of the first */
    uint32_t count, capacity;
};

struct grids {
    struct grid *list;
    uint32_t count, capacity;
};

/** Gathers the grids; one that equals another, as copies of communicators have, is left out. */
struct grids grids_of(const struct run *run, const struct comms *comms);

void free_grids(struct grids *grids);

/** The size of a dimension, whether it is periodic, and the coordinate of a place. */
int grid_size(const struct grid *grid, uint32_t dimension);
int grid_is_periodic(const struct grid *grid, uint32_t dimension);
int grid_coordinate(const struct grid_place *place, uint32_t dimension);

#endif
