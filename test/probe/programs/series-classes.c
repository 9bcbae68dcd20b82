/* A progress loop whose iterations have time of all classes: work, a loop and a region of OpenMP whose threads wait at implicit
 * and explicit barriers, a critical section, a lock of POSIX, files, and operations of MPI for which one rank comes late.
 * Arguments: iterations, microseconds of work, a folder for its files. Before iteration 20 it waits for the file that LIVE_HOLD
 * names, after an empty file of that name and `-RANK`. */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../../../src/probe/api/trimtab.h"

#define HELD_AT 20

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile long entered;

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

__attribute__((noinline)) static void in_threads(double unit)
{
#pragma omp parallel num_threads(2)
    {
        int thread = omp_get_thread_num();
#pragma omp for schedule(static)
        for (int i = 0; i < 4; i++)
            work(unit * (1 + thread));
#pragma omp critical
        {
            work(unit / 2);
            entered++;
        }
        work(unit * (2 - thread));
#pragma omp barrier
        work(unit / 2 * thread);
    }
}

__attribute__((noinline)) static void write_state(const char *folder, int rank, long step)
{
    char name[4200];
    static const char block[1 << 16];
    snprintf(name, sizeof name, "%s/state-%d", folder, rank);
    FILE *out = fopen(name, "w");
    if (out == NULL)
        exit(1);
    for (int i = 0; i < 16; i++)
        fwrite(block, 1, sizeof block, out);
    fclose(out);
    pthread_mutex_lock(&mutex);
    entered += step % 2;
    pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv)
{
    const long steps = argc > 1 ? atol(argv[1]) : 60;
    const double unit = argc > 2 ? atof(argv[2]) : 500;
    const char *folder = argc > 3 ? argv[3] : ".", *held = getenv("LIVE_HOLD");
    char name[4200];
    int rank, level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    tt_handle step = tt_dynamic_phase("step");
    for (long s = 1; s <= steps; s++) {
        if (s == HELD_AT && held != NULL) {
            snprintf(name, sizeof name, "%s-%d", held, rank);
            FILE *waits = fopen(name, "w");
            if (waits != NULL)
                fclose(waits);
            while (access(held, F_OK) != 0)
                usleep(5000);
        }
        tt_start(step);
        in_threads(unit);
        work(rank == 0 ? 3 * unit : unit);
        write_state(folder, rank, s);
        MPI_Allreduce(MPI_IN_PLACE, &level, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        tt_stop(step);
    }
    if (rank == 0)
        printf("%ld\n", entered);
    MPI_Finalize();
    return 0;
}
