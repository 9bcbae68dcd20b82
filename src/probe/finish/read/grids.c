/* Every process noted the sizes of its grids and its own coordinates. */
#include "grids.h"

#include <stdlib.h>
#include <string.h>

int grid_size(const struct grid *grid, uint32_t dimension)
{
    return grid->places[0].numbers[(size_t)3 * dimension];
}

int grid_is_periodic(const struct grid *grid, uint32_t dimension)
{
    return grid->places[0].numbers[(size_t)3 * dimension + 1] != 0;
}

int grid_coordinate(const struct grid_place *place, uint32_t dimension)
{
    return place->numbers[(size_t)3 * dimension + 2];
}

static int has_same_sizes(const struct grid *grid, const int *numbers)
{
    for (uint32_t i = 0; i < grid->dimensions; i++)
        if (numbers[(size_t)3 * i] != grid_size(grid, i) || (numbers[(size_t)3 * i + 1] != 0) != grid_is_periodic(grid, i))
            return 0;
    return 1;
}

/* What one process says differently of the grid is left out: only its coordinates are its own. */
static void add_place(struct grid *grid, uint32_t comm, uint32_t rank, const struct local_comm *local)
{
    if (grid->count == 0) {
        grid->comm = comm;
        grid->dimensions = local->dimensions;
    } else if (local->dimensions != grid->dimensions || !has_same_sizes(grid, local->grid)) {
        return;
    }
    const struct grid_place place = {rank, local->grid};
    APPEND(grid->places, grid->count, grid->capacity, place);
}

static int is_equal(const struct grid *a, const struct grid *b)
{
    if (a->dimensions != b->dimensions || a->count != b->count)
        return 0;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->places[i].rank != b->places[i].rank ||
            memcmp(a->places[i].numbers, b->places[i].numbers, sizeof(int) * 3 * a->dimensions) != 0)
            return 0;
    return 1;
}

static int is_known(const struct grids *grids, const struct grid *grid)
{
    for (uint32_t i = 0; i < grids->count; i++)
        if (is_equal(&grids->list[i], grid))
            return 1;
    return 0;
}

struct grids grids_of(const struct run *run, const struct comms *comms)
{
    struct grid *by_comm = allocate(comms->count, sizeof *by_comm);
    struct grids grids = {0};
    for (uint32_t r = 0; r < run->size; r++) {
        const struct process *p = run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->mpi.comm_count; i++) {
            const struct local_comm *local = &p->mpi.comms[i];
            if (local->grid != NULL && !comms->list[local->global].is_self)
                add_place(&by_comm[local->global], local->global, r, local);
        }
    }
    for (uint32_t i = 0; i < comms->count; i++) {
        if (by_comm[i].count > 0 && !is_known(&grids, &by_comm[i]))
            APPEND(grids.list, grids.count, grids.capacity, by_comm[i]);
        else
            free(by_comm[i].places);
    }
    free(by_comm);
    return grids;
}

void free_grids(struct grids *grids)
{
    for (uint32_t i = 0; i < grids->count; i++)
        free(grids->list[i].places);
    free(grids->list);
}
