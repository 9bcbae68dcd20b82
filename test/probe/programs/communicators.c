/* Makes a communicator in every way, on four ranks, and uses each once. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, sum;
    MPI_Comm dup, split, part, grouped, cart, row, inter, merged, late, own;
    MPI_Group world, low;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_name(dup, "a copy");
    MPI_Barrier(dup);

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &split);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, split);

    int ranks[] = {0, 1};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &low);
    MPI_Comm_create(dup, low, &part);
    if (part != MPI_COMM_NULL)
        MPI_Barrier(part);
    if (rank < 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, low, 7, &grouped);
        MPI_Barrier(grouped);
        MPI_Comm_free(&grouped);
    }

    int dims[] = {2, 2}, periods[] = {0, 1}, keep[] = {0, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    MPI_Cart_sub(cart, keep, &row);
    MPI_Barrier(row);

    /* Even ranks talk to odd ranks; the leaders are world ranks 0 and 1. */
    MPI_Comm side;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &inter);
    MPI_Bcast(&one, 1, MPI_INT, rank == 0 ? MPI_ROOT : rank % 2 == 0 ? MPI_PROC_NULL : 0, inter);
    if (rank == 0)
        MPI_Send(&one, 1, MPI_INT, 1, 9, inter);
    if (rank == 3)
        MPI_Recv(&one, 1, MPI_INT, 0, 9, inter, MPI_STATUS_IGNORE);
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    MPI_Barrier(merged);

    MPI_Comm_idup(MPI_COMM_WORLD, &late, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(late);

    MPI_Comm_dup(MPI_COMM_SELF, &own);
    MPI_Barrier(own);

    MPI_Comm_free(&dup);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup); /* may get the handle of the one just freed */
    MPI_Barrier(dup);
    MPI_Finalize();
    return 0;
}
