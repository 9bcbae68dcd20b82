/* Definitions of groups, communicators, windows and grids. */
#include "definitions.h"

#include "../read/grids.h"

#include <stdlib.h>
#include <string.h>

static uint32_t write_group(struct definitions *d, OTF2_GroupType type, const uint64_t *members, uint32_t count)
{
    check(OTF2_GlobalDefWriter_WriteGroup(d->out, d->groups, def_text(d, ""), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                          count, members),
          "a definition");
    return d->groups++;
}

/* Members are positions in COMM_LOCATIONS, which are world ranks. */
static uint32_t write_ranks(struct definitions *d, const struct ranks *ranks)
{
    uint64_t *members = allocate(ranks->count, sizeof *members);
    uint32_t count = 0;
    for (uint32_t i = 0; i < ranks->count; i++)
        if (ranks->list[i] >= 0 && (uint32_t)ranks->list[i] < d->archive->run->size)
            members[count++] = (uint64_t)ranks->list[i];
    uint32_t group = write_group(d, OTF2_GROUP_TYPE_COMM_GROUP, members, count);
    free(members);
    return group;
}

static uint32_t write_world_groups(struct definitions *d, uint32_t *self)
{
    uint32_t size = d->archive->run->size;
    uint64_t *members = allocate(size, sizeof *members);
    for (uint32_t r = 0; r < size; r++)
        members[r] = r; /* the location of a main thread has the number of its rank */
    write_group(d, OTF2_GROUP_TYPE_COMM_LOCATIONS, members, size);
    *self = write_group(d, OTF2_GROUP_TYPE_COMM_SELF, NULL, 0);
    uint32_t world = write_group(d, OTF2_GROUP_TYPE_COMM_GROUP, members, size);
    free(members);
    return world;
}

static void write_comm(struct definitions *d, uint32_t id, const struct comm *c, uint32_t world, uint32_t self)
{
    const char *name = c->name != NULL ? c->name : id == 0 ? "MPI_COMM_WORLD" : id == 1 ? "MPI_COMM_SELF" : "";
    OTF2_CommRef parent = c->parent == MAP_MISSING ? OTF2_UNDEFINED_COMM : c->parent;
    OTF2_CommFlag flags = OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS;
    if (c->remote != NULL && c->remote->count > 0) {
        int swapped = c->group->count > 0 && c->remote->list[0] < c->group->list[0];
        uint32_t a = write_ranks(d, swapped ? c->remote : c->group), b = write_ranks(d, swapped ? c->group : c->remote);
        check(OTF2_GlobalDefWriter_WriteInterComm(d->out, id, def_text(d, name), a, b, 0, flags), "a definition");
        return;
    }
    uint32_t group = id == 0 ? world : c->is_self || c->group == NULL ? self : write_ranks(d, c->group);
    check(OTF2_GlobalDefWriter_WriteComm(d->out, id, def_text(d, name), group, parent, flags), "a definition");
}

void write_windows(struct definitions *d)
{
    const struct windows *windows = &d->archive->windows;
    for (uint32_t i = 0; i < windows->count; i++) {
        const struct window *w = &windows->list[i];
        check(OTF2_GlobalDefWriter_WriteRmaWin(d->out, i, def_text(d, w->name != NULL ? w->name : ""), w->comm,
                                               OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS),
              "a definition");
    }
}

void write_comms(struct definitions *d)
{
    if (!d->archive->run->is_mpi)
        return;
    uint32_t self, world = write_world_groups(d, &self);
    for (uint32_t i = 0; i < d->archive->windows.group_count; i++)
        write_ranks(d, d->archive->windows.groups[i]); /* the reference is WORLD_GROUPS + i */
    for (uint32_t i = 0; i < d->archive->comms.count; i++)
        write_comm(d, i, &d->archive->comms.list[i], world, self);
}

/* Coordinates are those of ranks in the grid's communicator. */
static void write_coordinates(struct definitions *d, uint32_t topology, const struct grid *grid)
{
    const struct ranks *ranks = d->archive->comms.list[grid->comm].group;
    uint32_t *coordinates = allocate(grid->dimensions, sizeof *coordinates), *rank_of = allocate(d->archive->run->size, sizeof *rank_of);
    memset(rank_of, 0xff, d->archive->run->size * sizeof *rank_of);
    for (uint32_t i = 0, rank = 0; ranks != NULL && i < ranks->count; i++)
        if (ranks->list[i] >= 0 && (uint32_t)ranks->list[i] < d->archive->run->size)
            rank_of[ranks->list[i]] = rank++;
    for (uint32_t i = 0; i < grid->count; i++) {
        if (rank_of[grid->places[i].rank] == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < grid->dimensions; k++)
            coordinates[k] = (uint32_t)grid_coordinate(&grid->places[i], k);
        check(OTF2_GlobalDefWriter_WriteCartCoordinate(d->out, topology, rank_of[grid->places[i].rank], (uint8_t)grid->dimensions,
                                                       coordinates),
              "a definition");
    }
    free(rank_of);
    free(coordinates);
}

void write_grids(struct definitions *d)
{
    if (!d->archive->run->is_mpi)
        return;
    struct grids grids = grids_of(d->archive->run, &d->archive->comms);
    uint32_t dimensions = 0;
    for (uint32_t i = 0; i < grids.count; i++) {
        const struct grid *grid = &grids.list[i];
        const char *name = d->archive->comms.list[grid->comm].name;
        uint32_t *own = allocate(grid->dimensions, sizeof *own);
        for (uint32_t k = 0; k < grid->dimensions; k++) {
            own[k] = dimensions++;
            check(OTF2_GlobalDefWriter_WriteCartDimension(d->out, own[k], def_text(d, ""), (uint32_t)grid_size(grid, k),
                                                          grid_is_periodic(grid, k) ? OTF2_CART_PERIODIC_TRUE
                                                                                    : OTF2_CART_PERIODIC_FALSE),
                  "a definition");
        }
        check(OTF2_GlobalDefWriter_WriteCartTopology(d->out, i, def_text(d, name != NULL ? name : ""), grid->comm,
                                                     (uint8_t)grid->dimensions, own),
              "a definition");
        write_coordinates(d, i, grid);
        free(own);
    }
    free_grids(&grids);
}
