/*
 * The windows of this process: known in all processes by their communicator and the number
 * of their creation over it, which all its members count alike. The finisher unifies.
 */
#include "wrap.h"

#include <stdlib.h>
#include <string.h>

struct tt_handles tt_wins = TT_HANDLES;

static _Atomic uint32_t next_id;

static struct tt_win *add(const struct tt_creation *creation, MPI_Win made, int allocated)
{
    struct tt_win *w = calloc(1, sizeof *w);
    if (w == NULL) {
        tt_stop_recording("no memory for a window");
        return NULL;
    }
    w->handle.key = (uintptr_t)made;
    w->rank = creation->parent->rank;
    w->allocated = allocated;
    w->id = atomic_fetch_add(&next_id, 1);
    tt_handle_add(&tt_wins, &w->handle);
    tt_note("window %u %u %u\n", w->id, creation->parent->id, creation->child);
    return w;
}

static void put_collective_end(struct tt_thread *t, const struct tt_win *w, enum tt_operation operation)
{
    tt_put1(t, TT_WIN_COLL_END, tt_time(), (uint64_t)w->id << 32 | (uint64_t)operation);
}

/** Before a window is made: counts it, in calls that are not recorded too. */
struct tt_creation tt_win_creating(struct tt_thread *t, MPI_Comm comm)
{
    struct tt_creation creation = {NULL, 0};
    if (t != NULL && comm != MPI_COMM_NULL) {
        creation.parent = tt_comm_find(comm);
        creation.child = creation.parent->windows++;
    }
    return creation;
}

/** After it: MPI_WIN_NULL where that failed. */
void tt_win_created(struct tt_thread *t, const struct tt_creation *creation, MPI_Win made, enum tt_operation operation)
{
    if (t == NULL || creation->parent == NULL || made == MPI_WIN_NULL)
        return;
    const struct tt_win *w = add(creation, made, operation == TT_OP_CREATE_AND_ALLOCATE);
    if (w == NULL)
        return;
    tt_put1(t, TT_WIN_CREATE, tt_time(), (uint64_t)w->id << 32);
    put_collective_end(t, w, operation);
}

TT_API int MPI_Win_free(MPI_Win *win)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Win_free, TT_SITE, TT_MPI_ENTER_COLL);
    const struct tt_win *w = t != NULL ? tt_win_find(*win) : NULL;
    int result = tt_real.Win_free(win);
    if (w != NULL && result == MPI_SUCCESS) {
        tt_put1(t, TT_WIN_DESTROY, tt_time(), (uint64_t)w->id << 32);
        put_collective_end(t, w, w->allocated ? TT_OP_DESTROY_AND_DEALLOCATE : TT_OP_DESTROY_HANDLE);
        tt_handle_remove(&tt_wins, &w->handle);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Win_free)

/** Notes the name that the program gave. */
void tt_win_name(MPI_Win win, const char *name)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL)
        tt_note("window-name %u %.*s\n", w->id, MPI_MAX_OBJECT_NAME, name);
}

/* Groups of processes, each noted when it is met for the first time. They are never removed,
 * so that they are looked up without a lock. */
struct group {
    struct group *next;
    uint64_t hash;
    uint32_t id;
    int size;
    int world_ranks[];
};

enum { GROUP_BUCKETS = 256 };
static _Atomic(struct group *) groups[GROUP_BUCKETS];
static pthread_mutex_t groups_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t group_count;

/* Ranks of a group, first its own and then those of the world. One per thread, kept for the next call. */
static __thread struct {
    int capacity;
    int *ranks;
} scratch;

static int *world_ranks(MPI_Group group, int size)
{
    if (scratch.ranks == NULL || size > scratch.capacity) {
        int capacity = size < 64 ? 64 : 2 * size;
        int *ranks = realloc(scratch.ranks, 2 * sizeof *ranks * (size_t)capacity);
        if (ranks == NULL)
            return NULL;
        for (int i = 0; i < capacity; i++)
            ranks[i] = i;
        scratch.ranks = ranks;
        scratch.capacity = capacity;
    }
    int *world = scratch.ranks + scratch.capacity;
    tt_real.Group_translate_ranks(group, size, scratch.ranks, tt_world_group, world);
    for (int i = 0; i < size; i++)
        if (world[i] == MPI_UNDEFINED)
            world[i] = -1; /* a process that was spawned or has connected */
    return world;
}

static struct group *find(uint64_t hash, int size, const int *ranks)
{
    struct group *g = atomic_load_explicit(&groups[hash % GROUP_BUCKETS], memory_order_acquire);
    size_t bytes = sizeof *ranks * (size_t)size;
    while (g != NULL && (g->hash != hash || g->size != size || memcmp(g->world_ranks, ranks, bytes) != 0))
        g = g->next;
    return g;
}

/* With the lock held. */
static struct group *enter(uint64_t hash, int size, const int *ranks)
{
    struct group *g = malloc(sizeof *g + sizeof(int) * (size_t)size);
    if (g == NULL)
        return NULL;
    g->hash = hash;
    g->id = group_count++;
    g->size = size;
    memcpy(g->world_ranks, ranks, sizeof(int) * (size_t)size);
    g->next = atomic_load(&groups[hash % GROUP_BUCKETS]);
    if (size == 0)
        tt_note("ranks %u\n", g->id);
    tt_note_ranks("ranks", g->id, size, ranks);
    atomic_store_explicit(&groups[hash % GROUP_BUCKETS], g, memory_order_release);
    return g;
}

uint32_t tt_win_group(MPI_Group group)
{
    int size = 0;
    tt_real.Group_size(group, &size);
    const int *ranks = world_ranks(group, size);
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; ranks != NULL && i < size; i++)
        hash = (hash ^ (uint64_t)(ranks[i] + 1)) * UINT64_C(0x100000001B3);
    const struct group *g = ranks != NULL ? find(hash, size, ranks) : NULL;
    if (g == NULL && ranks != NULL) {
        pthread_mutex_lock(&groups_lock);
        g = find(hash, size, ranks); /* another thread may have come first */
        if (g == NULL)
            g = enter(hash, size, ranks);
        pthread_mutex_unlock(&groups_lock);
    }
    if (g == NULL)
        tt_stop_recording("no memory for a group of processes");
    return g != NULL ? g->id : 0;
}
