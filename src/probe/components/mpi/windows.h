/* Windows of one-sided communication, and the records of what is done with them. */
#ifndef TRIMTAB_WINDOWS_H
#define TRIMTAB_WINDOWS_H

#include <mpi.h>

#include "comms.h"

/* The epochs that a group of processes is named for, MPI 3.1, 11.5.2. */
enum tt_epoch { TT_ACCESS, TT_EXPOSURE, TT_EPOCHS };

struct tt_win {
    struct tt_handle handle;
    uint32_t id; /* in this process */
    int rank;      /* in its communicator */
    int allocated; /* its memory is MPI's */
    _Atomic uint32_t groups[TT_EPOCHS]; /* of the epochs under way */
};

extern struct tt_handles tt_wins;

/** NULL for MPI_WIN_NULL, and for a window whose making was not seen. Takes no lock. */
static inline struct tt_win *tt_win_find(MPI_Win win)
{
    return (struct tt_win *)tt_handle_find(&tt_wins, (uintptr_t)win);
}

/* MPI_PROC_NULL, which in some MPI libraries is the number of TT_ALL_RANKS. */
#define TT_NO_RANK (TT_ALL_RANKS - 1)

static inline uint32_t tt_win_rank(int rank)
{
    return rank == MPI_PROC_NULL ? TT_NO_RANK : (uint32_t)rank;
}

/* windows.c: lifetimes, names, and groups of processes */
struct tt_creation tt_win_creating(struct tt_thread *t, MPI_Comm comm);
void tt_win_created(struct tt_thread *t, const struct tt_creation *creation, MPI_Win made, enum tt_operation operation);
void tt_win_name(MPI_Win win, const char *name);
/** The number of the group of these processes, which is the same for equal groups. */
uint32_t tt_win_group(MPI_Group group);

/* onesided.c: operations and synchronisation; after a call that has succeeded, where nothing else is said */
/** Before an operation that a synchronisation completes. */
void tt_win_op(struct tt_thread *t, MPI_Win win, int target, enum tt_win_op operation, uint64_t sent, uint64_t received);
/** Before an operation that gives a request: its request id; 0 if it is not recorded. */
uint64_t tt_win_rop(struct tt_thread *t, MPI_Win win, int target, enum tt_win_op operation, uint64_t sent,
                    uint64_t received);
void tt_win_rop_posted(MPI_Request request, MPI_Win win, uint64_t id);
void tt_win_fenced(struct tt_thread *t, MPI_Win win);
void tt_win_epoch(struct tt_thread *t, MPI_Win win, enum tt_epoch epoch, MPI_Group group);
void tt_win_epoch_ended(struct tt_thread *t, MPI_Win win, enum tt_epoch epoch);
void tt_win_unlocked(struct tt_thread *t, MPI_Win win, uint32_t rank);
void tt_win_flushed(struct tt_thread *t, MPI_Win win, uint32_t rank, int local);
void tt_win_synchronised(struct tt_thread *t, MPI_Win win);

#endif
