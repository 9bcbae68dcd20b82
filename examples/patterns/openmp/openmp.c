/*
 * openmp: the ways of waiting in OpenMP that Trimtab knows by name, one function each, with known seconds.
 *
 * Each thread sleeps until agreed moments, so that how long it then waits for the others is known in closed form: see
 * expected.yaml. Sleeping threads need no core: more threads than cores do no harm.
 *
 * Usage: openmp-c [unit]
 *   unit  seconds between one thread's moment and the next (default 0.06)
 */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    THREADS = 4,
    MOST_PATTERNS = 20,
    /* Units of time from one pattern to the next, by when all threads have left it. */
    PATTERN_UNITS = 6
};

static double unit = 0.06;
static double start;
static int pattern;
/*
 * Seconds by which each thread woke too late in each pattern, when it came to what it shares with others and when it
 * woke last: the waits differ by so much.
 */
static double came[MOST_PATTERNS][THREADS], last[MOST_PATTERNS][THREADS];
static omp_lock_t lock;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sleeps until a moment of the present pattern, in units from its start. */
static void until(double units)
{
    double moment = start + unit * (pattern * PATTERN_UNITS + units);
    double whole = floor(moment);
    struct timespec t = {(time_t)whole, (long)(1e9 * (moment - whole))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
    last[pattern][omp_get_thread_num()] = clock_now() - moment;
}

/* Comes to what the thread shares with others. */
static void at(double units)
{
    until(units);
    came[pattern][omp_get_thread_num()] = last[pattern][omp_get_thread_num()];
}

/* Work inside of a construct that others wait for. */
static void work(double units) { until(units); }

/* Barriers: thread 3 comes last, at 4. */

static void explicit_barrier(void)
{
#pragma omp parallel
    {
        at(1 + omp_get_thread_num());
#pragma omp barrier
    }
}

static void end_of_region(void)
{
#pragma omp parallel
    at(1 + omp_get_thread_num());
}

static void end_of_loop(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < THREADS; i++) at(1 + i);
    }
}

/* Thread 0 comes first and executes the block until 4; the others come at 1 and wait at its end. */
static void end_of_single(void)
{
#pragma omp parallel
    {
        if (omp_get_thread_num() > 0) at(1);
#pragma omp single
        at(4);
    }
}

/* The master works until 4 while the others are at the barrier from 1 on. */
static void master_works(void)
{
#pragma omp parallel
    {
#pragma omp master
        at(4);
        if (omp_get_thread_num() > 0) at(1);
#pragma omp barrier
    }
}

/* Locks: thread t comes at t / 2 and leaves at t + 1, so that the next one waits from (t + 1) / 2 to t + 1. */

static void critical_section(void)
{
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        at(0.5 * t);
#pragma omp critical
        work(t + 1);
    }
}

static void lock_api(void)
{
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        at(0.5 * t);
        omp_set_lock(&lock);
        work(t + 1);
        omp_unset_lock(&lock);
    }
}

/* Idle: the master works alone from 0 to 3. A compiler that puts it into its caller leaves no function to measure. */
static __attribute__((noinline)) void serial_part(void) { work(3); }

/* Two threads work from 0 to 3, the other two are left out. */
static void left_out(void)
{
#pragma omp parallel num_threads(2)
    work(3);
}

/* Thread 0 creates a task that thread 1 executes until 4, and waits for it from 2 on. */
static void task_wait(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() > 0) at(1);
#pragma omp single
        {
#pragma omp task
            work(4);
            at(2);
#pragma omp taskwait
        }
    }
}

/* Thread 1 is at the barrier from 1 on and executes a task there until 3; thread 0 comes at 4. */
static void task_in_barrier(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() > 0) at(1);
#pragma omp single nowait
        {
#pragma omp task
            work(3);
        }
        if (omp_get_thread_num() == 0) at(4);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} PATTERN[] = {
    {"explicit_barrier", explicit_barrier},
    {"end_of_region", end_of_region},
    {"end_of_loop", end_of_loop},
    {"end_of_single", end_of_single},
    {"master_works", master_works},
    {"critical_section", critical_section},
    {"lock_api", lock_api},
    {"serial_part", serial_part},
    {"left_out", left_out},
    {"task_wait", task_wait},
    {"task_in_barrier", task_in_barrier},
};
enum { PATTERNS = sizeof PATTERN / sizeof PATTERN[0] };

int main(int argc, char **argv)
{
    if (argc > 1) unit = atof(argv[1]);
    if (unit <= 0.0) {
        fprintf(stderr, "openmp: the unit must be a positive number of seconds\n");
        return 2;
    }
    omp_set_dynamic(0);
    omp_set_num_threads(THREADS);
    omp_init_lock(&lock);
    start = clock_now() + 2.0 * unit;
    for (pattern = 0; pattern < PATTERNS; pattern++) {
        until(0);
        PATTERN[pattern].run();
    }
    for (pattern = 0; pattern < PATTERNS; pattern++)
        for (int thread = 0; thread < THREADS; thread++)
            printf("%s thread %d came late by %.6f s, ended late by %.6f s\n", PATTERN[pattern].name, thread,
                   came[pattern][thread], last[pattern][thread]);
    omp_destroy_lock(&lock);
    return 0;
}
