/* Two threads with different work in each iteration, and serial work before it: the gain of speeding up each function is
 * known in closed form. Usage: program [iterations]. With USE_COZ, each iteration is a progress point of COZ, and threads
 * meet at barriers of pthreads: COZ does not know those of libgomp. */
#include <stdlib.h>

/* Each on its own cache line. */
static volatile long sink[48];

__attribute__((noinline)) static void work_longer(volatile long *to) { for (long i = 0; i < 2000000; i++) *to += i; }
__attribute__((noinline)) static void work_shorter(volatile long *to) { for (long i = 0; i < 1400000; i++) *to += i; }
__attribute__((noinline)) static void work_alone(volatile long *to) { for (long i = 0; i < 600000; i++) *to += i; }

#ifdef USE_COZ
#include <coz.h>
#include <pthread.h>

static pthread_barrier_t start, end;
static int iterations;

static void *other(void *unused)
{
    for (int i = 0; i < iterations; i++) {
        pthread_barrier_wait(&start);
        work_shorter(&sink[32]);
        pthread_barrier_wait(&end);
    }
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    iterations = argc > 1 ? atoi(argv[1]) : 200;
    pthread_barrier_init(&start, NULL, 2);
    pthread_barrier_init(&end, NULL, 2);
    pthread_create(&thread, NULL, other, NULL);
    for (int i = 0; i < iterations; i++) {
        work_alone(&sink[0]);
        pthread_barrier_wait(&start);
        work_longer(&sink[16]);
        pthread_barrier_wait(&end);
        COZ_PROGRESS
    }
    pthread_join(thread, NULL);
    return 0;
}
#else
#include <omp.h>

int main(int argc, char **argv)
{
    int iterations = argc > 1 ? atoi(argv[1]) : 200;
    for (int i = 0; i < iterations; i++) {
        work_alone(&sink[0]);
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) work_longer(&sink[16]);
            else work_shorter(&sink[32]);
        }
    }
    return 0;
}
#endif
