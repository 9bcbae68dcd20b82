/* What programs say of themselves, unified over processes. */
#ifndef TRIMTAB_FINISH_USERS_H
#define TRIMTAB_FINISH_USERS_H

#include "../read/base.h"

struct counter {
    uint32_t name, unit; /* texts */
    int is_event;        /* of the processor or the kernel, which the probe counts; else the program sets it */
};

struct parameter {
    uint32_t name; /* a text */
    int is_text;
};

/* Two regions of which the outer one was stopped while the inner one was open. */
struct overlap {
    uint32_t stopped, open; /* names, as texts; open 0: what was stopped was not open */
    uint64_t count;
};

struct users {
    struct counter *counters;
    uint32_t counter_count, counter_capacity;
    struct parameter *parameters;
    uint32_t parameter_count, parameter_capacity;
    struct map counter_index, parameter_index;
    struct overlap *overlaps;
    uint32_t overlap_count, overlap_capacity;
    struct map overlap_index;
    uint64_t overlapping; /* stops out of order, in total */
};

#endif
