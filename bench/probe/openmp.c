/* Times OpenMP constructs in a team of one thread: prints "name<TAB>nanoseconds per construct". */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPEATS = 5 };

static volatile int sink;

static void criticals(long count)
{
    for (long i = 0; i < count; i++) {
#pragma omp critical
        sink = (int)i;
    }
}

static void barriers(long count)
{
    for (long i = 0; i < count; i++) {
#pragma omp barrier
    }
}

static void loops(long count)
{
    for (long i = 0; i < count; i++) {
#pragma omp for schedule(static) nowait
        for (int k = 0; k < 1; k++)
            sink = k;
    }
}

static void tasks(long count)
{
    for (long i = 0; i < count; i++) {
#pragma omp task
        sink = (int)i;
    }
}

static void regions(long count)
{
    for (long i = 0; i < count; i++) {
#pragma omp parallel num_threads(1)
        sink = (int)i;
    }
}

static double time_of(void (*constructs)(long), long count, int in_team)
{
    double start = omp_get_wtime();
    if (!in_team)
        constructs(count);
    else {
#pragma omp parallel num_threads(1)
        constructs(count);
    }
    return (omp_get_wtime() - start) * 1e9 / (double)count;
}

static void report(const char *name, void (*constructs)(long), long count, int in_team)
{
    double least = time_of(constructs, count / 10, in_team);
    for (int i = 0; i < REPEATS; i++) {
        double time = time_of(constructs, count, in_team);
        least = time < least ? time : least;
    }
    printf("%s\t%.2f\n", name, least);
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 300000;
    report("critical", criticals, count, 1);
    report("barrier", barriers, count, 1);
    report("for, nowait", loops, count, 1);
    report("task", tasks, count, 1);
    report("parallel", regions, count, 0);
    return 0;
}
