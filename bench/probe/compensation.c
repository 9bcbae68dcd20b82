/*
 * One thread or rank computes for a known time and then calls a tiny function many times, which recording makes longer;
 * another one waits for it. Prints how long that took by its own clock. compensation HOW CALLS
 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile long calls_made;
static double computing = 0.05, waited;

/* In place, and without MPI_Wtime, so that asking for the time is not recorded. */
static inline __attribute__((always_inline)) double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* With a loop, so that it gets sleds, which functions of a few instructions do not. */
__attribute__((noinline)) void tiny(long i)
{
    for (int k = 0; k < 4; k++)
        calls_made += i;
}

/* The time is that of the clock, so that it is the same with and without recording. */
static void compute(long calls)
{
    double end = now() + computing;
    while (now() < end)
        ;
    for (long i = 0; i < calls; i++)
        tiny(i);
}

static void message(int rank, long calls)
{
    int value = 0;
    if (rank == 0) {
        compute(calls);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        double begin = now();
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        waited = now() - begin;
    }
}

static void together(int rank, long calls, int exchange)
{
    int from[64] = {0}, to[64];
    if (rank == 0)
        compute(calls);
    double begin = now();
    if (exchange)
        MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        waited = now() - begin;
}

static void team(long calls)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            compute(calls);
        double begin = now();
#pragma omp barrier
        if (omp_get_thread_num() == 1)
            waited = now() - begin;
    }
}

static void lock(long calls)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            omp_set_lock(&lock);
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
            compute(calls);
        } else {
            double begin = now();
            omp_set_lock(&lock);
            waited = now() - begin;
        }
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "message";
    long calls = argc > 2 ? atol(argv[2]) : 300000;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(how, "message") == 0)
        message(rank, calls);
    else if (strcmp(how, "barrier") == 0)
        together(rank, calls, 0);
    else if (strcmp(how, "all-to-all") == 0)
        together(rank, calls, 1);
    else if (strcmp(how, "team") == 0)
        team(calls);
    else
        lock(calls);
    if (waited > 0)
        printf("waited %.9f\n", waited);
    MPI_Finalize();
    return 0;
}
