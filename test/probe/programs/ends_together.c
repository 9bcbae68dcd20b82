/* Threads that are the first to have something to write, all at one moment. Argument: how many. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t together;

static void work(int threads)
{
    for (int i = 0; i < threads; i += threads)
        pthread_barrier_wait(&together);
}

static void *thread(void *count)
{
    work(*(int *)count);
    return count;
}

int main(int argc, char **argv)
{
    enum { MOST = 256 };
    pthread_t threads[MOST];
    int count = argc > 1 ? atoi(argv[1]) : 2;
    if (count > MOST)
        return 1;
    pthread_barrier_init(&together, NULL, (unsigned)count);
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, thread, &count);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("%d threads\n", count);
    return 0;
}
