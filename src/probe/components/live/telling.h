/*
 * A profile tells its iterations while the program runs, where that is asked for (`series on`): of each what was done on at
 * most TT_MOST_SERIES call paths since the one before. The thread that records puts that into a ring of its own, without a
 * lock or a system call; the thread that listens adds what is there to the file `live/series-HOST`, which all processes of a
 * host share, once a second. Nothing is ever waited for: where the ring is full, or the file longer than it should be, the
 * iteration is told together with those behind it, so that sums stay whole and only when something was becomes coarser.
 *
 * The file is a row of blocks: struct tt_series_block, lines `SLOT PARENT SITE:CLASS NAME` of the paths that are new, and frames.
 * PARENT is a slot, -1 for a path below nothing that is told, or THREAD:SLOT for a parallel region that a path of another thread
 * forked. SITE tells calls of one name apart, and is the same in all processes of one program. CLASS is paradigm and role of
 * OTF2, as `openmp.IMPLICIT_BARRIER`; `openmp.SOME_BARRIER` is a barrier that only the program's text tells to be explicit or
 * not. Frames are: their length in two bytes, then numbers of seven bits a byte, the lowest first, of which all but the last have the
 * highest bit set: the first iteration, how many, ticks since the process began to record and until the next one began, how
 * many values follow; and of each value slot, visits, ticks and bytes. Ticks are those of whole visits: what is called is in
 * them, so that paths that are not told count where they are called.
 */
#ifndef TRIMTAB_LIVE_TELLING_H
#define TRIMTAB_LIVE_TELLING_H

#include <stdint.h>

#define TT_SERIES_BLOCK "TTSERIES"
#define TT_MOST_SERIES 256u

struct tt_series_block {
    char magic[8];
    uint32_t bytes; /* that follow this head */
    uint32_t check; /* FNV-1a of them and of what stands below, where a write that was cut is known by */
    uint32_t rank, thread;
    uint64_t number;     /* of this thread's, from 0: what is missing is lost */
    uint64_t joined;     /* iterations that were told together with others, until now */
    double ns;           /* of a tick */
    uint32_t paths;      /* bytes of the lines of paths */
    uint32_t iterations; /* that each frame has by itself */
};

struct tt_fold;

/** Has a profile tell its iterations as soon as that is asked for. */
void tt_may_tell_series(struct tt_fold *fold);
/** Begins to tell them, or ends it. */
void tt_switch_series(int on);
/** Why they cannot be told; NULL where they can. */
const char *tt_why_no_series(void);

/** Writes what was told since, by the thread that listens; the last time all of it. @returns whether that was so much that it
 *  should come again soon */
int tt_write_series(int is_last);

#endif
