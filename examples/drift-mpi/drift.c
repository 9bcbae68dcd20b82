/* A time-stepping program whose performance changes while it runs, by amounts that are known in closed form.
 *
 * drift [iterations [milliseconds]]
 *
 * The work of each function is to sleep for a known time, so that it takes as long on a busy machine. With t milliseconds:
 *
 *   advance     4 t; on rank 1 it grows by 0.2 % an iteration from iteration 200 on
 *   exchange    t; twice as long from three fifths of the iterations on, on all ranks
 *   particles   t; on the last rank 25 times as long in 12 iterations from a fifth of them on
 *   checkpoint  15 t, every 25 iterations: 24, 49, 74, ...
 *
 * Iterations count from 0. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ONSET = 200, EVERY = 25, BURST = 12 };
static const double GROWTH = 0.002;

static int rank, ranks, iterations = 500;
static double unit = 1.0;

/* Sleeps for some units; a part of each function that does so, since it is these that are to be seen. */
__attribute__((always_inline)) static inline void work(double units)
{
    double seconds = units * unit / 1000;
    struct timespec left = {.tv_sec = (time_t)seconds};
    left.tv_nsec = (long)((seconds - (double)left.tv_sec) * 1e9);
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

static void advance(int iteration)
{
    double grown = rank == 1 && iteration > ONSET ? 1 + GROWTH * (iteration - ONSET) : 1;
    work(4 * grown);
}

static void exchange(int iteration)
{
    work(iteration >= iterations / 5 * 3 ? 2 : 1);
}

static void particles(int iteration)
{
    int first = iterations / 5;
    work(rank == ranks - 1 && iteration >= first && iteration < first + BURST ? 25 : 1);
}

static void checkpoint(void)
{
    work(15);
}

static double residual(int iteration)
{
    double own = 1.0 / (1 + iteration), all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double run(void)
{
    double last = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
        advance(iteration);
        exchange(iteration);
        particles(iteration);
        if (iteration % EVERY == EVERY - 1)
            checkpoint();
        last = residual(iteration);
    }
    return last;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        iterations = atoi(argv[1]);
    if (argc > 2)
        unit = atof(argv[2]);
    if (iterations < 1 || !(unit > 0)) {
        if (rank == 0)
            fprintf(stderr, "usage: drift [iterations [milliseconds]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    double last = run();
    if (rank == 0)
        printf("%d iterations on %d ranks, residual %g\n", iterations, ranks, last);
    MPI_Finalize();
    return 0;
}
