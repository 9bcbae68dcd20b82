/* What forecasts are of: calls of files in a folder, messages from functions within functions, and functions that take long. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int rank, size;
static volatile double sum;

__attribute__((noinline)) static void exchange(int round)
{
    int there = 0, all;
    MPI_Sendrecv(&round, 1, MPI_INT, (rank + 1) % size, 7, &there, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&there, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    sum += all;
}

__attribute__((noinline)) static void step(int round)
{
    exchange(round);
    sum += 1;
}

static void use_files(const char *folder, int rounds)
{
    char name[4096], text[400];
    struct stat status;
    memset(text, 'x', sizeof text);
    snprintf(name, sizeof name, "%s/%d", folder, rank);
    for (int round = 0; round < rounds; round++) {
        int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
        for (int i = 0; i < 5; i++)
            if (write(fd, text, sizeof text) != sizeof text)
                exit(1);
        lseek(fd, 0, SEEK_SET);
        for (int i = 0; i < 5; i++)
            if (read(fd, text, sizeof text) != sizeof text)
                exit(1);
        close(fd);
        if (stat(name, &status) != 0)
            exit(1);
        FILE *stream = fopen(name, "a");
        for (int i = 0; i < 5; i++)
            fprintf(stream, "line %d\n", i);
        fclose(stream);
        unlink(name);
    }
}

static void use_parallel_file(const char *folder, int rounds)
{
    char name[4096];
    double data[100] = {0};
    MPI_File file;
    snprintf(name, sizeof name, "%s/shared", folder);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    for (int round = 0; round < rounds; round++) {
        MPI_Request request;
        MPI_File_write_at(file, (round * size + rank) * sizeof data, data, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
        MPI_File_iread_at(file, (round * size + rank) * sizeof data, data, 100, MPI_DOUBLE, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
}

/* Reading counters in it is worth it: it takes some milliseconds of processor time. */
__attribute__((noinline)) static void take_long(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    double end = now.tv_sec + now.tv_nsec * 1e-9 + 4e-3;
    do {
        for (int i = 0; i < 10000; i++)
            sum += i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec + now.tv_nsec * 1e-9 < end);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rounds = atoi(argv[2]);
    if (strcmp(argv[1], "files") == 0) {
        use_files(argv[3], rounds);
        use_parallel_file(argv[3], rounds);
    }
    for (int round = 0; round < rounds; round++)
        if (strcmp(argv[1], "messages") == 0)
            step(round);
        else if (strcmp(argv[1], "long") == 0)
            take_long();
    MPI_Finalize();
    return 0;
}
