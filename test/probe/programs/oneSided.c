/*
 * One-sided communication of 4 ranks: windows of all kinds, over all ranks, over some and alone; fences, epochs,
 * locks and flushes, and each operation.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOM = 64 };

static int rank;
static double memory[ROOM], local[ROOM];
static MPI_Win all;

/* Rank 0 does everything to rank 1, and the two things to rank 2 that make the counts of bytes differ. */
static void fences(void)
{
    double mine[2] = {1, 2}, theirs[4], swap = 0;
    MPI_Win_fence(0, all);
    if (rank == 0) {
        MPI_Put(mine, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, all);
        MPI_Put(mine, 1, MPI_DOUBLE, 1, 4, 1, MPI_DOUBLE, all);
        MPI_Get(theirs, 3, MPI_DOUBLE, 1, 8, 3, MPI_DOUBLE, all);
        MPI_Accumulate(mine, 1, MPI_DOUBLE, 2, 0, 1, MPI_DOUBLE, MPI_SUM, all);
        MPI_Put(mine, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, 1, MPI_DOUBLE, all);
    }
    MPI_Win_fence(0, all);
    if (rank == 0) {
        MPI_Get_accumulate(mine, 1, MPI_DOUBLE, theirs, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_SUM, all);
        MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, theirs, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, MPI_NO_OP, all);
        MPI_Fetch_and_op(mine, &swap, MPI_DOUBLE, 1, 0, MPI_SUM, all);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, all);
}

/* Ranks 0 and 3 put to rank 1; in the second epoch rank 0 to ranks 1 and 2, which rank 2 tests for. */
static void epochs(void)
{
    static const int origins[] = {0, 3}, targets[] = {1, 2};
    MPI_Group world, first, second, from;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, targets, &first);
    MPI_Group_incl(world, 2, targets, &second);
    MPI_Group_incl(world, 2, origins, &from);
    if (rank == 1) {
        MPI_Win_post(from, 0, all);
        MPI_Win_wait(all);
    } else if (rank != 2) {
        MPI_Win_start(first, 0, all);
        MPI_Put(local, 1, MPI_DOUBLE, 1, rank, 1, MPI_DOUBLE, all);
        MPI_Win_complete(all);
    }
    MPI_Group_free(&from);
    MPI_Group_incl(world, 1, origins, &from);
    if (rank == 0) {
        MPI_Win_start(second, 0, all);
        MPI_Put(local, 2, MPI_DOUBLE, 2, 0, 2, MPI_DOUBLE, all);
        MPI_Win_complete(all);
    } else if (rank == 1) {
        MPI_Win_post(from, 0, all);
        MPI_Win_wait(all);
    } else if (rank == 2) {
        int done = 0;
        MPI_Win_post(from, 0, all);
        while (!done) {
            usleep(1000);
            MPI_Win_test(all, &done);
        }
    }
    MPI_Group_free(&world);
    MPI_Group_free(&first);
    MPI_Group_free(&second);
    MPI_Group_free(&from);
}

/* Among the odd ranks, in which rank 3 is rank 0 and rank 1 is rank 1, the first works on the second. */
static void locks(MPI_Win odd)
{
    MPI_Request request;
    long value = 1, compare = 0, result;
    if (rank == 3) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, odd);
        MPI_Compare_and_swap(&value, &compare, &result, MPI_LONG, 1, 0, odd);
        MPI_Win_unlock(1, odd);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, odd);
        MPI_Rput(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, odd, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget(&result, 1, MPI_LONG, 1, 0, 1, MPI_LONG, odd, &request);
        int done = 0;
        while (!done) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            usleep(1000);
        }
        MPI_Raccumulate(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, odd, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget_accumulate(&value, 1, MPI_LONG, &result, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, odd, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rput(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, odd, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, odd);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 works on ranks 1 and 2. */
static void flushes(MPI_Win window)
{
    double value = rank;
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
        MPI_Put(&value, 1, MPI_DOUBLE, 2, 0, 1, MPI_DOUBLE, window);
        MPI_Win_flush(1, window);
        MPI_Win_flush_local(2, window);
        MPI_Put(&value, 1, MPI_DOUBLE, 2, 0, 1, MPI_DOUBLE, window);
        MPI_Win_flush_local_all(window);
        MPI_Get(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
        MPI_Win_flush_all(window);
        MPI_Win_sync(window);
    }
    MPI_Win_unlock_all(window);
}

/* Windows of their own communicators come and go in several threads at once. */
static MPI_Comm copies[2];
static void *in_thread(void *which)
{
    MPI_Comm comm = copies[which != NULL];
    for (int i = 0; i < 20; i++) {
        MPI_Win window;
        double value = i, *base;
        MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &base, &window);
        MPI_Win_fence(0, window);
        MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
        MPI_Win_fence(0, window);
        MPI_Win_free(&window);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t other;
    for (int i = 0; i < 2; i++) MPI_Comm_dup(MPI_COMM_SELF, &copies[i]);
    pthread_create(&other, NULL, in_thread, &other);
    in_thread(NULL);
    pthread_join(other, NULL);
    for (int i = 0; i < 2; i++) MPI_Comm_free(&copies[i]);
}

int main(int argc, char **argv)
{
    int level;
    MPI_Comm odd_ranks;
    MPI_Win odd, allocated, shared, dynamic, alone;
    long number = 0;
    double *own, *common;
    MPI_Init_thread(&argc, &argv, argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1) {
        if (level == MPI_THREAD_MULTIPLE) threads();
        MPI_Finalize();
        return 0;
    }
    /* Open MPI 4.1 mixes up the memory of windows that disjoint communicators make at the same time. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? 0 : MPI_UNDEFINED, -rank, &odd_ranks);
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &all);
    MPI_Win_set_name(all, "all of them");
    if (rank % 2) MPI_Win_create(&number, sizeof number, sizeof number, MPI_INFO_NULL, odd_ranks, &odd);
    MPI_Win_allocate(8 * sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &allocated);
    MPI_Win_allocate_shared(8 * sizeof *common, sizeof *common, MPI_INFO_NULL, MPI_COMM_WORLD, &common, &shared);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    /* Open MPI 4.1 knows no way to do it: a creation that fails. */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int made = MPI_Win_create(local, sizeof local, sizeof local[0], MPI_INFO_NULL, MPI_COMM_SELF, &alone);
    fences();
    epochs();
    locks(odd);
    flushes(allocated);
    if (made == MPI_SUCCESS) MPI_Win_free(&alone);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&shared);
    MPI_Win_free(&allocated);
    if (rank % 2) MPI_Win_free(&odd);
    MPI_Win_free(&all);
    if (rank % 2) MPI_Comm_free(&odd_ranks);
    MPI_Finalize();
    return 0;
}
