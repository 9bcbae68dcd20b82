/*
 * Records of one-sided operations and of what synchronises them. Which operations a
 * synchronisation completes is told by the finisher, so that nothing is kept here.
 */
#include "wrap.h"

static uint64_t of_rank(const struct tt_win *w, uint32_t rank)
{
    return (uint64_t)w->id << 32 | rank;
}

static void put_operation(struct tt_thread *t, const struct tt_win *w, int target, enum tt_win_op operation,
                          uint64_t request, uint64_t sent, uint64_t received)
{
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(TT_WIN_OP, t->entered);
    record[1] = of_rank(w, (uint32_t)target);
    record[2] = (uint64_t)operation << TT_WIN_OP_SHIFT | request;
    record[3] = sent;
    record[4] = received;
    tt_commit(t, record, 5);
}

void tt_win_op(struct tt_thread *t, MPI_Win win, int target, enum tt_win_op operation, uint64_t sent, uint64_t received)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL && target != MPI_PROC_NULL)
        put_operation(t, w, target, operation, 0, sent, received);
}

uint64_t tt_win_rop(struct tt_thread *t, MPI_Win win, int target, enum tt_win_op operation, uint64_t sent,
                    uint64_t received)
{
    const struct tt_win *w = tt_win_find(win);
    if (w == NULL || target == MPI_PROC_NULL)
        return 0;
    uint64_t id = tt_next_request_id();
    put_operation(t, w, target, operation, id, sent, received);
    return id;
}

/* The handle is entered even if nothing is recorded, so that it is not mistaken for another's. */
void tt_win_rop_posted(MPI_Request request, MPI_Win win, uint64_t id)
{
    const struct tt_request posted = {.kind = TT_REQUEST_WIN,
                                      .id = id,
                                      .active = 1,
                                      .null = id == 0,
                                      .comm = id != 0 ? tt_win_find(win)->id : 0};
    tt_request_add(&posted, (uintptr_t)request);
}

/** The record of an operation whose request has completed, or not yet. */
void tt_win_rop_tested(struct tt_thread *t, const struct tt_request *request, int complete)
{
    tt_put2(t, complete ? TT_WIN_COMPLETE : TT_WIN_TEST, tt_time(), (uint64_t)request->comm << 32, request->id);
}

void tt_win_fenced(struct tt_thread *t, MPI_Win win)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL)
        tt_put1(t, TT_WIN_COLL_END, tt_time(), (uint64_t)w->id << 32 | TT_OP_BARRIER);
}

void tt_win_epoch(struct tt_thread *t, MPI_Win win, enum tt_epoch epoch, MPI_Group group)
{
    uint64_t time = tt_time(); /* before the group is looked up */
    struct tt_win *w = tt_win_find(win);
    if (w == NULL)
        return;
    uint32_t members = tt_win_group(group);
    atomic_store_explicit(&w->groups[epoch], members, memory_order_relaxed);
    tt_put2(t, TT_WIN_GROUP, time, of_rank(w, members), 0);
}

void tt_win_epoch_ended(struct tt_thread *t, MPI_Win win, enum tt_epoch epoch)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL)
        tt_put2(t, TT_WIN_GROUP, tt_time(), of_rank(w, atomic_load_explicit(&w->groups[epoch], memory_order_relaxed)), 1);
}

TT_API int MPI_Win_test(MPI_Win win, int *flag)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Win_test, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Win_test(win, flag);
    if (t != NULL && result == MPI_SUCCESS && *flag)
        tt_win_epoch_ended(t, win, TT_EXPOSURE);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Win_test)

static const struct tt_win *locking(struct tt_thread *t, MPI_Win win, uint32_t rank, int exclusive)
{
    const struct tt_win *w = t != NULL && rank != TT_NO_RANK ? tt_win_find(win) : NULL;
    if (w != NULL)
        tt_put2(t, TT_WIN_LOCK, t->entered, of_rank(w, rank), (uint64_t)exclusive);
    return w;
}

static void locked(struct tt_thread *t, const struct tt_win *w, uint32_t rank, int exclusive)
{
    if (w != NULL)
        tt_put2(t, TT_WIN_LOCKED, tt_time(), of_rank(w, rank), (uint64_t)exclusive);
}

TT_API int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Win_lock, TT_SITE, TT_MPI_ENTER);
    const struct tt_win *w = locking(t, win, tt_win_rank(rank), lock_type == MPI_LOCK_EXCLUSIVE);
    int result = tt_real.Win_lock(lock_type, rank, assert, win);
    if (result == MPI_SUCCESS)
        locked(t, w, tt_win_rank(rank), lock_type == MPI_LOCK_EXCLUSIVE);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Win_lock)

TT_API int MPI_Win_lock_all(int assert, MPI_Win win)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Win_lock_all, TT_SITE, TT_MPI_ENTER);
    const struct tt_win *w = locking(t, win, TT_ALL_RANKS, 0);
    int result = tt_real.Win_lock_all(assert, win);
    if (result == MPI_SUCCESS)
        locked(t, w, TT_ALL_RANKS, 0);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Win_lock_all)

void tt_win_unlocked(struct tt_thread *t, MPI_Win win, uint32_t rank)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL && rank != TT_NO_RANK)
        tt_put1(t, TT_WIN_UNLOCKED, tt_time(), of_rank(w, rank));
}

void tt_win_flushed(struct tt_thread *t, MPI_Win win, uint32_t rank, int local)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL && rank != TT_NO_RANK)
        tt_put2(t, TT_WIN_FLUSH, tt_time(), of_rank(w, rank), (uint64_t)local);
}

void tt_win_synchronised(struct tt_thread *t, MPI_Win win)
{
    const struct tt_win *w = tt_win_find(win);
    if (w != NULL)
        tt_put1(t, TT_WIN_SYNC, tt_time(), of_rank(w, (uint32_t)w->rank));
}
