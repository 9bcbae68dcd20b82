/* The events of one thread, as they are open and read. */
#ifndef TRIMTAB_COUNTERS_GROUP_H
#define TRIMTAB_COUNTERS_GROUP_H

#include "events.h"

struct perf_event_mmap_page;

/* Events that are counted together: all of them or none are in the processor's registers. */
struct tt_event_group {
    int fd, is_software;
    unsigned count;
    unsigned members[TT_MOST_COUNTERS]; /* numbers of counters, in their order in the group */
    int fds[TT_MOST_COUNTERS];
    struct perf_event_mmap_page *pages[TT_MOST_COUNTERS]; /* for reading registers; NULL: the kernel is asked */
    uint64_t counted[TT_MOST_COUNTERS], enabled, running; /* as they were read last */
};

struct tt_open_events {
    struct tt_event_group groups[TT_MOST_COUNTERS];
    unsigned group_count;
    enum tt_told_by told_by[TT_MOST_COUNTERS]; /* by number; TT_BY_PERF: a group, or nothing */
    unsigned others;                           /* how many are told by something else */
    uint64_t base[TT_MOST_COUNTERS];           /* of these: what they told when they were opened */
    uint64_t values[TT_MOST_COUNTERS];         /* by number: since they were opened, scaled */
    uint64_t enabled[TT_MOST_COUNTERS], running[TT_MOST_COUNTERS]; /* nanoseconds: all, and those in which it was counted */
};

/** Opens an event of the calling thread, as number `number`. NULL, or why it cannot be. */
const char *tt_open_event(struct tt_open_events *open, const struct tt_event *event, unsigned number);

/** Reads all: `values` are those of now. 0: they cannot be read any more. */
int tt_read_events(struct tt_open_events *open);

void tt_close_events(struct tt_open_events *open);

#endif
