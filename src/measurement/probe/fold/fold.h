/*
 * Folding records into a tree of call paths: the profile of one thread. The runtime folds each chunk of records when it is
 * full, so that memory does not grow with the run; the finisher folds what a process could not fold any more, and the
 * records of traces, with the same code.
 *
 * A node is known by its parent and by what the records say of an entered region: addresses of function, call and hook.
 * Names and lines are found by the finisher, which makes nodes one that are the same in the program's text.
 */
#ifndef TRIMTAB_FOLD_H
#define TRIMTAB_FOLD_H

#include <stddef.h>
#include <stdint.h>

#include "../record.h"

enum tt_node_kind {
    TT_NODE_ROOT,
    TT_NODE_FUNCTION, /* name: its address */
    TT_NODE_MPI,      /* name: number of the function */
    TT_NODE_OPENMP,   /* name: number of the construct */
    TT_NODE_USER,     /* name: number of what the program named */
    TT_NODE_FLUSH,    /* writing or folding of records */
    TT_NODE_OTHER,    /* paths for which there was no room */
    TT_NODE_KINDS
};

/* One call path. Times are ticks, of whole visits: those of the paths below it are in them. */
struct tt_node {
    uint32_t parent; /* before it in the list; its own number for the root */
    uint32_t kind;
    uint64_t name, site, hook;
    uint64_t visits, ticks, least, most;
    double squares; /* sum over visits of the square of their ticks */
    uint64_t sent, received;             /* messages */
    uint64_t bytes_sent, bytes_received; /* of messages and collective operations */
    uint64_t bytes_put, bytes_got;       /* one-sided */
};

/* A region that is open. */
struct tt_fold_frame {
    uint64_t function; /* as its end names it: the address, 0 for MPI, TT_USER_FRAME for what the program named */
    uint64_t begin;
    uint32_t node;
    uint32_t is_deeper; /* than nodes go: a visit of its node within one */
};

/* What was read of the records, beside the tree. */
struct tt_fold_counts {
    uint64_t last;       /* time of the last record; none is taken as earlier than the one before */
    uint64_t flush_ticks;
    uint64_t misplaced;  /* records that end what never began */
    uint64_t crossed;    /* ends of what the program named while something else was open within */
    uint64_t deeper;     /* visits below the deepest nodes */
    uint64_t others;     /* visits for whose path there was no room */
    uint64_t records[TT_RECORD_TYPES]; /* by type */
};

#define TT_USER_FRAME(number) (UINT64_C(1) << 63 | (number))

/* Nodes for paths of their own; then one more for each of them that has others below it. */
#define TT_MOST_NODES 65536u
/* Deeper visits count at the node there. */
#define TT_MOST_DEPTH 100u

struct tt_fold {
    struct tt_node *nodes;
    uint32_t count;
    uint32_t *index; /* numbers of nodes by what they are known by; 0: free */
    uint32_t index_size;
    struct tt_fold_frame *frames;
    uint32_t depth, frame_capacity;
    uint64_t near_base;
    uint64_t searched; /* frames looked through in vain */
    struct tt_fold_counts counts;
};

/** An empty tree; 0 when there is no memory. */
int tt_fold_begin(struct tt_fold *fold, uint64_t near_base);
void tt_fold_end(struct tt_fold *fold);

/** Folds one record, whose words must all be there. */
void tt_fold_record(struct tt_fold *fold, const uint64_t *record);

/** Ends the regions that are open at the time of the last record. @returns how many */
uint32_t tt_fold_close(struct tt_fold *fold);

/** Takes over a tree and its open regions as they were written; 0 when it is damaged, or there is no memory. */
int tt_fold_restore(struct tt_fold *fold, const struct tt_node *nodes, uint32_t count, const struct tt_fold_frame *frames,
                    uint32_t depth);

/** The words of a record by its first one; 0 for an unknown type. */
unsigned tt_fold_words(uint64_t first);

/*
 * What a thread leaves in <host>-<pid>.<thread>.prof: struct tt_file_header with the magic TT_PROFILE_MAGIC, this, the
 * nodes, the open frames, and the words of records that were not folded yet.
 */
#define TT_PROFILE_MAGIC "TTTREE"

struct tt_profile_header {
    uint32_t nodes, frames, words;
    uint32_t node_bytes; /* sizeof(struct tt_node) */
    struct tt_fold_counts counts;
};

#endif
