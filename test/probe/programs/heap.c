/* What is taken from the heap in a known order: large blocks, small ones, threads, and what is never given back. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIB = 1 << 20 };

static void *kept[64];

static __attribute__((noinline)) char *field(size_t bytes)
{
    char *block = malloc(bytes); /* MARK field */
    memset(block, 1, bytes);
    return block;
}

static __attribute__((noinline)) char *table(size_t bytes)
{
    return calloc(bytes / 8, 8); /* MARK table */
}

/* Blocks of 1 KiB, of which half are given back at once. */
static __attribute__((noinline)) void small(char **list, int count)
{
    for (int i = 0; i < count; i++) {
        char *other = malloc(1024); /* MARK other */
        list[i] = malloc(1024);     /* MARK small */
        other[0] = list[i][0] = 1;
        free(other);
    }
}

static void *in_thread(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        char *block = malloc(100000); /* MARK thread */
        block[0] = 1;
        free(block);
    }
    return unused;
}

int main(int argc, char **argv)
{
    int rank, factor;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    factor = rank + 1;
    /* 30 MiB for each factor, then 20 of them are given back, and 5 more taken. */
    char *first = field((size_t)20 * MIB * factor);
    char *second = table((size_t)8 * MIB * factor);
    char **list = malloc((size_t)2048 * factor * sizeof *list);
    small(list, 2048 * factor);
    MPI_Barrier(MPI_COMM_WORLD);
    free(first);
    kept[0] = field((size_t)5 * MIB * factor);
    second = realloc(second, (size_t)4 * MIB * factor); /* MARK shrink */
    kept[1] = second;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, in_thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2048 * factor; i++)
        free(list[i]);
    free(list);
    printf("%d\n", kept[0] != NULL);
    MPI_Finalize();
    return 0;
}
