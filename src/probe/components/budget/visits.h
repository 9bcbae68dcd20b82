/* What a chunk of a thread's records tells of functions and of constructs of OpenMP that may be left out. */
#ifndef TRIMTAB_VISITS_H
#define TRIMTAB_VISITS_H

#include "../../core/probe.h"
#include "../functions/switches.h"

/* More than what one chunk can tell apart and anybody wants to see switched off. */
#define TT_MOST_VISITED 1024u

struct tt_visited {
    uint64_t key;           /* a function's entry, or TT_CONSTRUCT_KEY; 0: a free place */
    uint64_t visits, ticks; /* of complete visits */
    uint64_t waited;        /* ticks until a lock was got */
    uint64_t events;        /* records that are saved without it */
    struct tt_switch *function; /* NULL: not looked for yet, or a construct */
};

/* Records by what writing one costs. */
struct tt_counted_records {
    uint64_t functions, openmp, others;
};

struct tt_counted_records tt_count_records(const uint64_t *from, const uint64_t *to);

/** Fills the list, which has TT_MOST_VISITED places: those that were visited stand anywhere in it.
 *  @param at_once ticks in which a lock is got that nobody has */
void tt_gather_visits(struct tt_visited *list, const uint64_t *from, const uint64_t *to, uint64_t at_once);

#endif
