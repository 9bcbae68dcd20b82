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

#include "../format/counter-names.h"
#include "channels.h"
#include "constructs.h"
#include "series.h"

enum tt_node_kind {
    TT_NODE_ROOT,
    TT_NODE_FUNCTION, /* name: its address */
    TT_NODE_MPI,      /* name: number of the function, of MPI or of input and output */
    TT_NODE_OPENMP,   /* name: enum omp_kind, or one of those below; hook: of a region that another thread forked, the fork */
    TT_NODE_USER,     /* name: number of what the program named */
    TT_NODE_FLUSH,    /* writing or folding of records */
    TT_NODE_SEGMENT,  /* name: how many regions ended that were begun in the trace; below the root only */
    TT_NODE_OTHER,    /* paths for which there was no room */
    TT_NODE_BETWEEN,  /* what the thread did between two calls whose callers were found on the stack, without what is recorded there.
                         name: number of the first function<<48 | site; site: of the second; hook: its number */
    TT_NODE_OFF,      /* nothing was to be recorded: there is nothing below it. hook: as of OpenMP's */
    TT_NODE_KINDS
};

/*
 * Names of nodes for what only the program's text can tell, which the finisher reads. A barrier that follows a construct at
 * once is its own or not, by the construct's NOWAIT: it stands below the construct, and the construct's visits stand in two
 * nodes below it, as they are without the barrier and with it. Where records tell that the barrier is the construct's own,
 * there is only the barrier.
 */
#define TT_WITHOUT_BARRIER 253u
#define TT_WITH_BARRIER 254u
#define TT_BARRIER_AFTER 128u /* added to the construct that the barrier's record names */

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
    uint64_t bytes_read, bytes_written;  /* of files */
    uint64_t counted[TT_MOST_COUNTERS];  /* by counter, without what is counted by itself below */
};

/* A region that is open. */
struct tt_fold_frame {
    uint64_t function; /* as its end names it: the address, 0 for MPI, or one of the marks below */
    uint64_t begin;
    uint64_t task;      /* that begins here; 0: none */
    uint64_t suspended; /* when that task stopped with its regions open; 0: it runs */
    uint32_t node;
    uint32_t flags;
};

/* Marks in `function`: no function has such an address. */
#define TT_CONSTRUCT_FRAME(kind) (UINT64_C(1) + (kind))
#define TT_USER_FRAME(number) (UINT64_C(1) << 63 | (number))
#define TT_OFF_FRAME (UINT64_C(1) << 62)

enum {
    TT_IS_DEEPER = 1,    /* than nodes go: a visit of its node within one */
    TT_IS_KEPT = 2,      /* a construct that ended, open until the barrier behind it has ended */
    TT_IS_UNDECIDED = 4, /* whose barrier that is only the program's text tells */
    TT_IS_COUNTED = 8,   /* counters were read where it began: what is counted until its end is its own */
};

/* A parallel region. Times are ticks since the process began to record; 0: not known yet. */
struct tt_team {
    uint64_t id, site;
    uint64_t forker; /* (thread + 1)<<32 | the node that forked it; TT_OWN_NUMBER: as the thread itself numbered it */
    uint64_t fork, join;
    uint64_t last_arrival;     /* at the barrier at its end */
    uint64_t barrier_end, end; /* of its first thread */
    uint64_t number, joined;   /* of a thread in it: its number, and the end of that barrier there */
    uint64_t iteration;        /* of the progress loop that it was forked in; 0: in none */
    uint64_t off;              /* whether nothing was to be recorded there */
};

#define TT_OWN_NUMBER (UINT64_C(1) << 63)
#define TT_FORKING_THREAD(forker) ((uint32_t)((forker) >> 32 & 0x7FFFFFFFu) - 1)

/* What threads of a process know of each other. */
struct tt_openmp {
    int gnu; /* compiled by gcc: its OpenMP interface says less */
    void *context;
    /** The region of a number, made where it is not known and `make` says so; else NULL. */
    struct tt_team *(*team)(void *context, uint64_t id, int make);
    /** Where a task was created; 0: unknown. */
    uint64_t (*task_site)(void *context, uint64_t task);
};

/* Regions within regions of one thread; deeper ones are not told apart. */
#define TT_MOST_TEAMS 32u

/* A call whose callers were found on the stack has ended. */
struct tt_fold_call {
    uint64_t call;  /* number of the function<<48 | site; 0: none, or the thread left what it was called in */
    uint64_t end;   /* time */
    uint64_t taken; /* ticks since then, in what was recorded */
    uint32_t depth; /* regions that were open around it */
};

