/* Calls at all depths, with messages in between, so that something is open whenever a buffer is full. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static volatile int sum;
static jmp_buf back;

__attribute__((noinline)) static void leaf(void)
{
    sum++;
}

__attribute__((noinline)) static void jumps(int depth)
{
    leaf();
    if (depth == 0)
        longjmp(back, 1);
    jumps(depth - 1);
}

__attribute__((noinline)) static void exchange(int rank)
{
    int word = rank;
    MPI_Sendrecv_replace(&word, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

__attribute__((noinline)) static void descend(int depth, int rank)
{
    leaf();
    if (depth > 0) {
        descend(depth - 1, rank);
        leaf();
        descend(depth - 2 < 0 ? 0 : depth - 2, rank);
    } else if (setjmp(back) == 0) {
        jumps(3);
    }
    if (depth > 6)
        exchange(rank);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    descend(10, rank);
    MPI_Finalize();
    printf("%d\n", sum);
    return 0;
}
