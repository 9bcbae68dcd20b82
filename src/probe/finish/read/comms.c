/*
 * Every process noted its communicators so that the same one has the same key:
 *   w            MPI_COMM_WORLD
 *   s            MPI_COMM_SELF
 *   KEY/n:f      the n-th creation over KEY, with world rank f as first member
 *   s.../n       the same over MPI_COMM_SELF, whose rank does not matter
 *   mHASH.n      the n-th one made of the groups that HASH stands for
 */
#include "comms.h"

#include <string.h>

static uint32_t find_or_add(struct comms *comms, char *key)
{
    uint64_t hash = hash_text(HASH_START, key);
    uint32_t found;
    while ((found = map_get(&comms->index, hash)) != MAP_MISSING) {
        if (strcmp(comms->list[found].key, key) == 0)
            return found;
        hash++;
    }
    const struct comm comm = {.key = key, .parent = MAP_MISSING};
    APPEND(comms->list, comms->count, comms->capacity, comm);
    map_put(&comms->index, hash, comms->count - 1);
    return comms->count - 1;
}

static char *key_of(const struct comms *comms, const struct process *p, const struct local_comm *c)
{
    if (c->origin == COMM_WORLD)
        return copy_text("w");
    if (c->origin == COMM_SELF)
        return copy_text("s");
    if (c->origin == COMM_MADE)
        return format_text("m%llx.%u", (unsigned long long)c->hash, c->count);
    const struct comm *parent = &comms->list[p->mpi.comms[c->parent].global];
    if (parent->is_self)
        return format_text("%s/%u", parent->key, c->child);
    return format_text("%s/%u:%d", parent->key, c->child, c->first);
}

static void add(struct comms *comms, const struct process *p, struct local_comm *local)
{
    local->global = find_or_add(comms, key_of(comms, p, local));
    struct comm *comm = &comms->list[local->global];
    if (comm->group == NULL) {
        comm->origin = local->origin;
        comm->group = &local->group;
        comm->remote = &local->remote;
    }
    if (local->origin == COMM_CHILD) {
        comm->parent = p->mpi.comms[local->parent].global;
        comm->is_self = comms->list[comm->parent].is_self && local->remote.count == 0;
    }
    if (local->origin == COMM_SELF)
        comm->is_self = 1;
    if (local->name != NULL)
        comm->name = local->name;
}

void unify_comms(struct comms *comms, struct run *run)
{
    find_or_add(comms, copy_text("w"));
    find_or_add(comms, copy_text("s"));
    for (uint32_t r = 0; r < run->size; r++) {
        struct process *p = run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->mpi.comm_count; i++)
            add(comms, p, &p->mpi.comms[i]);
    }
}
