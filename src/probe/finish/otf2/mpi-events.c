/* The events of messages, requests, collectives and communicators. */
#include "writer.h"

static OTF2_CommRef comm_of(const struct writer *w, uint64_t word)
{
    uint32_t id = (uint32_t)(word >> 32);
    return id < w->process->mpi.comm_count ? w->process->mpi.comms[id].global : OTF2_UNDEFINED_COMM;
}

OTF2_CollectiveOp collective_operation(unsigned operation)
{
    static const OTF2_CollectiveOp operations[TT_OPERATIONS] = {
        [TT_OP_BARRIER] = OTF2_COLLECTIVE_OP_BARRIER,
        [TT_OP_BCAST] = OTF2_COLLECTIVE_OP_BCAST,
        [TT_OP_GATHER] = OTF2_COLLECTIVE_OP_GATHER,
        [TT_OP_GATHERV] = OTF2_COLLECTIVE_OP_GATHERV,
        [TT_OP_SCATTER] = OTF2_COLLECTIVE_OP_SCATTER,
        [TT_OP_SCATTERV] = OTF2_COLLECTIVE_OP_SCATTERV,
        [TT_OP_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
        [TT_OP_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
        [TT_OP_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
        [TT_OP_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
        [TT_OP_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
        [TT_OP_ALLREDUCE] = OTF2_COLLECTIVE_OP_ALLREDUCE,
        [TT_OP_REDUCE] = OTF2_COLLECTIVE_OP_REDUCE,
        [TT_OP_REDUCE_SCATTER] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
        [TT_OP_REDUCE_SCATTER_BLOCK] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
        [TT_OP_SCAN] = OTF2_COLLECTIVE_OP_SCAN,
        [TT_OP_EXSCAN] = OTF2_COLLECTIVE_OP_EXSCAN,
        [TT_OP_CREATE_HANDLE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
        [TT_OP_DESTROY_HANDLE] = OTF2_COLLECTIVE_OP_DESTROY_HANDLE,
        [TT_OP_CREATE_AND_ALLOCATE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE,
        [TT_OP_DESTROY_AND_DEALLOCATE] = OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE,
    };
    return operations[operation % TT_OPERATIONS];
}

void write_collective_end(struct writer *w, uint64_t time, const uint64_t *record, int blocking)
{
    OTF2_CommRef comm = comm_of(w, record[1]);
    OTF2_CollectiveOp operation = collective_operation((unsigned)(record[1] & 0xFFFF));
    uint32_t root = (uint32_t)record[2]; /* the values that are no rank are OTF2's own */
    if (blocking)
        PUT_EVENT(&w->out, at(w, time), EVENT_MPI_COLLECTIVE_END, operation, comm, root, record[3], record[4]);
    else
        PUT_EVENT(&w->out, at(w, time), EVENT_NON_BLOCKING_COLLECTIVE_COMPLETE, operation, comm, root, record[3], record[4], record[5]);
}

void write_message(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *record)
{
    OTF2_CommRef comm = comm_of(w, record[1]);
    uint32_t peer = (uint32_t)record[1], tag = (uint32_t)record[2];
    time = at(w, time);
    if (type == TT_SEND)
        PUT_EVENT(&w->out, time, EVENT_MPI_SEND, peer, comm, tag, record[3]);
    else if (type == TT_RECV)
        PUT_EVENT(&w->out, time, EVENT_MPI_RECV, peer, comm, tag, record[3]);
    else if (type == TT_ISEND)
        PUT_EVENT(&w->out, time, EVENT_MPI_ISEND, peer, comm, tag, record[3], record[4]);
    else
        PUT_EVENT(&w->out, time, EVENT_MPI_IRECV, peer, comm, tag, record[3], record[4]);
}

void write_request(struct writer *w, enum tt_record_type type, uint64_t time, uint64_t id)
{
    time = at(w, time);
    if (type == TT_ISEND_COMPLETE)
        PUT_EVENT(&w->out, time, EVENT_MPI_ISEND_COMPLETE, id);
    else if (type == TT_IRECV_REQUEST)
        PUT_EVENT(&w->out, time, EVENT_MPI_IRECV_REQUEST, id);
    else if (type == TT_REQUEST_TEST)
        PUT_EVENT(&w->out, time, EVENT_MPI_REQUEST_TEST, id);
    else if (type == TT_REQUEST_CANCELLED)
        PUT_EVENT(&w->out, time, EVENT_MPI_REQUEST_CANCELLED, id);
    else
        PUT_EVENT(&w->out, time, EVENT_NON_BLOCKING_COLLECTIVE_REQUEST, id);
}

void write_comm_lifetime(struct writer *w, enum tt_record_type type, uint64_t time, uint64_t id)
{
    OTF2_CommRef comm = comm_of(w, id << 32);
    time = at(w, time);
    if (type == TT_COMM_CREATE)
        PUT_EVENT(&w->out, time, EVENT_COMM_CREATE, comm);
    else
        PUT_EVENT(&w->out, time, EVENT_COMM_DESTROY, comm);
}

void write_flush(struct writer *w, uint64_t time, uint64_t stop)
{
    w->measured_until = stop;
    time = at(w, time);
    PUT_EVENT(&w->out, time, EVENT_BUFFER_FLUSH, at(w, stop));
}
