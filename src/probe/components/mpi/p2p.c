/* Records of point-to-point messages: sends, receives, and the posting of requests. */
#include "wrap.h"

#include "completion.h"

static void put_message(struct tt_thread *t, enum tt_record_type type, uint64_t time, uint32_t comm, int peer, int tag,
                        uint64_t bytes, uint64_t request)
{
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(type, time);
    record[1] = (uint64_t)comm << 32 | (uint32_t)peer;
    record[2] = (uint32_t)tag;
    record[3] = bytes;
    record[4] = request;
    tt_commit(t, record, type == TT_ISEND || type == TT_IRECV ? 5 : 4);
}

void tt_send(struct tt_thread *t, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype)
{
    if (dest != MPI_PROC_NULL)
        put_message(t, TT_SEND, t->entered, tt_comm_find(comm)->id, dest, tag, tt_bytes_of(count, datatype), 0);
}

/** Before a non-blocking send: its request id, which is recorded; 0 if the send goes to
 *  MPI_PROC_NULL. */
uint64_t tt_isend(struct tt_thread *t, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype)
{
    if (dest == MPI_PROC_NULL)
        return 0;
    uint64_t id = tt_next_request_id();
    put_message(t, TT_ISEND, t->entered, tt_comm_find(comm)->id, dest, tag, tt_bytes_of(count, datatype), id);
    return id;
}

void tt_isend_posted(MPI_Request request, uint64_t id)
{
    const struct tt_request posted = {.kind = TT_REQUEST_SEND, .id = id, .active = 1, .null = id == 0};
    tt_request_add(&posted, (uintptr_t)request);
}

void tt_send_init(MPI_Request request, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype)
{
    const struct tt_request made = {.kind = TT_REQUEST_SEND,
                                    .id = tt_next_request_id(),
                                    .persistent = 1,
                                    .null = dest == MPI_PROC_NULL,
                                    .comm = tt_comm_find(comm)->id,
                                    .peer = dest,
                                    .tag = tag,
                                    .bytes = {tt_bytes_of(count, datatype), 0}};
    tt_request_add(&made, (uintptr_t)request);
}

/** The bytes that a completed receive brought. */
static uint64_t received_bytes(const MPI_Status *status)
{
    MPI_Count bytes = 0;
    tt_real.Get_elements_x(status, MPI_BYTE, &bytes);
    return bytes > 0 ? (uint64_t)bytes : 0;
}

static void received(struct tt_thread *t, uint32_t comm, const MPI_Status *status)
{
    if (status->MPI_SOURCE != MPI_PROC_NULL)
        put_message(t, TT_RECV, tt_time(), comm, status->MPI_SOURCE, status->MPI_TAG, received_bytes(status), 0);
}

/** The record of a completed non-blocking receive. */
void tt_irecv_complete(struct tt_thread *t, const struct tt_request *request, const MPI_Status *status)
{
    if (status->MPI_SOURCE != MPI_PROC_NULL)
        put_message(t, TT_IRECV, tt_time(), request->comm, status->MPI_SOURCE, status->MPI_TAG, received_bytes(status),
                    request->id);
}

/* Where a status goes that the program does not want, but the records do. */
static MPI_Status *wanted(MPI_Status *status, MPI_Status *own)
{
    return status == MPI_STATUS_IGNORE ? own : status;
}

TT_API int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Recv, TT_SITE, TT_MPI_ENTER);
    if (t != NULL)
        status = wanted(status, &own);
    int result = tt_real.Recv(buf, count, datatype, source, tag, comm, status);
    if (t != NULL && result == MPI_SUCCESS)
        received(t, tt_comm_find(comm)->id, status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Recv)

TT_API int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Sendrecv, TT_SITE, TT_MPI_ENTER);
    if (t != NULL) {
        tt_send(t, comm, dest, sendtag, sendcount, sendtype);
        status = wanted(status, &own);
    }
    int result = tt_real.Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                                  recvtag, comm, status);
    if (t != NULL && result == MPI_SUCCESS)
        received(t, tt_comm_find(comm)->id, status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Sendrecv)

TT_API int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
                                int recvtag, MPI_Comm comm, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Sendrecv_replace, TT_SITE, TT_MPI_ENTER);
    if (t != NULL) {
        tt_send(t, comm, dest, sendtag, count, datatype);
        status = wanted(status, &own);
    }
    int result = tt_real.Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    if (t != NULL && result == MPI_SUCCESS)
        received(t, tt_comm_find(comm)->id, status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Sendrecv_replace)

