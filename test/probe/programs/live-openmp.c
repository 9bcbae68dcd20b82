/* A progress loop of so many steps, each with a parallel region in which each of two threads calls compute, and a barrier of all
 * ranks. Before step 20 it waits for the file that LIVE_HOLD names, after an empty file of that name and `-RANK`. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../src/probe/api/trimtab.h"

#define HELD_AT 20

__attribute__((noinline)) static double compute(double x)
{
    for (int i = 0; i < 20000; i++)
        x = x * 0.999 + i;
    return x;
}

int main(int argc, char **argv)
{
    const char *held = getenv("LIVE_HOLD");
    long steps = argc > 1 ? atol(argv[1]) : 60;
    double sum = 0;
    char name[4200];
    int rank;
    MPI_Init(&argc, &argv);
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
#pragma omp parallel num_threads(2) reduction(+ : sum)
        sum += compute(omp_get_thread_num());
        MPI_Barrier(MPI_COMM_WORLD);
        tt_stop(step);
    }
    if (rank == 0)
        printf("%a\n", sum);
    MPI_Finalize();
    return 0;
}
