/* A progress loop on all ranks, of so many steps, so many microseconds long: each calls compute and relax, and exchanges a
 * value with its neighbours. With THREADS, threads of their own compute meanwhile. What comes out is printed. After some
 * steps it waits for the file that LIVE_HOLD names, so that a test is never too late with what it asks; each rank says that
 * it waits by an empty file of that name and `-RANK`. In step LIVE_PLUGIN_AT it loads the library that LIVE_PLUGIN names, and
 * has it work too from then on. Each step takes LIVE_BURN milliseconds of its thread's processor time; from step LIVE_THREAD_AT
 * on a thread of its own does, too, in each step. */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../../src/probe/api/trimtab.h"

#define MOST_THREADS 16
#define HELD_AT 20

static atomic_int over;

__attribute__((noinline)) static double compute(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999 + i;
    return x;
}

__attribute__((noinline)) static double relax_rows(double x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += compute(x + i, 5);
    return sum / n;
}

__attribute__((noinline)) static double step_once(double x, int pause)
{
    x = (relax_rows(x, 20) + compute(x, 10)) / 4;
    if (pause > 0)
        usleep((unsigned)pause);
    return x;
}

static double seconds_used(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static double burn(int milliseconds)
{
    double x = 1, until = seconds_used() + milliseconds / 1e3;
    while (milliseconds > 0 && seconds_used() < until)
        for (int i = 0; i < 200000; i++)
            x = x * 0.999 + i;
    return x;
}

static void *burn_apart(void *milliseconds)
{
    burn(*(int *)milliseconds);
    return NULL;
}

static void *beside(void *wrong)
{
    double first = relax_rows(1.25, 40);
    while (!atomic_load(&over))
        if (relax_rows(1.25, 40) != first)
            ++*(long *)wrong;
    return NULL;
}

__attribute__((always_inline)) static inline void hold(const char *file, int rank)
{
    char name[4200];
    if (file == NULL)
        return;
    snprintf(name, sizeof name, "%s-%d", file, rank);
    FILE *waits = fopen(name, "w");
    if (waits != NULL)
        fclose(waits);
    while (access(file, F_OK) != 0)
        usleep(5000);
}

static double (*work_of_plugin)(double, int);

static void load(const char *library)
{
    void *loaded = library == NULL ? NULL : dlopen(library, RTLD_NOW);
    if (loaded != NULL)
        work_of_plugin = (double (*)(double, int))dlsym(loaded, "plugged");
}

int main(int argc, char **argv)
{
    long steps = argc > 1 ? atol(argv[1]) : 100;
    int pause = argc > 2 ? atoi(argv[2]) : 0, threads = argc > 3 ? atoi(argv[3]) : 0, rank, size, named = argc > 4;
    long wrong[MOST_THREADS] = {0}, mistakes = 0;
    pthread_t others[MOST_THREADS];
    double x = 1, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int burnt = getenv("LIVE_BURN") == NULL ? 0 : atoi(getenv("LIVE_BURN"));
    long apart_at = getenv("LIVE_THREAD_AT") == NULL ? steps + 1 : atol(getenv("LIVE_THREAD_AT"));
    long loads_at = getenv("LIVE_PLUGIN_AT") == NULL ? 0 : atol(getenv("LIVE_PLUGIN_AT"));
    tt_handle step = named ? 0 : tt_dynamic_phase("step");
    for (int i = 0; i < threads; i++)
        pthread_create(&others[i], NULL, beside, &wrong[i]);
    for (long s = 1; s <= steps; s++) {
        if (s == HELD_AT)
            hold(getenv("LIVE_HOLD"), rank);
        if (s == loads_at)
            load(getenv("LIVE_PLUGIN"));
        tt_start(step);
        double got;
        pthread_t apart;
        if (s >= apart_at)
            pthread_create(&apart, NULL, burn_apart, &burnt);
        x = step_once(x + rank, pause) + 0 * burn(burnt);
        if (s >= apart_at)
            pthread_join(apart, NULL);
        if (work_of_plugin != NULL)
            x += 0 * work_of_plugin(x, 10);
        MPI_Sendrecv(&x, 1, MPI_DOUBLE, (rank + 1) % size, 0, &got, 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        x = (x + got) / 2;
        tt_stop(step);
    }
    atomic_store(&over, 1);
    for (int i = 0; i < threads; i++) {
        pthread_join(others[i], NULL);
        mistakes += wrong[i];
    }
    MPI_Reduce(&x, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%a, %ld wrong\n", all, mistakes);
    MPI_Finalize();
    return 0;
}
