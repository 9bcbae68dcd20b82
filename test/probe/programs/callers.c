/* Calls of MPI by way of many functions: loops, recursion, function pointers, callbacks of a library, and arrays whose size
 * is known when the program runs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT __attribute__((noinline))

static int rank;
static double sums[64];

KEPT static void exchange(int n)
{
    double mine = rank + n, other = 0;
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1 - rank, n, &other, 1, MPI_DOUBLE, 1 - rank, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sums[n % 64] += other;
}

KEPT static void left(int times)
{
    for (int i = 0; i < times; i++)
        exchange(i);
    sums[0] += 1;
}

KEPT static void right(int times)
{
    for (int i = 0; i < times; i++)
        exchange(i);
    sums[1] += 1;
}

KEPT static int recursive(int depth)
{
    if (depth == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        return 1;
    }
    return recursive(depth - 1) + 1;
}

/* The same place on the stack for other callers: what lies between has another size each time. */
KEPT static double sized(int size)
{
    double values[size], sum = 0;
    memset(values, 0, sizeof values);
    values[size / 2] = rank;
    MPI_Allreduce(&values[size / 2], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum + values[size - 1];
}

KEPT static double with_room(int size)
{
    volatile double room[16];
    room[size % 16] = sized(size);
    return room[size % 16];
}

KEPT static double without_room(int size)
{
    return sized(size) + 1;
}

KEPT static int compare(const void *left, const void *right)
{
    int flag;
    MPI_Initialized(&flag);
    return *(const int *)left - *(const int *)right + 0 * flag;
}

KEPT static void sort(void)
{
    int numbers[] = {3, 1, 2, 5, 4};
    qsort(numbers, 5, sizeof numbers[0], compare); /* MARK library */
    sums[2] += numbers[0];
}

int main(int argc, char **argv)
{
    void (*const ways[])(int) = {left, right};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 50; round++)
        ways[round % 2](3 + round % 2);
    for (int depth = 0; depth < 8; depth++)
        sums[3] += recursive(depth);
    for (int size = 1; size < 40; size++)
        sums[4] += with_room(size) + without_room(size) + without_room(size + 16);
    sort();
    if (argc > 1 && strcmp(argv[1], "children") == 0 && system("true; ls / > /dev/null") != 0)
        return 1;
    if (argc > 1 && strcmp(argv[1], "abort") == 0) {
        if (rank == 1)
            MPI_Abort(MPI_COMM_WORLD, 3);
        left(1);
    }
    MPI_Finalize();
    for (int i = 0; i < 5; i++)
        printf("%a\n", sums[i]);
    return 0;
}
