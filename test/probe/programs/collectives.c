/* Every collective operation, plain, in place and non-blocking; integers throughout. */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 2, ROOT = 1, MOST = 64 };
static int send[MOST], recv[MOST], counts[MOST], displs[MOST], bytes[MOST], one_to_n[MOST];
static MPI_Datatype types[MOST];
static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, size;

static void prepare(void)
{
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = COUNT;
        displs[i] = COUNT * i;
        bytes[i] = (int)sizeof(int) * COUNT * i;
        types[i] = MPI_INT;
        one_to_n[i] = i + 1;
    }
}

static void plain(void)
{
    int vdispls[MOST] = {0};
    for (int i = 1; i < size; i++)
        vdispls[i] = vdispls[i - 1] + one_to_n[i - 1];
    MPI_Barrier(world);
    MPI_Bcast(send, COUNT, MPI_INT, ROOT, world);
    MPI_Gather(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, ROOT, world);
    MPI_Gatherv(send, rank + 1, MPI_INT, recv, one_to_n, vdispls, MPI_INT, ROOT, world);
    MPI_Scatter(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, ROOT, world);
    MPI_Scatterv(send, one_to_n, vdispls, MPI_INT, recv, rank + 1, MPI_INT, ROOT, world);
    MPI_Allgather(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, world);
    MPI_Allgatherv(send, rank + 1, MPI_INT, recv, one_to_n, vdispls, MPI_INT, world);
    MPI_Alltoall(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, world);
    MPI_Alltoallv(send, counts, displs, MPI_INT, recv, counts, displs, MPI_INT, world);
    MPI_Alltoallw(send, counts, bytes, types, recv, counts, bytes, types, world);
    MPI_Allreduce(send, recv, COUNT, MPI_INT, MPI_SUM, world);
    MPI_Reduce(send, recv, COUNT, MPI_INT, MPI_SUM, ROOT, world);
    MPI_Reduce_scatter(send, recv, one_to_n, MPI_INT, MPI_SUM, world);
    MPI_Reduce_scatter_block(send, recv, COUNT, MPI_INT, MPI_SUM, world);
    MPI_Scan(send, recv, COUNT, MPI_INT, MPI_SUM, world);
    MPI_Exscan(send, recv, COUNT, MPI_INT, MPI_SUM, world);
}

static void in_place(void)
{
    const int root_here = rank == ROOT;
    MPI_Gather(root_here ? MPI_IN_PLACE : send, COUNT, MPI_INT, recv, COUNT, MPI_INT, ROOT, world);
    MPI_Scatter(send, COUNT, MPI_INT, root_here ? MPI_IN_PLACE : recv, COUNT, MPI_INT, ROOT, world);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, recv, COUNT, MPI_INT, world);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, recv, COUNT, MPI_INT, world);
    MPI_Allreduce(MPI_IN_PLACE, recv, COUNT, MPI_INT, MPI_SUM, world);
    MPI_Reduce(root_here ? MPI_IN_PLACE : send, recv, COUNT, MPI_INT, MPI_SUM, ROOT, world);
    MPI_Scan(MPI_IN_PLACE, recv, COUNT, MPI_INT, MPI_SUM, world);
}

static void finish(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void non_blocking(void)
{
    MPI_Request request;
    MPI_Ibarrier(world, &request);
    finish(&request);
    MPI_Ibcast(send, COUNT, MPI_INT, ROOT, world, &request);
    finish(&request);
    MPI_Igather(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, ROOT, world, &request);
    finish(&request);
    MPI_Iallreduce(send, recv, COUNT, MPI_INT, MPI_SUM, world, &request);
    finish(&request);
    MPI_Ialltoallv(send, counts, displs, MPI_INT, recv, counts, displs, MPI_INT, world, &request);
    finish(&request);
    MPI_Iscan(send, recv, COUNT, MPI_INT, MPI_SUM, world, &request);
    finish(&request);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    prepare();
    plain();
    in_place();
    non_blocking();
    MPI_Finalize();
    return 0;
}
