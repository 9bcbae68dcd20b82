/*
 * Values of call paths by iteration of the run's progress loop: v[call path, process, metric, iteration]. A visit counts for
 * the iteration that it ends in; so over all iterations they sum up to what the tree has of the phase and all below it.
 *
 * Memory is the same however many iterations there are: of each bucket of `stride` iterations, only the paths are kept that
 * something happened on, and when what is kept exceeds its limit, the stride doubles and neighbours become one.
 */
#ifndef TRIMTAB_FOLD_SERIES_H
#define TRIMTAB_FOLD_SERIES_H

#include <stdint.h>

/* What is kept of each path: visits, ticks (of whole visits), messages sent, received, their bytes, bytes put, got, read and
 * written, in this order. */
#define TT_SERIES_FIELDS 10u

/* Buckets follow each other: TT_SERIES_BUCKET | its number, from 0, and how many words of values follow; each value is
 * fields<<32 | node, and a word for each of its fields (bits, by their order). Buckets of one number add up. */
#define TT_SERIES_BUCKET (UINT64_C(1) << 63)

/* Words that are kept at most, where nobody says otherwise: 4 MiB. */
#define TT_SERIES_LIMIT (1u << 19)

struct tt_series_values {
    uint64_t of[TT_SERIES_FIELDS];
};

/* A node is on the list of the bucket that is not kept yet, and of the iteration that is not told yet. */
#define TT_TOUCHED 1u
#define TT_TOUCHED_TOLD 2u

struct tt_series {
    uint64_t *words;
    uint32_t used, buckets;
    uint32_t touched_count, is_changing; /* is_changing: not to be read */
    uint32_t *touched;                   /* nodes of the bucket that is not kept yet */
    unsigned char *is_touched;           /* by node: bits of those below */
    unsigned char touches;               /* bits of the lists that nodes are put on */
    uint32_t told_count;                 /* nodes of the iteration that is under way, for who is told of each */
    uint32_t *told;
    struct tt_series_values *before;     /* by node, when the last bucket was kept */
    struct tt_series_values *sums;       /* for joining buckets */
    uint64_t stride;
    uint64_t iteration; /* the last that began, from 1 */
    uint64_t begin;     /* and when */
};

/* What a thread writes of it, with its tree. */
struct tt_series_header {
    uint32_t words, pending; /* how many */
    uint64_t stride, iteration; /* stride 0: nothing is kept; iteration 0: nothing was yet */
    uint64_t phase, expected;
    uint32_t in_iteration, unused;
};

/* A path of the bucket that was not kept yet. */
struct tt_series_pending {
    uint64_t node;
    struct tt_series_values before;
};

struct tt_fold;
struct tt_fold_state;

/**
 * Is told that an iteration is over, where a fold has one: `begin` and `end` are the times at which it and the next one began.
 * The nodes that something happened on since are `series->told`; it takes them off that list, or leaves them until the next time.
 */
typedef void tt_tell_iteration(struct tt_fold *fold, uint64_t iteration, uint64_t begin, uint64_t end);
/** Takes all nodes off that list. */
void tt_series_told(struct tt_series *series);

/** The frame on top begins an iteration, or goes on with the one that is open around it. */
void tt_series_begin(struct tt_fold *fold, uint64_t iteration);
/** Something happens on a path within an iteration. */
void tt_series_touch(struct tt_fold *fold, uint32_t node);
/** Keeps the bucket that is under way. */
void tt_series_keep(struct tt_fold *fold);
/** Doubles the stride. */
void tt_series_double(struct tt_series *series);

/** An empty one; NULL when there is no memory. */
struct tt_series *tt_series_make(uint64_t stride);
void tt_series_free(struct tt_series *series);
/** How many words it may hold. */
uint32_t tt_series_room(void);
/** Whether words are buckets of such nodes. */
int tt_series_are_sound(const uint64_t *words, uint32_t count, uint32_t nodes);

/** Adds what a thread kept, whose nodes are these here; its values are in the tree already. 0 when it is damaged. */
int tt_series_add(struct tt_fold *fold, const struct tt_fold_state *state, const uint32_t *map);

#endif
