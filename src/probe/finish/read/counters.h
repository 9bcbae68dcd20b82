/* Counters of the processor and the kernel, as processes tell of them. */
#ifndef TRIMTAB_FINISH_COUNTERS_H
#define TRIMTAB_FINISH_COUNTERS_H

#include <stdint.h>

#include "../../format/counter-names.h"

struct local_counter {
    char *name, *unit;         /* NULL: there is no such number */
    uint32_t global;           /* among the archive's counters */
    uint64_t enabled, running; /* nanoseconds, where it shared the processor with others; else 0 */
};

struct not_counted { /* calls that counters are not read at, since they are too short */
    uint64_t key, calls, ticks;
};

struct counters {
    struct local_counter list[TT_MOST_COUNTERS]; /* by number */
    char **denied;                               /* "NAME WHY" */
    uint32_t denied_count, denied_capacity;
    uint64_t cost; /* ticks of one reading; 0: unknown */
    struct not_counted *refused;
    uint32_t refused_count, refused_capacity;
};

#endif
