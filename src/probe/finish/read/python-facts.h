/* What a process tells of Python. */
#ifndef TRIMTAB_FINISH_PYTHON_FACTS_H
#define TRIMTAB_FINISH_PYTHON_FACTS_H

#include <stdint.h>

struct python_line { /* what samples tell of a line of Python: "LINE<tab>FUNCTION<tab>FILE" */
    char *text;
    uint64_t samples;
};

struct python_left_out { /* a function of Python that was not recorded any more */
    char *name;
    uint64_t calls; /* since then */
};

struct python_facts {
    struct python_line *lines;
    uint32_t line_count, line_capacity;
    struct python_left_out *left_out;
    uint32_t left_out_count, left_out_capacity;
    uint64_t ticks, calls; /* what recording so many calls took */
    uint32_t sampling;     /* samples a second of lines, while calls were not told of */
    uint64_t off;          /* ticks for which they were not, in the main thread */
    char *refused;         /* why functions are not recorded, or not all; or NULL */
};

#endif