/* Before a non-blocking receive. */
static uint64_t irecv(struct tt_thread *t, int source)
{
    if (t == NULL || source == MPI_PROC_NULL)
        return 0;
    uint64_t id = tt_next_request_id();
    tt_put1(t, TT_IRECV_REQUEST, t->entered, id);
    return id;
}

static void irecv_posted(MPI_Request request, uint64_t id, uint32_t comm, int persistent)
{
    const struct tt_request posted = {.kind = TT_REQUEST_RECV,
                                      .id = id,
                                      .active = !persistent,
                                      .persistent = persistent != 0,
                                      .null = id == 0,
                                      .comm = comm};
    tt_request_add(&posted, (uintptr_t)request);
}

TT_API int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Irecv, TT_SITE, TT_MPI_ENTER);
    uint64_t id = irecv(t, source);
    int result = tt_real.Irecv(buf, count, datatype, source, tag, comm, request);
    if (t != NULL && result == MPI_SUCCESS)
        irecv_posted(*request, id, tt_comm_find(comm)->id, 0);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Irecv)

TT_API int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                         MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Recv_init, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Recv_init(buf, count, datatype, source, tag, comm, request);
    if (t != NULL && result == MPI_SUCCESS)
        irecv_posted(*request, source == MPI_PROC_NULL ? 0 : tt_next_request_id(), tt_comm_find(comm)->id, 1);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Recv_init)

/* Messages that probes have taken, and which of them was received last. */
static _Atomic uint64_t taken, received_last;

/* A message handle does not tell its communicator: it is kept from the probe that gave
 * the handle to the receive that uses it. */
static void matched(MPI_Message message, MPI_Comm comm)
{
    if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC)
        return;
    const struct tt_request entry = {.kind = TT_MESSAGE, .id = atomic_fetch_add(&taken, 1) + 1, .comm = tt_comm_find(comm)->id};
    tt_request_add(&entry, ~(uintptr_t)message);
}

/* Its communicator, or 0 and no source to record for MPI_MESSAGE_NO_PROC. Where messages are received in another order than
 * probes took them, which of them has which number is not known from here on. */
static int use_matched(struct tt_thread *t, MPI_Message message, uint32_t *comm)
{
    struct tt_request entry;
    if (t == NULL || !tt_request_complete(~(uintptr_t)message, &entry))
        return 0;
    *comm = entry.comm;
    if (atomic_exchange(&received_last, entry.id) != entry.id - 1 && t->fold != NULL)
        tt_put1(t, TT_REQUEST_CANCELLED, tt_time(), 0);
    return 1;
}

TT_API int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Mprobe, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Mprobe(source, tag, comm, message, status);
    if (t != NULL && result == MPI_SUCCESS)
        matched(*message, comm);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Mprobe)

TT_API int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Improbe, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Improbe(source, tag, comm, flag, message, status);
    if (t != NULL && result == MPI_SUCCESS && *flag)
        matched(*message, comm);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Improbe)

TT_API int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    MPI_Status own;
    uint32_t comm = 0;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Mrecv, TT_SITE, TT_MPI_ENTER);
    if (t != NULL)
        status = wanted(status, &own);
    int known = use_matched(t, *message, &comm);
    int result = tt_real.Mrecv(buf, count, type, message, status);
    if (known && result == MPI_SUCCESS)
        received(t, comm, status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Mrecv)

TT_API int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
    uint32_t comm = 0;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Imrecv, TT_SITE, TT_MPI_ENTER);
    uint64_t id = irecv(t, use_matched(t, *message, &comm) ? 0 : MPI_PROC_NULL);
    int result = tt_real.Imrecv(buf, count, type, message, request);
    if (t != NULL && result == MPI_SUCCESS)
        irecv_posted(*request, id, comm, 0);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Imrecv)

/** Before a persistent request is started. */
void tt_starting(struct tt_thread *t, MPI_Request request)
{
    struct tt_request entry;
    if (!tt_request_start((uintptr_t)request, &entry) || entry.null)
        return;
    if (entry.kind == TT_REQUEST_SEND)
        put_message(t, TT_ISEND, t->entered, entry.comm, entry.peer, entry.tag, entry.bytes.sent, entry.id);
    else if (entry.kind == TT_REQUEST_RECV)
        tt_put1(t, TT_IRECV_REQUEST, t->entered, entry.id);
}
