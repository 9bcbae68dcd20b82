#include "wrap.h"

/* The processes that a process exchanges data with, itself included. */
static uint64_t partners(const struct tt_comm *c)
{
    return (uint64_t)(c->remote_size > 0 ? c->remote_size : c->size);
}

static int is_root(const struct tt_comm *c, int root)
{
    return c->remote_size > 0 ? root == MPI_ROOT : root == c->rank;
}

/* The side of an intercommunicator that is neither root nor takes part. */
static int is_idle(int root)
{
    return root == MPI_PROC_NULL;
}

uint64_t tt_bytes_of(int count, MPI_Datatype type)
{
    int size = 0;
    if (count > 0)
        tt_real.Type_size(type, &size);
    return (uint64_t)count * (uint64_t)size;
}

static uint64_t sum_of(const struct tt_comm *c, const int counts[], MPI_Datatype type)
{
    uint64_t elements = 0;
    for (uint64_t i = 0; i < partners(c); i++)
        elements += (uint64_t)counts[i];
    return elements * tt_bytes_of(1, type);
}

static uint64_t sum_of_types(const struct tt_comm *c, const int counts[], const MPI_Datatype types[])
{
    uint64_t bytes = 0;
    for (uint64_t i = 0; i < partners(c); i++)
        bytes += tt_bytes_of(counts[i], types[i]);
    return bytes;
}

static struct tt_bytes both(uint64_t sent, uint64_t received)
{
    return (struct tt_bytes){sent, received};
}

struct tt_bytes tt_bytes_barrier(const struct tt_comm *c)
{
    (void)c;
    return both(0, 0);
}

struct tt_bytes tt_bytes_bcast(const struct tt_comm *c, int root, int count, MPI_Datatype type)
{
    uint64_t one = tt_bytes_of(count, type);
    if (is_idle(root))
        return both(0, 0);
    if (is_root(c, root))
        return both(one * partners(c), c->remote_size > 0 ? 0 : one);
    return both(0, one);
}

/* Gather and scatter have the same form, seen from the root: `all` is what it handles
 * for everyone, `own` is the part of one process. */
static struct tt_bytes to_root(const struct tt_comm *c, int root, int in_place, uint64_t own, uint64_t all, uint64_t kept)
{
    if (is_idle(root))
        return both(0, 0);
    if (!is_root(c, root))
        return both(own, 0);
    if (c->remote_size > 0)
        return both(0, all);
    return in_place ? both(0, all - kept) : both(own, all);
}

struct tt_bytes tt_bytes_gather(const struct tt_comm *c, int root, const void *sendbuf, int sendcount,
                                MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype)
{
    int in_place = sendbuf == MPI_IN_PLACE, root_here = is_root(c, root);
    uint64_t own = in_place || (root_here && c->remote_size > 0) ? 0 : tt_bytes_of(sendcount, sendtype);
    uint64_t one = root_here ? tt_bytes_of(recvcount, recvtype) : 0;
    return to_root(c, root, in_place, own, one * partners(c), one);
}

struct tt_bytes tt_bytes_gatherv(const struct tt_comm *c, int root, const void *sendbuf, int sendcount,
                                 MPI_Datatype sendtype, const int recvcounts[], MPI_Datatype recvtype)
{
    int in_place = sendbuf == MPI_IN_PLACE, root_here = is_root(c, root);
    uint64_t own = in_place || (root_here && c->remote_size > 0) ? 0 : tt_bytes_of(sendcount, sendtype);
    uint64_t all = root_here ? sum_of(c, recvcounts, recvtype) : 0;
    return to_root(c, root, in_place, own, all, in_place ? tt_bytes_of(recvcounts[c->rank], recvtype) : 0);
}

static struct tt_bytes reversed(struct tt_bytes b)
{
    return both(b.received, b.sent);
}

struct tt_bytes tt_bytes_scatter(const struct tt_comm *c, int root, const void *recvbuf, int sendcount,
                                 MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype)
{
    return reversed(tt_bytes_gather(c, root, recvbuf, recvcount, recvtype, sendcount, sendtype));
}

struct tt_bytes tt_bytes_scatterv(const struct tt_comm *c, int root, const void *recvbuf, const int sendcounts[],
                                  MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype)
{
    return reversed(tt_bytes_gatherv(c, root, recvbuf, recvcount, recvtype, sendcounts, sendtype));
}

