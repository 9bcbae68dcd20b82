/* Callers that were found on the stack. */
#ifndef TRIMTAB_FINISH_CALLER_FACTS_H
#define TRIMTAB_FINISH_CALLER_FACTS_H

#include <stdint.h>

struct caller_path { /* what a site below TT_FIRST_ADDRESS stands for */
    uint32_t parent;  /* the path by which the function was called that the call stands in; 0: not known */
    uint64_t address; /* that it goes on at */
    char *file; /* of a line: nothing but its place is known; else NULL */
    uint32_t line;
    uint32_t function; /* the place of that function, MAP_MISSING where it is not known; of no known name: its caller counts */
};

struct caller_facts {
    struct caller_path *paths; /* by number, from 1 on */
    uint32_t path_count, path_capacity;
    uint64_t without_path; /* calls by paths that were not looked for */
};

#endif
