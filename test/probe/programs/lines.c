/* A function with loops of known cost, a thread that does the same, and a wait that takes no processor time. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static double values[1000];

static __attribute__((noinline)) double work(long rounds)
{
    double sum = 0;
    for (long round = 0; round < rounds; round++) {
        for (int i = 0; i < 1000; i++)
            sum += values[i] * (double)round; /* MARK four times */
        for (int i = 0; i < 250; i++)
            sum += values[i] * 1.5 + (double)round; /* MARK once */
    }
    return sum;
}

static void *in_thread(void *rounds)
{
    static double kept;
    kept = work(*(long *)rounds);
    return &kept;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 100000;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 1000; i++)
        values[i] = i;
    pthread_create(&thread, NULL, in_thread, &rounds);
    double sum = work(rounds);
    pthread_join(thread, NULL);
    usleep(200000);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%.3e\n", sum);
    MPI_Finalize();
    return 0;
}