struct tt_bytes tt_bytes_allgather(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                   int recvcount, MPI_Datatype recvtype)
{
    uint64_t received = tt_bytes_of(recvcount, recvtype);
    if (sendbuf == MPI_IN_PLACE)
        return both(received * (partners(c) - 1), received * (partners(c) - 1));
    return both(tt_bytes_of(sendcount, sendtype) * partners(c), received * partners(c));
}

struct tt_bytes tt_bytes_allgatherv(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                    const int recvcounts[], MPI_Datatype recvtype)
{
    uint64_t all = sum_of(c, recvcounts, recvtype);
    if (sendbuf == MPI_IN_PLACE) {
        uint64_t own = tt_bytes_of(recvcounts[c->rank], recvtype);
        return both(own * (partners(c) - 1), all - own);
    }
    return both(tt_bytes_of(sendcount, sendtype) * partners(c), all);
}

struct tt_bytes tt_bytes_alltoall(const struct tt_comm *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                  int recvcount, MPI_Datatype recvtype)
{
    return tt_bytes_allgather(c, sendbuf, sendcount, sendtype, recvcount, recvtype);
}

struct tt_bytes tt_bytes_alltoallv(const struct tt_comm *c, const void *sendbuf, const int sendcounts[],
                                   MPI_Datatype sendtype, const int recvcounts[], MPI_Datatype recvtype)
{
    uint64_t received = sum_of(c, recvcounts, recvtype);
    if (sendbuf == MPI_IN_PLACE) {
        received -= tt_bytes_of(recvcounts[c->rank], recvtype);
        return both(received, received);
    }
    return both(sum_of(c, sendcounts, sendtype), received);
}

struct tt_bytes tt_bytes_alltoallw(const struct tt_comm *c, const void *sendbuf, const int sendcounts[],
                                   const MPI_Datatype sendtypes[], const int recvcounts[],
                                   const MPI_Datatype recvtypes[])
{
    uint64_t received = sum_of_types(c, recvcounts, recvtypes);
    if (sendbuf == MPI_IN_PLACE) {
        received -= tt_bytes_of(recvcounts[c->rank], recvtypes[c->rank]);
        return both(received, received);
    }
    return both(sum_of_types(c, sendcounts, sendtypes), received);
}

struct tt_bytes tt_bytes_allreduce(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type)
{
    uint64_t bytes = tt_bytes_of(count, type) * (partners(c) - (sendbuf == MPI_IN_PLACE));
    return both(bytes, bytes);
}

struct tt_bytes tt_bytes_reduce(const struct tt_comm *c, int root, const void *sendbuf, int count, MPI_Datatype type)
{
    uint64_t one = tt_bytes_of(count, type);
    return to_root(c, root, sendbuf == MPI_IN_PLACE, one, one * partners(c), one);
}

struct tt_bytes tt_bytes_reduce_scatter(const struct tt_comm *c, const void *sendbuf, const int recvcounts[],
                                        MPI_Datatype type)
{
    /* Counts are those of the local group, in an intercommunicator too. */
    uint64_t all = 0, own = tt_bytes_of(recvcounts[c->rank], type);
    for (int i = 0; i < c->size; i++)
        all += tt_bytes_of(recvcounts[i], type);
    if (sendbuf == MPI_IN_PLACE)
        return both(all - own, own * (partners(c) - 1));
    return both(all, own * partners(c));
}

struct tt_bytes tt_bytes_reduce_scatter_block(const struct tt_comm *c, const void *sendbuf, int recvcount,
                                              MPI_Datatype type)
{
    return tt_bytes_allreduce(c, sendbuf, recvcount, type);
}

/* A process gives its part to all higher ranks and takes from all lower ones. */
struct tt_bytes tt_bytes_scan(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type)
{
    uint64_t one = tt_bytes_of(count, type), own = sendbuf == MPI_IN_PLACE ? 0 : one;
    return both(one * (uint64_t)(c->size - c->rank - 1) + own, one * (uint64_t)c->rank + own);
}

struct tt_bytes tt_bytes_exscan(const struct tt_comm *c, const void *sendbuf, int count, MPI_Datatype type)
{
    (void)sendbuf;
    uint64_t one = tt_bytes_of(count, type);
    return both(one * (uint64_t)(c->size - c->rank - 1), one * (uint64_t)c->rank);
}
