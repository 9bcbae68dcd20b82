/* Ranges of lines in bodies of OpenMP constructs; prints how often each is run. */
#include <omp.h>
#include <stdio.h>

#define KEEP __attribute__((noinline))

static volatile long hits;
static volatile int sink;

KEEP void between(void)
{
    sink = 1;
}

KEEP void hit(void)
{
#pragma omp atomic
    hits++;
}

KEEP long whole(int n)
{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
    for (int i = 0; i < n; i++) {
        between();
        hit(); /* MARK loop */
        sink = 2; /* END loop */
        sum += i;
        between();
    }
    return sum;
}

KEEP void team(void)
{
#pragma omp parallel num_threads(3)
    {
        between();
        hit(); /* MARK team */
        sink = 4; /* END team */
        between();
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 12; i++)
            between();
    }
}

KEEP void one(int n)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task
        {
            between();
            hit(); /* MARK task */
            sink = 3; /* END task */
            between();
        }
    }
}

static long since(const char *name, long before, long result)
{
    printf("%s %ld %ld\n", name, hits - before, result);
    return hits;
}

int main(void)
{
    omp_set_num_threads(4);
    long at = since("loop", 0, whole(50));
    for (int i = 0; i < 6; i++)
        team();
    at = since("team", at, 0);
    one(30);
    since("task", at, 0);
    return 0;
}
