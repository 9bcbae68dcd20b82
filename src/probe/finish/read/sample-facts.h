/* Rates of samples. */
#ifndef TRIMTAB_FINISH_SAMPLE_FACTS_H
#define TRIMTAB_FINISH_SAMPLE_FACTS_H

#include <stdint.h>

/* How often threads were sampled from a time on, in ticks since the process's start. */
struct sampling_rate {
    uint64_t from;
    uint32_t hertz;
};

struct sample_facts {
    uint32_t most; /* samples a second of each thread, the most there were; 0: none */
    struct sampling_rate *rates; /* how often from when on, by time */
    uint32_t rate_count, rate_capacity;
    char *denied; /* why there are none, though they were asked for; or NULL */
};

#endif
