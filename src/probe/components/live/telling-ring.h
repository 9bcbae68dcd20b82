/*
 * The ring of a thread that tells its iterations: what the thread puts in (telling.c) and the one that listens takes out
 * (telling-file.c).
 */
#ifndef TRIMTAB_LIVE_TELLING_RING_H
#define TRIMTAB_LIVE_TELLING_RING_H

#include "telling.h"

#include "../../core/probe.h"

/* Of each thread: the ring; how much of it is worth looking again soon; and threads that tell, at most. */
enum { RING = 1 << 20, SOON = RING / 2, MOST_TELLING = 64 };

#define TELLING_NODES (2 * (size_t)TT_MOST_NODES)

struct tt_amounts {
    uint64_t visits, ticks, bytes;
};

/* A call path that is told. */
struct tt_told_path {
    uint32_t node, parent; /* parent: a slot plus one; 0: none */
    uint32_t kind;
    uint64_t name, site;
    uint64_t forker; /* of a parallel region that another thread forked: thread and node, as in its node; 0: none */
};

struct tt_telling {
    unsigned char ring[RING];
    _Atomic uint64_t head, tail; /* bytes put in, and taken out */
    _Atomic uint64_t joined;
    _Atomic uint32_t slots;
    struct tt_told_path all[TT_MOST_SERIES];
    unsigned thread;
    int is_on;
    uint64_t first, count, begin; /* iterations that are not told yet */
    _Atomic uint16_t slot_of[TELLING_NODES]; /* plus one */
    struct tt_amounts before[TELLING_NODES];
    struct tt_amounts amounts[TT_MOST_SERIES]; /* of the frame that is being put in; 0 between frames */
    /* Of the one that listens: */
    uint64_t number;     /* of the next block */
    uint64_t seen_head;  /* what is written next */
    uint32_t seen_slots;
    uint32_t named;      /* slots whose paths were written */
    uint64_t held_since; /* when it was not written first, since a fork was not known; 0: it was */
};

/** The ring of a number below MOST_TELLING; NULL: there is none. */
struct tt_telling *tt_telling_at(unsigned number);
/** Iterations that each frame has. */
uint64_t tt_telling_stride(void);
void tt_double_telling_stride(void);

/** What a path is called, as in traces and profiles; "?" where only the finisher knows. */
const char *tt_told_name(const struct tt_told_path *path);
/** What it belongs to: paradigm and role as OTF2 has them, as `openmp.BARRIER`. */
const char *tt_told_class(const struct tt_told_path *path);

#endif
