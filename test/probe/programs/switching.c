/* Four threads compute while a fifth switches all functions on and off, as often as it is told. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4

static atomic_int over;

__attribute__((noinline)) static double inner(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999 + i;
    return x;
}

__attribute__((noinline)) static double outer(double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += inner(x + i, 7) - inner(x, i);
    return s;
}

/* The same work again and again, until the other thread has switched often enough: it must always give the same. */
static void *compute(void *wrong)
{
    double first = outer(1.25, 40);
    while (!atomic_load(&over))
        if (outer(1.25, 40) != first)
            ++*(long *)wrong;
    return NULL;
}

int main(int argc, char **argv)
{
    int (*switch_all)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "tt_switch_all");
    long times = argc > 1 ? atol(argv[1]) : 1000, wrong[THREADS] = {0}, refused = 0;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, compute, &wrong[i]);
    for (long i = 0; switch_all != NULL && i < times; i++)
        refused += !switch_all((int)(i & 1));
    atomic_store(&over, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%s, %ld refused, %ld %ld %ld %ld wrong\n", switch_all == NULL ? "no switch" : "switched", refused, wrong[0], wrong[1],
           wrong[2], wrong[3]);
    return 0;
}
