/*
 * The communicators of this process.
 *
 * A communicator's identity over all processes is one of
 *   parent and number of the creation among its parent's, and its first member;
 *   for those that not all members of a parent make (MPI_Comm_create_group,
 *   MPI_Intercomm_create): its groups, and how many were made of these groups before.
 * Both are counted alike by all members, so nothing is sent. The finisher unifies.
 */
#include "wrap.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct tt_handles tt_comms = TT_HANDLES;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint32_t next_id;
MPI_Group tt_world_group;

struct made_before {
    uint64_t hash;
    uint32_t count;
    struct made_before *next;
};
static struct made_before *made_before;

struct members {
    int size;
    int *world_ranks;
};

static struct members members_of(MPI_Group group)
{
    struct members m = {0, NULL};
    tt_real.Group_size(group, &m.size);
    m.world_ranks = malloc(2 * sizeof(int) * (size_t)(m.size > 0 ? m.size : 1));
    if (m.world_ranks == NULL) {
        m.size = 0;
        return m;
    }
    int *own = m.world_ranks + m.size;
    for (int i = 0; i < m.size; i++)
        own[i] = i;
    tt_real.Group_translate_ranks(group, m.size, own, tt_world_group, m.world_ranks);
    for (int i = 0; i < m.size; i++)
        if (m.world_ranks[i] == MPI_UNDEFINED)
            m.world_ranks[i] = -1; /* a process that was spawned or has connected */
    return m;
}

static struct members local_members(MPI_Comm comm)
{
    MPI_Group group;
    tt_real.Comm_group(comm, &group);
    struct members m = members_of(group);
    tt_real.Group_free(&group);
    return m;
}

static struct members remote_members(MPI_Comm comm)
{
    MPI_Group group;
    tt_real.Comm_remote_group(comm, &group);
    struct members m = members_of(group);
    tt_real.Group_free(&group);
    return m;
}

/** A line of world ranks, or several where it would be long. */
void tt_note_ranks(const char *key, uint32_t id, int count, const int ranks[])
{
    char line[2048];
    for (int from = 0; from < count;) {
        int n = snprintf(line, sizeof line, "%s %u", key, id);
        while (from < count && n < (int)sizeof line - 16)
            n += snprintf(line + n, sizeof line - (size_t)n, " %d", ranks[from++]);
        tt_note("%s\n", line);
    }
}

static struct tt_comm *new_comm(MPI_Comm handle)
{
    struct tt_comm *c = calloc(1, sizeof *c);
    if (c == NULL) {
        tt_stop_recording("no memory for a communicator");
        abort();
    }
    int inter = 0;
    c->handle.key = (uintptr_t)handle;
    tt_real.Comm_rank(handle, &c->rank);
    tt_real.Comm_size(handle, &c->size);
    tt_real.Comm_test_inter(handle, &inter);
    if (inter)
        tt_real.Comm_remote_size(handle, &c->remote_size);
    return c;
}

static void publish(struct tt_comm *c)
{
    c->id = atomic_fetch_add(&next_id, 1);
    tt_handle_add(&tt_comms, &c->handle);
}

/* The smallest first member of the two sides names an intercommunicator on both. */
static int first_member(const struct members *local, const struct members *remote)
{
    int first = local->size > 0 ? local->world_ranks[0] : -1;
    if (remote->size > 0 && remote->world_ranks[0] < first)
        first = remote->world_ranks[0];
    return first;
}

static void note_groups(const struct tt_comm *c, struct members *local, struct members *remote)
{
    tt_note_ranks("group", c->id, local->size, local->world_ranks);
    tt_note_ranks("remote", c->id, remote->size, remote->world_ranks);
    free(local->world_ranks);
    free(remote->world_ranks);
}

/** Enters a communicator that `creation` made. */
struct tt_comm *tt_comm_add_child(const struct tt_creation *creation, MPI_Comm made)
{
    struct tt_comm *c = new_comm(made);
    struct members local = local_members(made), remote = {0, NULL};
    if (c->remote_size > 0)
        remote = remote_members(made);
    publish(c);
    tt_note("comm %u child %u %u %d\n", c->id, creation->parent->id, creation->child, first_member(&local, &remote));
    note_groups(c, &local, &remote);
    return c;
}

static uint64_t hash_members(uint64_t hash, const struct members *m)
{
    for (int i = 0; i < m->size; i++)
        hash = (hash ^ (uint64_t)(m->world_ranks[i] + 1)) * UINT64_C(0x100000001B3);
    return hash;
}