/* What was read of the records, beside the tree. */
struct tt_fold_counts {
    uint64_t last;       /* time of the last record; none is taken as earlier than the one before */
    uint64_t flush_ticks;
    uint64_t misplaced;  /* records that end what never began */
    uint64_t crossed;    /* ends of what the program named while something else was open within */
    uint64_t deeper;     /* visits below the deepest nodes */
    uint64_t first_number; /* of the thread in its first team, plus one; 0: it was in none */
    uint64_t others;     /* visits for whose path there was no room */
    uint64_t records[TT_RECORD_TYPES]; /* by type */
    uint64_t stood_at[TT_MOST_COUNTERS]; /* counters, when they were read last */
    uint32_t known_counters;             /* bits of those that were read yet */
    uint32_t is_entering;                /* they were read for what is entered next */
};

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
    struct tt_team teams[TT_MOST_TEAMS]; /* that the thread is in, as far as it knows them */
    uint64_t forks[TT_MOST_TEAMS];       /* that it has not joined yet */
    uint32_t team_depth, fork_depth;
    uint32_t first_task;            /* height of the lowest frame of a task, 0: none; it may have gone */
    uint32_t thread;                /* index in its process */
    const struct tt_openmp *openmp; /* NULL: its records are passed over */
    const uint64_t *loop_end;       /* found last; see fold-openmp.c */
    /* Of a profile that goes on where a trace reached its limit: what is open there is known from the trace only. */
    int goes_on;
    uint32_t base;                  /* the node of what is called by none of the open frames */
    uint32_t ends;                  /* words of `ended` that are used */
    uint64_t *ended;                /* records that end what the trace began */
    uint64_t near_base;
    uint64_t searched; /* frames looked through in vain */
    struct tt_fold_call last_call;
    /* Iterations of the progress loop, see series.h. */
    struct tt_series *series;   /* NULL: none has begun */
    uint64_t stride;            /* iterations that share a value at first; 0: nothing is kept of them */
    uint32_t series_limit;      /* words */
    uint32_t in_iteration;      /* height of the frame that one is in, from 1; 0: in none */
    tt_tell_iteration *tell;    /* NULL: nobody is told of iterations */
    void *teller;               /* what that one keeps of this fold */
    uint64_t expected, phase;   /* the iteration that begins next, and what its frame is known by */
    struct tt_fold_counts counts;
    int counts_channels; /* whether messages are counted by their channels */
    struct tt_channels channels;
};

/** An empty tree; 0 when there is no memory. */
int tt_fold_begin(struct tt_fold *fold, uint64_t near_base, uint32_t thread, const struct tt_openmp *openmp);
void tt_fold_end(struct tt_fold *fold);

/** Has the tree go on where a trace ends; 0 when there is no memory. */
int tt_fold_go_on(struct tt_fold *fold);

/** Folds one record. `end` is where the records end that follow it as far as they are known, all of them whole. */
void tt_fold_record(struct tt_fold *fold, const uint64_t *record, const uint64_t *end);

/** Whether what a record means depends on records behind `end`. */
int tt_fold_waits(struct tt_fold *fold, const uint64_t *record, const uint64_t *end);

/** Ends the region of a team that its first thread has ended: runtimes tell workers so when the next one begins. */
void tt_fold_end_last_team(struct tt_fold *fold);

/** Ends the regions that are open at the time of the last record. @returns how many */
uint32_t tt_fold_close(struct tt_fold *fold);

/* A tree and what is open in it, as a thread wrote them. */
struct tt_fold_state {
    const struct tt_node *nodes;
    const struct tt_fold_frame *frames;
    const struct tt_team *teams; /* that it is in, outermost first, then those that it forked, then others that it may name */
    uint32_t node_count, depth, team_depth, fork_depth;
    const uint64_t *ended; /* of a profile that goes on where a trace ends, else `ends` is 0 */
    uint32_t ends;
    const struct tt_series_header *series; /* NULL: it kept nothing of iterations */
    const uint64_t *series_words;
    const struct tt_series_pending *pending;
};

/** Takes it over; 0 when it is damaged, or there is no memory. */
int tt_fold_restore(struct tt_fold *fold, const struct tt_fold_state *state);

/** Takes over what it kept of iterations; 0 when that is damaged, or there is no memory: the tree stands. */
int tt_fold_restore_series(struct tt_fold *fold, const struct tt_fold_state *state);

/** Adds a tree that goes on where the records end that were folded. `map` gets the number of the node here for each of its
 *  nodes; 0 when it is damaged, or there is no memory. */
int tt_fold_append(struct tt_fold *fold, const struct tt_fold_state *state, uint32_t *map);

/** The words of a record by its first one; 0 for an unknown type. */
unsigned tt_fold_words(uint64_t first);

/*
 * What a thread leaves in <host>-<pid>.<thread>.prof: struct tt_file_header with the magic TT_PROFILE_MAGIC, this, the
 * nodes, the open frames, teams, the words of records that were not folded yet, those of records that end what a trace
 * began, values by iteration: their words, and what is pending; then channels and what is posted there, see channels.h.
 */
#define TT_PROFILE_MAGIC "TTTREE"

struct tt_profile_header {
    uint32_t nodes, frames, words, teams, ends;
    uint32_t goes_on; /* where a trace ends */
    uint32_t team_depth, fork_depth; /* how many of the teams it is in, and forked */
    uint32_t node_bytes, frame_bytes; /* of one */
    struct tt_fold_counts counts;
    struct tt_series_header series;
    struct tt_channels_header channels;
    uint64_t part_goes_on; /* what the thread left of chosen iterations goes on with its words; see part.h */
    uint64_t part_bytes;   /* that it left of them */
};

#endif
