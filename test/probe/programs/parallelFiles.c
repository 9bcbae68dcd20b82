/* Each rank writes a part of one file through MPI, and rank 0 reads all of it: parallelFiles FOLDER */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PART = 10000 };

int main(int argc, char **argv)
{
    int rank, size, received, values[PART];
    char name[4096];
    MPI_File file;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "%s/shared.bin", argv[1]);
    for (int i = 0; i < PART; i++)
        values[i] = rank * PART + i;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file); /* MARK open */
    MPI_File_write_at_all(file, (MPI_Offset)(rank * sizeof values), values, PART, MPI_INT, MPI_STATUS_IGNORE); /* MARK write */
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    int *all = malloc((size_t)(size + 1) * sizeof values), sum = 0;
    if (rank == 0) {
        /* More than there is. */
        MPI_File_read_at(file, 0, all, (size + 1) * PART, MPI_INT, &status); /* MARK read */
        MPI_Get_count(&status, MPI_INT, &received);
        for (int i = 0; i < received; i++)
            sum += all[i] == i;
        printf("%d of %d\n", sum, received);
    }
    free(all);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
