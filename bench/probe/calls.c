/* Times single MPI calls and function calls: prints "name<TAB>nanoseconds per call" for each. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 5 };

static double now(void) __attribute__((no_instrument_function));
static void report(const char *name, double (*measure)(long), long calls) __attribute__((no_instrument_function));
static double probes(long calls) __attribute__((no_instrument_function));
static double null_sends(long calls) __attribute__((no_instrument_function));
static double self_messages(long calls) __attribute__((no_instrument_function));
static double reductions(long calls) __attribute__((no_instrument_function));
static double puts_flushed(long calls) __attribute__((no_instrument_function));
static double locks(long calls) __attribute__((no_instrument_function));
static double functions(long calls) __attribute__((no_instrument_function));

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The instrumented function: cheap, but not to be optimised away. */
static volatile int sink;
__attribute__((noinline)) static void work(int i)
{
    sink = i;
}

static double functions(long calls)
{
    double start = now();
    for (long i = 0; i < calls; i++)
        work((int)i);
    return now() - start;
}

static double probes(long calls)
{
    int flag;
    double start = now();
    for (long i = 0; i < calls; i++)
        MPI_Iprobe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    return now() - start;
}

static double null_sends(long calls)
{
    int value = 0;
    double start = now();
    for (long i = 0; i < calls; i++)
        MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    return now() - start;
}

/* Three calls a round. */
static double self_messages(long calls)
{
    int out = 1, in;
    MPI_Request request;
    double start = now();
    for (long i = 0; i < calls / 3; i++) {
        MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now() - start;
}

static double reductions(long calls)
{
    int in = 1, out;
    double start = now();
    for (long i = 0; i < calls; i++)
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    return now() - start;
}

/* Open MPI makes no window of a single rank but with memory of its own. */
static MPI_Win window;
static int *room;

/* Two calls a round. */
static double puts_flushed(long calls)
{
    int value = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    double start = now();
    for (long i = 0; i < calls / 2; i++) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
    }
    double end = now();
    MPI_Win_unlock(0, window);
    return end - start;
}

static double locks(long calls)
{
    double start = now();
    for (long i = 0; i < calls / 2; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Win_unlock(0, window);
    }
    return now() - start;
}

/* The least of some repeats: what disturbs only adds. */
static void report(const char *name, double (*measure)(long), long calls)
{
    double least = measure(calls / 10); /* warms up, and is left out if slower */
    least *= 10;
    for (int i = 0; i < REPEATS; i++) {
        double time = measure(calls);
        least = time < least ? time : least;
    }
    printf("%s\t%.2f\n", name, least / (double)calls);
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 300000;
    MPI_Init(&argc, &argv);
    report("function", functions, calls);
    report("MPI_Iprobe", probes, calls);
    report("MPI_Send to MPI_PROC_NULL", null_sends, calls);
    report("Irecv, Send, Wait", self_messages, calls);
    report("MPI_Allreduce", reductions, calls);
    MPI_Win_allocate(sizeof *room, sizeof *room, MPI_INFO_NULL, MPI_COMM_WORLD, &room, &window);
    report("Put, Win_flush", puts_flushed, calls / 4); /* so that the buffer lasts for a repeat */
    report("Win_lock, Win_unlock", locks, calls / 4);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
