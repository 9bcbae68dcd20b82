/*
 * How many messages and collective operations a thread has sent, received and taken part in, by communicator, peer and tag:
 * which of all messages it is that is sent or received next. By these numbers halves of messages are brought together of which
 * nothing else was recorded, as when a part of a run is traced.
 *
 * MPI receives messages of one sender, communicator and tag in the order in which receives were posted, whichever completes
 * first. Where one that was posted earlier completes later, numbers by completion are not those of the messages: the channel
 * is disordered from then on.
 */
#ifndef TRIMTAB_CHANNELS_H
#define TRIMTAB_CHANNELS_H

#include <stdint.h>

#include "../format/record.h"

enum tt_channel_kind { TT_MESSAGES, TT_COLLECTIVES, TT_NONBLOCKING_COLLECTIVES };

struct tt_channel {
    uint64_t comm_and_peer; /* communicator<<32 | rank there; of collective operations communicator<<32 */
    uint32_t tag;
    uint16_t kind;          /* enum tt_channel_kind + 1; 0: this entry is free */
    uint16_t is_disordered;
    uint64_t sent, received; /* collective operations: received */
    uint64_t last_post;      /* of what was received: the post that came last */
};

/* A receive or collective operation under way. */
struct tt_posted {
    uint64_t id;   /* of the request; 0: this entry is free */
    uint64_t post; /* how many were posted before, plus one */
};

/* More channels than this are not told apart, as where each message has a tag of its own. */
#define TT_MOST_CHANNELS (UINT32_C(1) << 18)

/* Tables have room for a power of two of entries, which stand behind their head. */
struct tt_channel_table {
    uint32_t room, used;
    struct tt_channel entries[];
};
struct tt_posted_table {
    uint32_t room, used;
    struct tt_posted entries[];
};

struct tt_channels {
    struct tt_channel_table *channels; /* NULL: none yet */
    struct tt_posted_table *posted;
    uint64_t posts;
    uint64_t is_incomplete; /* there was no room for all: those that are not here are not known */
};

/* How tables are written: this, entries of channels, and those of what is posted. */
struct tt_channels_header {
    uint32_t channels, posted;
    uint64_t posts, is_incomplete;
};

/* What a record says of a channel. */
struct tt_counted {
    const struct tt_channel *channel; /* NULL: nothing, or its number is not known */
    uint64_t number;                  /* of the message or operation there, from 1 on */
    uint64_t post;                    /* of what is received: which of all posts it was; 0: not known */
    int is_sent;
};

/** Counts what a record tells of. */
struct tt_counted tt_count_channels(struct tt_channels *all, const uint64_t *record);

/** Takes over tables as they were written; 0: there is no memory, or they are damaged. */
int tt_channels_restore(struct tt_channels *all, const struct tt_channel *channels, uint32_t channel_count,
                        const struct tt_posted *posted, uint32_t posted_count);
void tt_channels_free(struct tt_channels *all);

/** As they are now. */
struct tt_channels_header tt_channels_header(const struct tt_channels *all);

/** Entries that are in use, from a place on that begins with 0; NULL: no more. */
const struct tt_channel *tt_next_channel(const struct tt_channel_table *table, uint32_t *place);
const struct tt_posted *tt_next_posted(const struct tt_posted_table *table, uint32_t *place);

#endif
