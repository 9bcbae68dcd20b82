/* MPI and OpenMP: two ranks of two threads; messages by the main threads. */
#include <mpi.h>

static volatile double sink;

static __attribute__((noinline)) void work(int i)
{
    for (int k = 0; k <= i; k++)
        sink = k;
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 2; step++) {
#pragma omp parallel for schedule(dynamic) num_threads(2) /* MARK parallel for */
        for (int i = 0; i < 4; i++)
            work(i);
        MPI_Barrier(MPI_COMM_WORLD); /* MARK MPI barrier */
    }
    MPI_Finalize();
    return 0;
}
