/* The records of collective operations, which communicators and windows write as well. */
#include "wrap.h"

void tt_put_collective(struct tt_thread *t, enum tt_record_type type, enum tt_operation operation, uint32_t comm,
                       uint32_t root, struct tt_bytes bytes, uint64_t request)
{
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(type, tt_time());
    record[1] = (uint64_t)comm << 32 | (uint64_t)operation;
    record[2] = root;
    record[3] = bytes.sent;
    record[4] = bytes.received;
    record[5] = request;
    tt_commit(t, record, type == TT_COLL_END ? 5 : 6);
}

void tt_coll_end(struct tt_thread *t, enum tt_operation operation, const struct tt_comm *comm, uint32_t root,
                 struct tt_bytes bytes)
{
    tt_put_collective(t, TT_COLL_END, operation, comm->id, root, bytes, 0);
}
