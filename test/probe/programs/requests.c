/* Every way to complete, test, start, cancel and free a request, between two ranks. */
#include <mpi.h>
#include <unistd.h>

enum { N = 3 };
static int out[N], in[N];
static MPI_Request requests[N];

static void post(int rank, int tag)
{
    for (int i = 0; i < N; i++) {
        if (rank == 0)
            MPI_Isend(&out[i], 1, MPI_INT, 1, tag + i, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, tag + i, MPI_COMM_WORLD, &requests[i]);
    }
}

static void waits(int rank)
{
    int index, count, indices[N];
    MPI_Status status, statuses[N];
    post(rank, 100);
    for (int i = 0; i < N; i++)
        MPI_Wait(&requests[i], &status);
    post(rank, 200);
    MPI_Waitall(N, requests, statuses);
    post(rank, 300);
    for (int i = 0; i < N; i++)
        MPI_Waitany(N, requests, &index, MPI_STATUS_IGNORE);
    post(rank, 400);
    for (int done = 0; done < N; done += count)
        MPI_Waitsome(N, requests, &count, indices, MPI_STATUSES_IGNORE);
}

static void tests(int rank)
{
    int flag = 0, index, count, indices[N];
    post(rank, 500);
    for (int i = 0; i < N; i++)
        for (flag = 0; !flag;)
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
    post(rank, 600);
    for (flag = 0; !flag;)
        MPI_Testall(N, requests, &flag, MPI_STATUSES_IGNORE);
    post(rank, 700);
    for (int done = 0; done < N; done += flag)
        MPI_Testany(N, requests, &index, &flag, MPI_STATUS_IGNORE);
    post(rank, 800);
    for (int done = 0; done < N; done += count)
        MPI_Testsome(N, requests, &count, indices, MPI_STATUSES_IGNORE);
}

/* A receive that cannot be complete when it is tested. */
static void failed_test(int rank)
{
    int flag;
    MPI_Request request;
    if (rank == 1) {
        MPI_Irecv(in, 1, MPI_INT, 0, 900, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(out, 1, MPI_INT, 1, 900, MPI_COMM_WORLD);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent(int rank)
{
    MPI_Request pair[2];
    MPI_Send_init(out, 1, MPI_INT, 1 - rank, 1000, MPI_COMM_WORLD, &pair[0]);
    MPI_Recv_init(in, 1, MPI_INT, MPI_ANY_SOURCE, 1000, MPI_COMM_WORLD, &pair[1]);
    MPI_Startall(2, pair);
    MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
    MPI_Start(&pair[1]);
    MPI_Start(&pair[0]);
    MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
    MPI_Request_free(&pair[0]);
    MPI_Request_free(&pair[1]);
}

static void cancelled(void)
{
    MPI_Request request;
    MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1100, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Requests given away while they are under way; long messages cannot be complete before they are received. */
static void freed(int rank)
{
    enum { LONG = 1 << 20 };
    static char text[LONG];
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(text, LONG, MPI_CHAR, 1, 1150, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Send_init(out, 1, MPI_INT, 1, 1151, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Request_free(&request);
    } else {
        MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1152, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(text, LONG, MPI_CHAR, 0, 1150, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, 1, MPI_INT, 0, 1151, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Many sends that are complete at once, whose handles MPI libraries share. */
static void shared_handles(int rank)
{
    MPI_Request many[40];
    if (rank == 0) {
        for (int i = 0; i < 40; i++)
            MPI_Isend(out, 1, MPI_INT, i % 4 == 3 ? MPI_PROC_NULL : 1, 1200, MPI_COMM_WORLD, &many[i]);
        MPI_Waitall(40, many, MPI_STATUSES_IGNORE);
    } else {
        for (int i = 0; i < 30; i++)
            MPI_Recv(in, 1, MPI_INT, 0, 1200, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    waits(rank);
    tests(rank);
    failed_test(rank);
    persistent(rank);
    cancelled();
    freed(rank);
    shared_handles(rank);
    MPI_Finalize();
    return 0;
}
