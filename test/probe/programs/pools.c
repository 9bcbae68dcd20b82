/* Threads of POSIX: a pool with a start routine, another one of the same routine, and one with names. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

enum { WORKERS = 3 };

static pthread_t threads[3 * WORKERS];

__attribute__((noinline)) static double work(double from)
{
    for (int i = 0; i < 200000; i++)
        from = from * 0.999 + 1.0 / (1.0 + i);
    return from;
}

static void *worker(void *result)
{
    *(double *)result = work(*(double *)result);
    return NULL;
}

static void *named(void *result)
{
    pthread_setname_np(pthread_self(), "reader");
    return worker(result);
}

__attribute__((noinline)) static void start_workers(pthread_t *all, double *results)
{
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&all[i], NULL, worker, &results[i]); /* MARK workers */
}

__attribute__((noinline)) static void start_more(pthread_t *all, double *results)
{
    pthread_create(&all[0], NULL, worker, &results[0]); /* MARK more */
    pthread_create(&all[1], NULL, named, &results[1]);
}

int main(void)
{
    double results[3 * WORKERS] = {0};
    start_workers(threads, results);
    start_more(threads + WORKERS, results + WORKERS);
    for (int i = 0; i < WORKERS + 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", results[0] > 0);
    return 0;
}
