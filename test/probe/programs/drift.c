/* A progress loop with changes that are known: each rank computes WORK microseconds an iteration, rank 0 EXTRA more from
 * iteration FROM on; then rank r sends to r + 1 of each pair, which waits for it, and all sum up. Of the extra time, what the
 * others wait is waiting at the sum; a pair's receiver computes half as long, so that it waits for its sender.
 * Arguments: iterations, WORK, EXTRA, FROM. DRIFT_HOLD names a file that it waits for before its first iteration ends, DRIFT_OVER
 * one that ends it when it is there. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../../../src/probe/api/trimtab.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Time passes, whoever else has the processor. */
__attribute__((noinline)) static void work(double microseconds)
{
    const double until = now() + microseconds / 1e6;
    while (now() < until)
        usleep(100);
}

__attribute__((noinline)) static void extra(double microseconds)
{
    work(microseconds);
}

__attribute__((noinline)) static double exchange(int rank, int size, double value)
{
    double got = value;
    if (rank % 2 == 0 && rank + 1 < size)
        MPI_Send(&value, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    else if (rank % 2 == 1)
        MPI_Recv(&got, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got;
}

int main(int argc, char **argv)
{
    const long iterations = argc > 1 ? atol(argv[1]) : 400;
    const double microseconds = argc > 2 ? atof(argv[2]) : 2000, more = argc > 3 ? atof(argv[3]) : 2000;
    const long from = argc > 4 ? atol(argv[4]) : iterations / 2;
    const char *hold = getenv("DRIFT_HOLD"), *over = getenv("DRIFT_OVER");
    const double enough = 1e9;
    int rank, size;
    double value = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    tt_handle step = tt_dynamic_phase("step");
    for (long i = 0; i < iterations; i++) {
        tt_start(step);
        work(rank % 2 == 1 ? 0.5 * microseconds : microseconds);
        if (rank == 0 && i >= from)
            extra(more);
        value = exchange(rank, size, value);
        if (rank == 0 && over != NULL && access(over, F_OK) == 0)
            value = enough;
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        value = sum / size;
        tt_stop(step);
        if (sum >= enough)
            break;
        while (i == 0 && hold != NULL && access(hold, F_OK) != 0)
            usleep(5000);
    }
    if (rank == 0)
        printf("%g\n", value);
    MPI_Finalize();
    return 0;
}
