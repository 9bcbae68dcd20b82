/* Tasks that make tasks and wait for them, loops with and without a barrier at their end, single and sections. */
#include <stdio.h>

static volatile double sum;

static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum + i;
}

static int fibonacci(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
    work(50);
#pragma omp taskwait
    return a + b;
}

static void loops(void)
{
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 6; i++)
        work(100 * i);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 6; i++)
        work(100 * i);
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
        work(100);
#pragma omp section
        work(200);
    }
#pragma omp single
    work(300);
#pragma omp for schedule(dynamic) ordered
    for (int i = 0; i < 4; i++) {
        work(10);
#pragma omp ordered
        work(20);
    }
}

int main(void)
{
    int found = 0;
#pragma omp parallel
    {
#pragma omp single
        found = fibonacci(9);
        loops();
    }
    printf("%d\n", found);
    return found != 34;
}
