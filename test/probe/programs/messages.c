/* Messages of every kind between two ranks; the tag numbers the case. */
#include <mpi.h>
#include <string.h>

enum { WORDS = 4 };
static int out[WORDS], in[WORDS];

static void modes(int rank)
{
    static char room[1 << 12];
    MPI_Buffer_attach(room, sizeof room);
    if (rank == 0) {
        MPI_Send(out, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Ssend(out, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Bsend(out, 3, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Recv(in, WORDS, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, WORDS, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, WORDS, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    void *detached;
    int size;
    MPI_Buffer_detach(&detached, &size);
    if (rank == 0) {
        MPI_Recv(in, 0, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rsend(out, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
    } else {
        MPI_Request request;
        MPI_Irecv(in, 4, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Send(out, 0, MPI_INT, 0, 4, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void both_ways(int rank)
{
    MPI_Status status;
    MPI_Sendrecv(out, 1, MPI_DOUBLE, 1 - rank, 10, in, 2, MPI_DOUBLE, 1 - rank, 10, MPI_COMM_WORLD, &status);
    MPI_Sendrecv_replace(out, 2, MPI_INT, 1 - rank, 11, 1 - rank, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void probed(int rank)
{
    if (rank == 0) {
        for (int tag = 20; tag <= 22; tag++)
            MPI_Send(out, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
        return;
    }
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    int flag = 0;
    MPI_Probe(0, 20, MPI_COMM_WORLD, &status);
    MPI_Recv(in, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mprobe(MPI_ANY_SOURCE, 21, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Improbe(0, 22, MPI_COMM_WORLD, &flag, &message, &status);
    MPI_Imrecv(in, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void nobody(void)
{
    MPI_Request requests[2];
    MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 30, MPI_COMM_WORLD);
    MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(out, 1, MPI_INT, MPI_PROC_NULL, 30, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, 1, MPI_INT, MPI_PROC_NULL, 30, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(out, rank, sizeof out);
    modes(rank);
    both_ways(rank);
    probed(rank);
    nobody();
    MPI_Finalize();
    return 0;
}
