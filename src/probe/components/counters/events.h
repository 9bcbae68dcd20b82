/* Which events can be counted, and how the kernel calls them. */
#ifndef TRIMTAB_COUNTERS_EVENTS_H
#define TRIMTAB_COUNTERS_EVENTS_H

#include <stdint.h>

#include "../../format/counter-names.h"

/* What tells an event of software where the kernel does not let perf count what happens within it. */
enum tt_told_by { TT_BY_PERF, TT_BY_CLOCK, TT_BY_FAULTS, TT_BY_MINOR_FAULTS, TT_BY_MAJOR_FAULTS, TT_BY_SWITCHES };

struct tt_event {
    char name[TT_COUNTER_NAME];
    uint32_t type;   /* of perf_event_open */
    uint64_t number; /* its config */
    const char *unit; /* "occ" or "nsec", as CUBE names them */
    enum tt_told_by told_by;
};

/** Finds an event by its name; 0: there is none of that name. */
int tt_find_event(const char *name, struct tt_event *event);

/** Whether an event is of the kernel, not of the processor. */
int tt_is_software(const struct tt_event *event);

#endif
