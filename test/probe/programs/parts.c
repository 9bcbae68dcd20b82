/* A progress loop whose messages and operations go over the borders of its iterations. In each iteration every rank sends to
 * the next one a message that it receives an iteration later, in a receive that was posted before, and one that it receives at
 * once; even ranks sum up at the end of an iteration what odd ranks sum up at the beginning of the next one. The bytes of a
 * message tell its iteration, and which it is: 8 * iteration for the late ones and 8 * iteration + 4 for the others. Ranks are
 * late in turn. With PARTS_SWAPPED two more messages are taken by probes in each iteration, of which the second is received in
 * it and the first in the next one. With PARTS_KILLED=N each rank records much in each iteration, and rank 1 is killed in the
 * middle of iteration N. It waits for the file that LIVE_HOLD names in iteration 20, as live.c does. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../src/probe/api/trimtab.h"

#define HELD_AT 20
#define MOST 4096

static char out[2][MOST], in[3][MOST];

__attribute__((noinline)) static double compute(double x, long n)
{
    for (long i = 0; i < n; i++)
        x = x * 0.999 + (double)i;
    return x;
}

static void hold(const char *file, int rank)
{
    char name[4200];
    if (file == NULL)
        return;
    snprintf(name, sizeof name, "%s-%d", file, rank);
    FILE *waits = fopen(name, "w");
    if (waits != NULL)
        fclose(waits);
    while (access(file, F_OK) != 0)
        usleep(5000);
}

static double sum_up(double x)
{
    double all = 0;
    MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* The one that was taken in the iteration before is received first. */
static void swap(long s, int next, int before, MPI_Message *first)
{
    MPI_Message second;
    MPI_Request sending[2];
    for (int i = 0; i < 2; i++)
        MPI_Isend(out[1], (int)(8 * s + 4 * i), MPI_BYTE, next, 4, MPI_COMM_WORLD, &sending[i]);
    if (*first != MPI_MESSAGE_NULL)
        MPI_Mrecv(in[2], MOST, MPI_BYTE, first, MPI_STATUS_IGNORE);
    MPI_Mprobe(before, 4, MPI_COMM_WORLD, first, MPI_STATUS_IGNORE);
    MPI_Mprobe(before, 4, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
    MPI_Mrecv(in[2], MOST, MPI_BYTE, &second, MPI_STATUS_IGNORE);
    MPI_Waitall(2, sending, MPI_STATUSES_IGNORE);
}

/* More than a thread's records of several chunks. */
static void record_much(int is_killed)
{
    tt_handle little = tt_region("little");
    for (int i = 0; i < 10000; i++) {
        tt_start(little);
        tt_stop(little);
        if (is_killed && i == 7000)
            kill(getpid(), SIGKILL);
    }
}

int main(int argc, char **argv)
{
    MPI_Message first = MPI_MESSAGE_NULL;
    long steps = argc > 1 ? atol(argv[1]) : 60;
    int rank, size;
    double x = 1, all = 0;
    MPI_Request late[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, sending = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    tt_handle step = tt_dynamic_phase("step");
    for (long s = 1; s <= steps; s++) {
        tt_start(step);
        if (rank % 2 == 1 && s > 1)
            all = sum_up(x);
        if (s == HELD_AT)
            hold(getenv("LIVE_HOLD"), rank);
        if (getenv("PARTS_KILLED") != NULL)
            record_much(rank == 1 && s == atol(getenv("PARTS_KILLED")));
        x = compute(x, s % size == rank ? 400000 : 20000) / (1 + all);
        MPI_Wait(&sending, MPI_STATUS_IGNORE);
        MPI_Irecv(in[s % 2], MOST, MPI_BYTE, before, 1, MPI_COMM_WORLD, &late[s % 2]);
        MPI_Isend(out[0], (int)(8 * s), MPI_BYTE, next, 1, MPI_COMM_WORLD, &sending);
        MPI_Sendrecv(out[1], (int)(8 * s + 4), MPI_BYTE, next, 2, in[2], MOST, MPI_BYTE, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&late[(s + 1) % 2], MPI_STATUS_IGNORE);
        /* One that is received an iteration later without a request. */
        if (s > 1)
            MPI_Recv(in[2], MOST, MPI_BYTE, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out[1], (int)(8 * s), MPI_BYTE, next, 3, MPI_COMM_WORLD);
        if (getenv("PARTS_SWAPPED") != NULL)
            swap(s, next, before, &first);
        if (rank % 2 == 0)
            all = sum_up(x);
        tt_stop(step);
    }
    if (rank % 2 == 1)
        all = sum_up(x);
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
    MPI_Waitall(2, late, MPI_STATUSES_IGNORE);
    MPI_Recv(in[2], MOST, MPI_BYTE, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first != MPI_MESSAGE_NULL)
        MPI_Mrecv(in[2], MOST, MPI_BYTE, &first, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
