/* Call sites: each marked line is asserted by its mark. */
#include <mpi.h>
#include <setjmp.h>

static jmp_buf back;
static volatile int sink;

static inline __attribute__((always_inline)) void inlined(void)
{
    sink++;
    MPI_Barrier(MPI_COMM_WORLD); /* MARK barrier in inlined */
}

static void recursive(int depth)
{
    sink = depth;
    if (depth > 0)
        recursive(depth - 1); /* MARK recursive in recursive */
    sink = -depth;
}

static void jumps(void)
{
    longjmp(back, 1);
}

static void left_by_longjmp(void)
{
    sink++;
    jumps(); /* MARK jumps */
}

static void tail(void)
{
    MPI_Barrier(MPI_COMM_WORLD); /* MARK barrier in tail */
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);               /* MARK init */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* MARK rank */
    inlined(); /* MARK inlined */
    recursive(2); /* MARK recursive */
    if (setjmp(back) == 0)
        left_by_longjmp(); /* MARK left_by_longjmp */
    tail();                /* MARK tail */
    MPI_Barrier(           /* a call of several lines */
                MPI_COMM_WORLD);
    MPI_Finalize(); /* MARK finalize */
    return 0;
}
