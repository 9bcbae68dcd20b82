/* Calls of MPI from several functions, between which they compute. The first argument is a file of a page through which a
 * rank learns that the other one waits. */
#include <fcntl.h>
#include <mpi.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define KEPT __attribute__((noinline))
#define INLINED static inline __attribute__((always_inline))

static int rank;
static double sum;
static volatile int *arrived;

/* Processor time, so that a busy machine does not make it shorter. */
INLINED double used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The other rank has come to its next call for long when this one goes on. */
INLINED void compute_longer(int is_late, int turn)
{
    if (!is_late) {
        *arrived = turn;
        return;
    }
    while (*arrived != turn)
        sum += 1e-9;
    for (double end = used() + 0.05; used() < end;)
        sum += 1e-9;
}

KEPT static void prepare(void)
{
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* MARK prepared */
    compute_longer(rank == 0, 1);
    MPI_Barrier(MPI_COMM_WORLD); /* MARK barrier */
}

KEPT static void exchange(void)
{
    double mine = 1, other = 0;
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1 - rank, 1, &other, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* MARK first */
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1 - rank, 2, &other, 1, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* MARK second */
    sum += other;
}

/* Passes a call on, for more than one function. */
KEPT static void add(double *value)
{
    double all = 0;
    MPI_Allreduce(value, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    *value = all;
}

KEPT static void solve(void)
{
    for (int i = 0; i < 3; i++) {
        exchange(); /* MARK exchanged */
        compute_longer(rank == 1, 2 + i);
        add(&sum); /* MARK summed */
    }
    sum += 1;
}

KEPT static void repeat(void)
{
    for (int i = 0; i < 4; i++)
        add(&sum); /* MARK repeated */
    sum += 1;
}

int main(int argc, char **argv)
{
    int file = argc > 1 ? open(argv[1], O_RDWR) : -1;
    arrived = mmap(NULL, sizeof *arrived, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (arrived == MAP_FAILED)
        return 1;
    MPI_Init(&argc, &argv); /* MARK begun */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* MARK ranked */
    prepare(); /* MARK prepare */
    solve(); /* MARK solve */
    repeat(); /* MARK repeat */
    MPI_Finalize(); /* MARK ended */
    return sum < 0;
}
