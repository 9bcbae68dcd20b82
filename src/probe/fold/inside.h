/* What the parts of folding share. */
#ifndef TRIMTAB_FOLD_INSIDE_H
#define TRIMTAB_FOLD_INSIDE_H

#include "fold.h"

/* What tells a node from the others below the same one. */
struct tt_node_key {
    uint64_t name, site, hook;
    uint32_t kind;
};

/** The child of a node, made at its first visit. */
uint32_t tt_child_of(struct tt_fold *fold, uint32_t parent, uint32_t kind, uint64_t name, uint64_t site, uint64_t hook);
/** Adds a visit of so many ticks. */
void tt_add_visit(struct tt_node *node, uint64_t ticks);
/** The node of the innermost region that is open; the root outside of all. */
uint32_t tt_current(const struct tt_fold *fold);
/** Whether the innermost region is where nothing is to be recorded. */
int tt_is_off(const struct tt_fold *fold);
/** `time`, or that of the last record where that is later; it becomes the last. */
uint64_t tt_at(struct tt_fold *fold, uint64_t time);
/** Enters the child of the innermost region, or of a node, that a kind, name, site and hook tell; NULL: no memory. */
struct tt_fold_frame *tt_enter(struct tt_fold *fold, uint64_t time, uint64_t function, const struct tt_node_key *known_by);
struct tt_fold_frame *tt_enter_below(struct tt_fold *fold, uint64_t time, uint64_t function, uint32_t parent,
                                     const struct tt_node_key *known_by);
/** Leaves the innermost region. */
void tt_leave_top(struct tt_fold *fold, uint64_t time);
/** How high the innermost frame of a function lies; 0: it is not open. */
uint32_t tt_height_of(struct tt_fold *fold, uint64_t function);
/** The height above which frames are looked through. */
uint32_t tt_lowest(const struct tt_fold *fold);

/** Keeps a record that ends what a trace began, if it can be that; whether it was kept. */
int tt_end_before(struct tt_fold *fold, const uint64_t *record);

/** Folds a record of OpenMP. */
void tt_fold_openmp(struct tt_fold *fold, enum tt_record_type type, uint64_t time, const uint64_t *record, const uint64_t *end);

/* Each node may have one more for the paths below it. */
#define TT_NODES_IN_ALL (2 * (size_t)TT_MOST_NODES)

/* fold.c, for fold-state.c */
/** Memory that is used as far as it is needed; NULL: there is none. */
void *tt_fold_pages(size_t bytes);
/** Twice the room for open frames. The old memory stays: a signal handler of another thread may be reading it. */
int tt_fold_grow_frames(struct tt_fold *f);
/** Puts all nodes into the index, whose size is twice as large after growing. */
void tt_fold_put_all(struct tt_fold *f);
int tt_fold_grow_index(struct tt_fold *f);
/** Opens a frame of a node; NULL when there is no memory. */
struct tt_fold_frame *tt_fold_push(struct tt_fold *f, uint64_t function, uint64_t begin, uint32_t node, uint32_t flags);

#endif
