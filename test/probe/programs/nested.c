/* Parallel regions within parallel regions, and forks of one region from two places. */
#include <omp.h>
#include <stdio.h>

static volatile double sum;

static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum + i;
}

static void inner(int n)
{
#pragma omp parallel num_threads(2)
    {
        work(n);
#pragma omp for
        for (int i = 0; i < 4; i++)
            work(n);
    }
}

static void outer(int n)
{
#pragma omp parallel num_threads(2)
    {
        work(n);
        inner(n);
#pragma omp barrier
#pragma omp critical
        work(n);
    }
}

static void again(void)
{
    outer(300);
}

int main(void)
{
    omp_set_max_active_levels(2);
    outer(100);
    for (int i = 0; i < 3; i++)
        again();
    inner(50);
    printf("done\n");
    return 0;
}