static uint32_t count_made(uint64_t hash)
{
    pthread_mutex_lock(&lock);
    struct made_before *m = made_before;
    while (m != NULL && m->hash != hash)
        m = m->next;
    if (m == NULL && (m = calloc(1, sizeof *m)) != NULL) {
        m->hash = hash;
        m->next = made_before;
        made_before = m;
    }
    uint32_t count = m != NULL ? m->count++ : 0;
    pthread_mutex_unlock(&lock);
    return count;
}

/** Enters a communicator that is known by its groups. */
struct tt_comm *tt_comm_add_made(MPI_Comm made, int tag)
{
    struct tt_comm *c = new_comm(made);
    struct members local = local_members(made), remote = {0, NULL};
    if (c->remote_size > 0)
        remote = remote_members(made);
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ (uint64_t)(unsigned)tag;
    int swapped = remote.size > 0 && remote.world_ranks[0] < local.world_ranks[0];
    hash = hash_members(hash, swapped ? &remote : &local) * 31;
    hash = hash_members(hash, swapped ? &local : &remote);
    publish(c);
    tt_note("comm %u made %llx %u\n", c->id, (unsigned long long)hash, count_made(hash));
    note_groups(c, &local, &remote);
    return c;
}

/** A communicator whose making was not seen (from MPI_Comm_spawn, for example). */
struct tt_comm *tt_comm_unknown(MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL) /* an error that MPI reports */
        return tt_comm_find(MPI_COMM_WORLD);
    return tt_comm_add_made(comm, 0);
}

/** Before a creation: counts it, in calls that are not recorded too. */
struct tt_creation tt_comm_creating(struct tt_thread *t, MPI_Comm parent)
{
    struct tt_creation creation = {NULL, 0};
    if (t != NULL && parent != MPI_COMM_NULL) {
        creation.parent = tt_comm_find(parent);
        creation.child = creation.parent->children++;
    }
    return creation;
}

/* Grids that are noted, and their dimensions: programs that make one in each step tell nothing new. */
enum { MOST_GRIDS = 64, MOST_DIMENSIONS = 16 };

/** Notes the grid of MPI_Cart_create or MPI_Cart_sub: size, whether periodic, and the own coordinate of each dimension. */
static void note_grid(const struct tt_comm *c, MPI_Comm made)
{
    static _Atomic unsigned grids;
    int kind = MPI_UNDEFINED, count = 0, sizes[MOST_DIMENSIONS], periods[MOST_DIMENSIONS], own[MOST_DIMENSIONS];
    if (c->remote_size > 0 || tt_real.Topo_test(made, &kind) != MPI_SUCCESS || kind != MPI_CART ||
        tt_real.Cartdim_get(made, &count) != MPI_SUCCESS || count < 1 || count > MOST_DIMENSIONS ||
        tt_real.Cart_get(made, count, sizes, periods, own) != MPI_SUCCESS || atomic_fetch_add(&grids, 1) >= MOST_GRIDS)
        return;
    char line[MOST_DIMENSIONS * 40 + 32];
    int n = snprintf(line, sizeof line, "grid %u", c->id);
    for (int i = 0; i < count; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %d %d %d", sizes[i], periods[i] != 0, own[i]);
    tt_note("%s\n", line);
}

/** After a creation that is collective over its parent: the records for it. */
void tt_comm_created(struct tt_thread *t, const struct tt_creation *creation, MPI_Comm made)
{
    if (t == NULL || creation->parent == NULL)
        return;
    if (made != MPI_COMM_NULL) {
        const struct tt_comm *c = tt_comm_add_child(creation, made);
        note_grid(c, made);
        tt_put1(t, TT_COMM_CREATE, tt_time(), c->id);
    }
    tt_coll_end(t, TT_OP_CREATE_HANDLE, creation->parent, TT_ROOT_NONE, (struct tt_bytes){0, 0});
}

/** Forgets a communicator that MPI has freed. */
void tt_comm_remove(const struct tt_comm *comm)
{
    tt_handle_remove(&tt_comms, &comm->handle);
}

/** Notes the name that the program gave. */
void tt_comm_name(MPI_Comm comm, const char *name)
{
    tt_note("name %u %.*s\n", tt_comm_find(comm)->id, MPI_MAX_OBJECT_NAME, name);
}

/** Enters MPI_COMM_WORLD and MPI_COMM_SELF. */
void tt_comms_start(void)
{
    tt_real.Comm_group(MPI_COMM_WORLD, &tt_world_group);
    struct tt_comm *world = new_comm(MPI_COMM_WORLD), *self = new_comm(MPI_COMM_SELF);
    publish(world);
    publish(self);
}
