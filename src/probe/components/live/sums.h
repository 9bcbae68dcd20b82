/* Visits and times by call path, of what is seen of a run while it runs. */
#ifndef TRIMTAB_LIVE_SUMS_H
#define TRIMTAB_LIVE_SUMS_H

#include <stddef.h>
#include <stdint.h>

/* What a path ends with: a function by its address, a call of MPI or what the program named by its number. */
#define TT_SUM_MPI (UINT64_C(1) << 63)
#define TT_SUM_USER (UINT64_C(1) << 62)

/* More paths than these count at the path that calls them. */
#define TT_MOST_SUMS 16384u
#define TT_MOST_OPEN_SUMS 512u

struct tt_sum {
    uint64_t key;
    uint32_t parent; /* before it; its own number for the root, which is 0 */
    uint64_t visits, ticks; /* ticks: without the paths below it */
};

struct tt_sums {
    struct tt_sum *all;
    uint32_t count, *index;
};

/* What is open on a thread, as far as it was seen. */
struct tt_open_sums {
    uint32_t open[TT_MOST_OPEN_SUMS]; /* outermost first */
    unsigned depth, deeper;
    uint64_t last; /* when the innermost one's own time was counted */
};

/** 0 when there is no memory. */
int tt_sums_begin(struct tt_sums *sums);
void tt_sums_end(struct tt_sums *sums);

/** The path below another one, made at need; the other one where there is no room. */
uint32_t tt_sum_below(struct tt_sums *sums, uint32_t parent, uint64_t key);

/** A thread goes on at a time; TT_SUM_MPI as a key leaves whichever call of MPI is open. */
void tt_sums_enter(struct tt_sums *sums, struct tt_open_sums *open, uint64_t key, uint64_t time);
void tt_sums_leave(struct tt_sums *sums, struct tt_open_sums *open, uint64_t key, uint64_t time);

#endif
