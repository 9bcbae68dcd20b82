/* What processes took from the heap. */
#ifndef TRIMTAB_FINISH_HEAP_H
#define TRIMTAB_FINISH_HEAP_H

#include <stdint.h>

/* Where blocks were asked for. */
struct memory_site {
    int64_t at_high, live;  /* bytes, when the process had most, and at the end */
    uint64_t bytes, blocks; /* in all */
    uint64_t *chain;        /* return addresses, the innermost first */
    uint32_t depth, capacity;
};

struct memory {
    int is_known;
    int64_t high, start, end; /* bytes: the most at once, before the first call that was seen, at the end */
    uint64_t high_time;       /* ticks since the process began to record */
    uint64_t bytes, blocks;   /* taken in all */
    uint64_t resident;        /* the most that was in the machine's memory; 0: unknown */
    uint32_t counter;         /* of what is held over time, among the counters of the archive */
    struct memory_site *sites;
    uint32_t site_count, site_capacity;
};

#endif
