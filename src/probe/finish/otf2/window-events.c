/*
 * The events of one-sided communication. OTF2 wants a record where an operation completes; MPI's operations
 * are completed in bulk by what synchronises them: a fence, the end of an epoch, a flush. As Score-P does it,
 * the operations of one location to one target that are under way have one number in common, and complete as one.
 */
#include "writer.h"

#include <stdlib.h>

/* What is under way to a target, or at it. */
struct under_way {
    uint32_t target;
    uint64_t number; /* 0: nothing */
    int remote;      /* completes at the target too: no get */
    int local_done;  /* has completed at the origin */
};

struct window_state {
    struct under_way *by_target;
    uint32_t count, capacity;
    struct map index;        /* by target, and whether it completes there too */
    struct under_way *older; /* wait for nothing but completion at the target */
    uint32_t older_count, older_capacity;
};

/* How far a synchronisation completes operations. */
enum completion {
    LOCALLY,   /* at the origin: the target's completion comes later */
    AT_ORIGIN, /* at the origin: of the target's completion the origin hears nothing */
    EVERYWHERE
};

static OTF2_RmaWinRef window_of(const struct writer *w, uint64_t word)
{
    uint32_t id = (uint32_t)(word >> 32);
    return id < w->process->mpi.window_count ? w->process->mpi.windows[id].global : OTF2_UNDEFINED_RMA_WIN;
}

/* Numbers of requests are even, those of operations without request odd. */
static uint64_t number_of_request(uint64_t id)
{
    return 2 * id;
}

static uint64_t next_number(struct writer *w)
{
    return 2 * w->operations++ + 1;
}

static struct window_state *state_of(struct writer *w, uint64_t word)
{
    uint32_t id = (uint32_t)(word >> 32);
    while (w->window_count <= id) {
        const struct window_state none = {.count = 0};
        APPEND(w->windows, w->window_count, w->window_capacity, none);
    }
    return &w->windows[id];
}

static struct under_way *find(const struct window_state *s, uint32_t target, int remote)
{
    uint32_t found = map_get(&s->index, (uint64_t)target << 1 | (uint64_t)remote);
    return found != MAP_MISSING ? &s->by_target[found] : NULL;
}

static struct under_way *find_or_add(struct window_state *s, uint32_t target, int remote)
{
    struct under_way *found = find(s, target, remote);
    if (found != NULL)
        return found;
    const struct under_way none = {.target = target, .remote = remote};
    APPEND(s->by_target, s->count, s->capacity, none);
    map_put(&s->index, (uint64_t)target << 1 | (uint64_t)remote, s->count - 1);
    return &s->by_target[s->count - 1];
}

/* The number that an operation has in common with those to the same target. */
static uint64_t begin(struct writer *w, struct window_state *s, uint32_t target, int remote)
{
    struct under_way *u = find_or_add(s, target, remote);
    if (u->number != 0 && u->local_done) {
        APPEND(s->older, s->older_count, s->older_capacity, *u);
        u->number = 0;
    }
    if (u->number == 0)
        u->number = next_number(w);
    u->local_done = 0;
    return u->number;
}

static void write_operation(struct writer *w, uint64_t time, const uint64_t *record)
{
    static const OTF2_RmaAtomicType atomics[] = {
        [TT_WIN_ACCUMULATE] = OTF2_RMA_ATOMIC_TYPE_ACCUMULATE,
        [TT_WIN_FETCH] = OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
        [TT_WIN_SWAP] = OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP,
    };
    struct window_state *s = state_of(w, record[1]);
    OTF2_RmaWinRef window = window_of(w, record[1]);
    uint32_t target = (uint32_t)record[1];
    unsigned operation = (unsigned)(record[2] >> TT_WIN_OP_SHIFT);
    uint64_t request = record[2] & TT_TIME_MASK, sent = record[3], received = record[4];
    int remote = operation != TT_WIN_GET;
    uint64_t number = request != 0 ? number_of_request(request) : begin(w, s, target, remote);
    if (request != 0 && remote) {
        const struct under_way own = {.target = target, .number = number, .remote = 1, .local_done = 1};
        APPEND(s->older, s->older_count, s->older_capacity, own);
    }
    if (operation == TT_WIN_PUT)
        PUT_EVENT(&w->out, time, EVENT_RMA_PUT, window, target, sent, number);
    else if (operation == TT_WIN_GET)
        PUT_EVENT(&w->out, time, EVENT_RMA_GET, window, target, received, number);
    else
        PUT_EVENT(&w->out, time, EVENT_RMA_ATOMIC, window, target, atomics[operation <= TT_WIN_SWAP ? operation : TT_WIN_SWAP], sent, received, number);
}

static void complete(struct writer *w, uint64_t time, OTF2_RmaWinRef window, struct under_way *u, enum completion how)
{
    if (u->number == 0)
        return;
    if (!u->local_done)
        PUT_EVENT(&w->out, time, EVENT_RMA_OP_COMPLETE_NON_BLOCKING, window, u->number);
    u->local_done = 1;
    if (u->remote && how == EVERYWHERE)
        PUT_EVENT(&w->out, time, EVENT_RMA_OP_COMPLETE_REMOTE, window, u->number);
    if (!u->remote || how != LOCALLY)
        u->number = 0;
}

