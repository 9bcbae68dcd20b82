/* Ends in the way that the argument says, after some work on every rank. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double sum;

static void work(void)
{
    for (int i = 0; i < 10; i++)
        sum += i;
}

static void crash(int rank)
{
    work();
    if (rank == 1)
        *(volatile int *)8 = 1; /* SIGSEGV */
    MPI_Barrier(MPI_COMM_WORLD);
}

static int overflow(int depth)
{
    volatile char room[4096];
    room[0] = (char)depth;
    return overflow(depth + 1) + room[0];
}

static void own_handler(int number)
{
    (void)number;
    static const char text[] = "own handler ran\n";
    if (write(STDOUT_FILENO, text, sizeof text - 1) < 0)
        abort();
}

static void handled(void)
{
    work();
    raise(SIGTERM); /* the program's own handler comes back */
    work();
}

/* A file-size limit, as batch systems set them, reached while recording. */
static void limited(void)
{
    const struct rlimit limit = {100000, 100000};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 20000; i++)
        work();
}

static void forked(void)
{
    pid_t child = fork();
    if (child == 0) {
        work();
        exit(0);
    }
    waitpid(child, NULL, 0);
    work();
}

int main(int argc, char **argv)
{
    int rank;
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "never") == 0) {
        work();
        return 0;
    }
    if (strcmp(how, "handler") == 0)
        signal(SIGTERM, own_handler);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work();
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(how, "abort") == 0 && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(how, "crash") == 0)
        crash(rank);
    if (strcmp(how, "overflow") == 0 && rank == 1)
        overflow(0);
    if (strcmp(how, "term") == 0)
        kill(getpid(), SIGTERM);
    if (strcmp(how, "kill") == 0 && rank == 1)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "exit") == 0)
        exit(4); /* without MPI_Finalize */
    if (strcmp(how, "handler") == 0)
        handled();
    if (strcmp(how, "fork") == 0)
        forked();
    if (strcmp(how, "limited") == 0)
        limited();
    if (strcmp(how, "long") == 0)
        for (int i = 0; i < 20000; i++)
            work();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (strcmp(how, "quick") == 0)
        _exit(0);
    return 0;
}
