/* Parts of a profile that were traced. */
#ifndef TRIMTAB_FINISH_PART_FACTS_H
#define TRIMTAB_FINISH_PART_FACTS_H

#include <stdint.h>

/* A part of the run that was traced, in ticks since the process began to record. */
struct part {
    uint64_t begin, end;   /* end: UINT64_MAX where it lasted to the process's end */
    uint64_t from, before; /* iterations: the first one, and that before which it ended; 0: not known */
};

struct part_facts {
    struct part *list; /* in order of time */
    uint32_t count, capacity;
    int is_faulty; /* some of the iterations that were traced could not be read */
};

#endif
