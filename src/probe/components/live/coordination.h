/* What rank 0 was asked for, while it sees it through. */
#ifndef TRIMTAB_LIVE_COORDINATION_H
#define TRIMTAB_LIVE_COORDINATION_H

#include <stddef.h>
#include <stdint.h>

#include "../iterations/gates.h"
#include "clients.h"
#include "grammar.h"

/* Requests that are seen through together; how long ranks may take to read them; after how long those that have come to their
 * iteration may go on without, so that nothing is decided any more; and how often a request without an iteration of its own is
 * tried again when it came too late for one. Ranks look once a second; on a machine with more processes than processors each
 * look may be late by seconds. */
enum {
    MOST_AT_ONCE = 4096,
    PATIENCE_MS = TT_ANSWER_MS,
    LATEST_MS = (TT_ANSWER_MS + TT_DECISION_MS) / 2,
    MOST_TRIES = 12,
    LONGEST_TAG = 32,
    LONGEST_DECISION = 64
};

struct asked {
    tt_client client;
    char tag[LONGEST_TAG + 2];
    char *line;
    struct tt_request request;
    struct tt_fault fault; /* column 0: none */
    uint64_t number, at;   /* as it was told to the ranks; 0: it was not */
    unsigned before;       /* characters before the request itself */
};

#define CANNOT_TELL "the ranks cannot be reached, for example because the disk is full"

/** Requests that are seen through together; room for MOST_AT_ONCE. NULL: nobody has asked for anything lately. */
extern struct asked *tt_batch;
extern size_t tt_batch_size;

/* coordinator-requests.c */
void tt_refuse_request(struct asked *a, unsigned column, const char *format, ...) __attribute__((format(printf, 3, 4)));
/** Takes in a request of a client, or a line of the file of requests. */
void tt_take_request(tt_client client, const char *line, size_t length);
void tt_take_request_line(void *unused, const char *line, size_t length);

/* coordinator-ranks.c */
/** Whether a rank has read all; what is late for it is refused. */
int tt_rank_has_read(int rank, uint64_t wanted, uint64_t *latest);

#endif
