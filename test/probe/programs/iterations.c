/* Iteration i of the phase calls `part` i times, sends i * 8 bytes, and calls `odd` where i is odd; of rank r, r iterations
 * are missing. What is between the iterations is in none of them. */
#include <mpi.h>
#include <stdlib.h>
#include "trimtab.h"

static volatile double sum;
static double data[4096];

__attribute__((noinline)) static void part(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + 1;
}

__attribute__((noinline)) static void odd(int n)
{
    part(n);
    part(n);
}

/* As a function it is the progress loop too. */
__attribute__((noinline)) static void iterate(int i, int rank, int size)
{
    for (int k = 0; k < i; k++)
        part(10);
    if (i % 2 == 1)
        odd(20);
    if (size > 1 && rank == 0)
        MPI_Send(data, i % 4096, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (size > 1 && rank == 1)
        MPI_Recv(data, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint32_t step = trimtab_phase("step", 1);
    for (int i = 1; i <= n - (rank > 1 ? rank : 0); i++) {
        trimtab_start(step);
        iterate(i, rank, size);
        trimtab_stop(step);
        part(7);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
