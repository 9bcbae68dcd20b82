/* Records of collective operations, and the creations of communicators by hand. */
#include "wrap.h"

/** Before a non-blocking collective: its request id, which is recorded. */
uint64_t tt_icoll(struct tt_thread *t)
{
    uint64_t id = tt_next_request_id();
    tt_put1(t, TT_NBC_REQUEST, t->entered, id);
    return id;
}

void tt_icoll_posted(MPI_Request request, uint64_t id, enum tt_operation operation, const struct tt_comm *comm,
                     uint32_t root, struct tt_bytes bytes)
{
    const struct tt_request posted = {.kind = TT_REQUEST_COLL,
                                      .id = id,
                                      .active = 1,
                                      .operation = operation,
                                      .comm = comm->id,
                                      .root = root,
                                      .bytes = bytes};
    tt_request_add(&posted, (uintptr_t)request);
}

/** The record of a non-blocking collective that has completed. */
void tt_icoll_complete(struct tt_thread *t, const struct tt_request *request)
{
    if (request->kind == TT_REQUEST_IDUP) {
        tt_put1(t, TT_COMM_CREATE, tt_time(), tt_comm_add_child(&request->creation, *request->made)->id);
        /* from here on it is an ordinary one */
    }
    tt_put_collective(t, TT_NBC_COMPLETE, request->operation, request->comm, request->root, request->bytes, request->id);
}

TT_API int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Comm_idup, TT_SITE, TT_MPI_ENTER);
    uint64_t id = t != NULL ? tt_icoll(t) : 0;
    struct tt_creation made = tt_comm_creating(t, comm);
    int result = tt_real.Comm_idup(comm, newcomm, request);
    if (t != NULL && result == MPI_SUCCESS && made.parent != NULL) {
        const struct tt_request posted = {.kind = TT_REQUEST_IDUP,
                                          .id = id,
                                          .active = 1,
                                          .operation = TT_OP_CREATE_HANDLE,
                                          .comm = made.parent->id,
                                          .root = TT_ROOT_NONE,
                                          .creation = made,
                                          .made = newcomm};
        tt_request_add(&posted, (uintptr_t)*request);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Comm_idup)

/* Creations that not all members of one communicator take part in: the new one is the
 * communicator of the operation. */
static void created_by_some(struct tt_thread *t, int result, MPI_Comm made, MPI_Comm otherwise, int tag)
{
    if (t == NULL)
        return;
    const struct tt_comm *c = NULL;
    if (result == MPI_SUCCESS && made != MPI_COMM_NULL) {
        c = tt_comm_add_made(made, tag);
        tt_put1(t, TT_COMM_CREATE, tt_time(), c->id);
    }
    tt_coll_end(t, TT_OP_CREATE_HANDLE, c != NULL ? c : tt_comm_find(otherwise), TT_ROOT_NONE, (struct tt_bytes){0, 0});
}

TT_API int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Comm_create_group, TT_SITE, TT_MPI_ENTER_COLL);
    int result = tt_real.Comm_create_group(comm, group, tag, newcomm);
    created_by_some(t, result, *newcomm, MPI_COMM_SELF, tag);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Comm_create_group)

TT_API int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                                MPI_Comm *newintercomm)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Intercomm_create, TT_SITE, TT_MPI_ENTER_COLL);
    int result = tt_real.Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
    created_by_some(t, result, *newintercomm, local_comm, tag);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Intercomm_create)

static const struct tt_comm *freeing(const struct tt_thread *t, const MPI_Comm *comm)
{
    return t != NULL && *comm != MPI_COMM_NULL ? tt_comm_find(*comm) : NULL;
}

static void freed(struct tt_thread *t, const struct tt_comm *c, int result)
{
    if (c == NULL)
        return;
    if (result == MPI_SUCCESS) {
        tt_put1(t, TT_COMM_DESTROY, tt_time(), c->id);
        tt_comm_remove(c);
    }
    tt_coll_end(t, TT_OP_DESTROY_HANDLE, c, TT_ROOT_NONE, (struct tt_bytes){0, 0});
}

TT_API int MPI_Comm_free(MPI_Comm *comm)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Comm_free, TT_SITE, TT_MPI_ENTER_COLL);
    const struct tt_comm *c = freeing(t, comm);
    int result = tt_real.Comm_free(comm);
    freed(t, c, result);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Comm_free)

TT_API int MPI_Comm_disconnect(MPI_Comm *comm)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Comm_disconnect, TT_SITE, TT_MPI_ENTER_COLL);
    const struct tt_comm *c = freeing(t, comm);
    int result = tt_real.Comm_disconnect(comm);
    freed(t, c, result);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Comm_disconnect)

TT_API int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Comm_set_name, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Comm_set_name(comm, comm_name);
    if (t != NULL && result == MPI_SUCCESS)
        tt_comm_name(comm, comm_name);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Comm_set_name)
