/* What was switched while the program ran. */
#ifndef TRIMTAB_FINISH_LIVE_FACTS_H
#define TRIMTAB_FINISH_LIVE_FACTS_H

#include <stdint.h>

struct live_facts {
    uint64_t *asked; /* entries of functions that somebody switched on */
    uint32_t asked_count, asked_capacity;
    uint64_t switches, failed, missed;
    uint64_t alike; /* the same number for processes that did the same at the same iterations */
    char **texts;   /* ITERATION TEXT of the first ones */
    uint32_t text_count, text_capacity;
};

#endif
