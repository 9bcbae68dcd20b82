/* A tiny function that rank 1 calls so often that recording it would cost too much, and the other ranks hardly ever. */
#include <mpi.h>
#include <stdio.h>

#define KEEP __attribute__((noinline))

KEEP int spin(int x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 31 + i;
    return x;
}

KEEP int many(int times, int n)
{
    int s = 0;
    for (int i = 0; i < times; i++)
        s += spin(i, n);
    return s;
}

int main(int argc, char **argv)
{
    int rank, sum = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 20; i++) {
        sum += many(rank == 1 ? 200000 : 100, 2 + (argc > 5));
        MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d\n", all);
    MPI_Finalize();
    return 0;
}
