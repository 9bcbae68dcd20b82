/*
 * Bytes that a process sends and receives in a collective operation, by the rules of
 * Score-P: what a process gives to itself counts, except with MPI_IN_PLACE, where
 * nothing is moved.
 */
#ifndef TRIMTAB_BYTES_H
#define TRIMTAB_BYTES_H

#include <mpi.h>
#include <stdint.h>

struct tt_comm;

struct tt_bytes {
    uint64_t sent, received;
};

/** Bytes of `count` elements of `type`. */
uint64_t tt_bytes_of(int count, MPI_Datatype type);

struct tt_bytes tt_bytes_barrier(const struct tt_comm *c);
struct tt_bytes tt_bytes_bcast(const struct tt_comm *c, int root, int count, MPI_Datatype type);
struct tt_bytes tt_bytes_gather(const struct tt_comm *c, int root, const void *sendbuf, int sendcount,
                                MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype);
struct tt_bytes tt_bytes_gatherv(const struct tt_comm *c, int root, const void *sendbuf, int sendcount,
                                 MPI_Datatype sendtype, const int recvcounts[], MPI_Datatype recvtype);
struct tt_bytes tt_bytes_scatter(const struct tt_comm *c, int root, const void *recvbuf, int sendcount,
                                 MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype);
struct tt_bytes tt_bytes_scatterv(const struct tt_comm *c, int root, const void *recvbuf, const int sendcounts[],
                                  MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype);
struct tt_bytes tt_bytes_allgather(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                   int recvcount, MPI_Datatype recvtype);
struct tt_bytes tt_bytes_allgatherv(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                    const int recvcounts[], MPI_Datatype recvtype);
struct tt_bytes tt_bytes_alltoall(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                  int recvcount, MPI_Datatype recvtype);
struct tt_bytes tt_bytes_alltoallv(const struct tt_comm *c, const void *sendbuf, const int sendcounts[],
                                   MPI_Datatype sendtype, const int recvcounts[], MPI_Datatype recvtype);
struct tt_bytes tt_bytes_alltoallw(const struct tt_comm *c, const void *sendbuf, const int sendcounts[],
                                   const MPI_Datatype sendtypes[], const int recvcounts[],
                                   const MPI_Datatype recvtypes[]);
struct tt_bytes tt_bytes_allreduce(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type);
struct tt_bytes tt_bytes_reduce(const struct tt_comm *c, int root, const void *sendbuf, int count, MPI_Datatype type);
struct tt_bytes tt_bytes_reduce_scatter(const struct tt_comm *c, const void *sendbuf, const int recvcounts[],
                                        MPI_Datatype type);
struct tt_bytes tt_bytes_reduce_scatter_block(const struct tt_comm *c, const void *sendbuf, int recvcount,
                                              MPI_Datatype type);
struct tt_bytes tt_bytes_scan(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type);
struct tt_bytes tt_bytes_exscan(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type);

#endif
