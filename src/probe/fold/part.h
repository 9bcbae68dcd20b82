/*
 * What a thread of a profile leaves of iterations that are traced: <host>-<pid>.<thread>.part, with struct tt_file_header and
 * the magic TT_PART_MAGIC, then blocks. Records stand in it as in those of a trace, a little more at both ends than was asked
 * for; which they are tell the lines `part` of the process's text file. What is open where records begin, and which messages
 * were sent and received before, stands in a block of its own before them.
 */
#ifndef TRIMTAB_PART_H
#define TRIMTAB_PART_H

#include <stdint.h>

#include "channels.h"

#define TT_PART_MAGIC "TTPART"

enum tt_part_kind { TT_PART_STATE = 1, TT_PART_RECORDS };

struct tt_part_block {
    uint32_t kind;
    uint32_t frames;    /* of a state: regions that are open, outermost first */
    uint64_t words;     /* of records */
    uint64_t position;  /* of this block in the file, so that one that is missing is missed */
    uint64_t last;      /* of a state: the time of the last record before it, from which on it holds */
    struct tt_channels_header channels; /* of a state, as at its end */
};

/* A region that is open: as in struct tt_node, and in its struct tt_fold_frame. */
struct tt_part_frame {
    uint64_t kind, name, site, hook;
    uint64_t function;
};

#endif