/* Completes what is under way to a target, or to all. */
static void complete_all(struct writer *w, uint64_t time, uint64_t word, uint32_t target, enum completion how)
{
    struct window_state *s = state_of(w, word);
    OTF2_RmaWinRef window = window_of(w, word);
    if (target == TT_ALL_RANKS) {
        for (uint32_t i = 0; i < s->count; i++)
            complete(w, time, window, &s->by_target[i], how);
    } else {
        for (int remote = 0; remote < 2; remote++) {
            struct under_way *u = find(s, target, remote);
            if (u != NULL)
                complete(w, time, window, u, how);
        }
    }
    if (how == LOCALLY)
        return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->older_count; i++) {
        if (target == TT_ALL_RANKS || s->older[i].target == target)
            complete(w, time, window, &s->older[i], how);
        else
            s->older[kept++] = s->older[i];
    }
    s->older_count = kept;
}

static void free_state(struct window_state *s)
{
    map_free(&s->index);
    free(s->by_target);
    free(s->older);
    *s = (struct window_state){.count = 0};
}

static void write_lifetime(struct writer *w, enum tt_record_type type, uint64_t time, uint64_t word)
{
    OTF2_RmaWinRef window = window_of(w, word);
    if (type == TT_WIN_CREATE) {
        PUT_EVENT(&w->out, time, EVENT_RMA_WIN_CREATE, window);
        return;
    }
    free_state(state_of(w, word));
    PUT_EVENT(&w->out, time, EVENT_RMA_WIN_DESTROY, window);
}

static void write_collective(struct writer *w, uint64_t time, uint64_t word)
{
    unsigned operation = (unsigned)(word & 0xFFFF);
    OTF2_RmaSyncLevel level = OTF2_RMA_SYNC_LEVEL_PROCESS;
    if (operation == TT_OP_BARRIER) {
        level |= OTF2_RMA_SYNC_LEVEL_MEMORY;
        complete_all(w, time, word, TT_ALL_RANKS, EVERYWHERE);
    }
    PUT_EVENT(&w->out, time, EVENT_RMA_COLLECTIVE_END, collective_operation(operation), level, window_of(w, word), OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

static void write_group_sync(struct writer *w, uint64_t time, uint64_t word, int ends)
{
    uint32_t group = (uint32_t)word;
    OTF2_RmaSyncLevel level = OTF2_RMA_SYNC_LEVEL_PROCESS;
    if (ends) {
        level |= OTF2_RMA_SYNC_LEVEL_MEMORY;
        complete_all(w, time, word, TT_ALL_RANKS, AT_ORIGIN);
    }
    OTF2_GroupRef members = OTF2_UNDEFINED_GROUP;
    if (group < w->process->mpi.group_count)
        members = WORLD_GROUPS + w->process->mpi.groups[group].global;
    PUT_EVENT(&w->out, time, EVENT_RMA_GROUP_SYNC, level, window_of(w, word), members);
}

static OTF2_LockType lock_type(uint64_t exclusive)
{
    return exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
}

/* Of passive targets: locks, and operations that are completed under a lock. */
static void write_passive(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *record)
{
    OTF2_RmaWinRef window = window_of(w, record[1]);
    uint32_t rank = (uint32_t)record[1]; /* TT_ALL_RANKS is OTF2's own number for all */
    if (type == TT_WIN_LOCK) {
        PUT_EVENT(&w->out, time, EVENT_RMA_REQUEST_LOCK, window, rank, 0, lock_type(record[2]));
    } else if (type == TT_WIN_LOCKED) {
        PUT_EVENT(&w->out, time, EVENT_RMA_ACQUIRE_LOCK, window, rank, 0, lock_type(record[2]));
    } else if (type == TT_WIN_UNLOCKED) {
        complete_all(w, time, record[1], rank, EVERYWHERE);
        PUT_EVENT(&w->out, time, EVENT_RMA_RELEASE_LOCK, window, rank, 0);
    } else {
        complete_all(w, time, record[1], rank, record[2] != 0 ? LOCALLY : EVERYWHERE);
        PUT_EVENT(&w->out, time, EVENT_RMA_SYNC, window, rank, OTF2_RMA_SYNC_TYPE_MEMORY);
    }
}

void write_window(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *record)
{
    OTF2_RmaWinRef window = window_of(w, record[1]);
    if (window == OTF2_UNDEFINED_RMA_WIN) { /* the text file was cut off before it */
        w->archive->misplaced++;
        return;
    }
    time = at(w, time);
    if (type == TT_WIN_CREATE || type == TT_WIN_DESTROY)
        write_lifetime(w, type, time, record[1]);
    else if (type == TT_WIN_COLL_END)
        write_collective(w, time, record[1]);
    else if (type == TT_WIN_GROUP)
        write_group_sync(w, time, record[1], record[2] != 0);
    else if (type == TT_WIN_OP)
        write_operation(w, time, record);
    else if (type == TT_WIN_COMPLETE)
        PUT_EVENT(&w->out, time, EVENT_RMA_OP_COMPLETE_NON_BLOCKING, window, number_of_request(record[2]));
    else if (type == TT_WIN_TEST)
        PUT_EVENT(&w->out, time, EVENT_RMA_OP_TEST, window, number_of_request(record[2]));
    else if (type == TT_WIN_SYNC)
        PUT_EVENT(&w->out, time, EVENT_RMA_SYNC, window, (uint32_t)record[1], OTF2_RMA_SYNC_TYPE_MEMORY);
    else
        write_passive(w, type, time, record);
}

void free_windows(struct writer *w)
{
    for (uint32_t i = 0; i < w->window_count; i++)
        free_state(&w->windows[i]);
    free(w->windows);
}
