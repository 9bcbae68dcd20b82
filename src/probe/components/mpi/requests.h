/* Requests under way: what a completion must know of the call that made the request. */
#ifndef TRIMTAB_REQUESTS_H
#define TRIMTAB_REQUESTS_H

#include <mpi.h>

#include "../../core/probe.h"
#include "bytes.h"
#include "comms.h"

enum tt_request_kind {
    TT_REQUEST_SEND,
    TT_REQUEST_RECV,
    TT_REQUEST_COLL,
    TT_REQUEST_IDUP,
    TT_REQUEST_WIN, /* one-sided */
    TT_REQUEST_FILE,
    TT_REQUEST_OTHER,
    TT_MESSAGE
};

struct tt_request {
    uintptr_t key;
    uint64_t id;
    enum tt_request_kind kind;
    uint8_t persistent, active, cancelled;
    uint8_t null; /* to or from MPI_PROC_NULL: records nothing */
    uint32_t comm; /* or the window, or the file's handle */
    uint32_t root;
    int peer, tag;
    enum tt_operation operation;
    struct tt_bytes bytes;
    struct tt_creation creation;
    MPI_Comm *made;
    struct tt_request *next;      /* next key in the bucket, or next free one */
    struct tt_request *same;      /* next, younger one with the same key */
    struct tt_request *same_last; /* of the oldest: the youngest with its key */
};

extern int tt_requests_shared;

/** The next request id of this process, counted from 1. */
uint64_t tt_next_request_id(void);
void tt_request_add(const struct tt_request *request, uintptr_t key);
/** The oldest entry for `key` into `*out`, taken out of the table unless it is persistent,
 *  which makes it inactive; 0 if there is none. */
int tt_request_complete(uintptr_t key, struct tt_request *out);
/** Takes the oldest entry for `key` out of the table, persistent or not. */
void tt_request_remove(uintptr_t key);
/** Makes a persistent request active; 0 if there is none with this key. */
int tt_request_start(uintptr_t key, struct tt_request *out);
/** A look at the oldest entry for `key`; 0 if there is none. */
int tt_request_peek(uintptr_t key, struct tt_request *out);
void tt_request_cancel(uintptr_t key);
void tt_request_other(MPI_Request request);

#endif
