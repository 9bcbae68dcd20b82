/* Functions of a process that were switched off. */
#ifndef TRIMTAB_FINISH_FUNCTION_FACTS_H
#define TRIMTAB_FINISH_FUNCTION_FACTS_H

#include <stdint.h>

struct left_out { /* a function that was switched off, since recording it cost too much */
    uint64_t entry;        /* the address that its records name */
    uint64_t since, until; /* the time that was looked at, in ticks since the process began to record */
    uint64_t visits;       /* in that time */
};

struct function_facts {
    struct left_out *left_out;
    uint32_t left_out_count, left_out_capacity;
    char *denied; /* why its functions could not be switched on; or NULL */
};

#endif
