/* A table by numbers of a thread and its count, `thread << 32 | count`: counts are given out one after the other from 1,
 * so that an element takes four bytes. Numbers that do not follow each other, as damaged records have, are kept too. */
#ifndef TRIMTAB_FINISH_NUMBERS_H
#define TRIMTAB_FINISH_NUMBERS_H

#include "base.h"

struct column {
    uint32_t *values;
    uint32_t count, capacity;
};

struct numbers {
    struct column *columns; /* by thread */
    uint32_t column_count, column_capacity;
    struct map others;
};

/** The value of a number; MAP_MISSING if it has none. */
uint32_t numbers_get(const struct numbers *numbers, uint64_t number);
void numbers_put(struct numbers *numbers, uint64_t number, uint32_t value);
void numbers_free(struct numbers *numbers);

#endif
