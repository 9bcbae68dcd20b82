#include "numbers.h"

#include <stdlib.h>

/* More threads, and larger gaps between counts, are damage. */
enum { MOST_COLUMNS = 1 << 16, LARGEST_GAP = 64 };

uint32_t numbers_get(const struct numbers *n, uint64_t number)
{
    uint64_t thread = number >> 32;
    uint32_t count = (uint32_t)number;
    if (thread < n->column_count && count < n->columns[thread].count && n->columns[thread].values[count] != MAP_MISSING)
        return n->columns[thread].values[count];
    return map_get(&n->others, number);
}

void numbers_put(struct numbers *n, uint64_t number, uint32_t value)
{
    uint64_t thread = number >> 32;
    uint32_t count = (uint32_t)number;
    const struct column none = {0};
    while (thread < MOST_COLUMNS && thread >= n->column_count)
        APPEND(n->columns, n->column_count, n->column_capacity, none);
    if (thread >= MOST_COLUMNS || count > (uint64_t)n->columns[thread].count + LARGEST_GAP) {
        map_put(&n->others, number, value);
        return;
    }
    struct column *column = &n->columns[thread];
    while (column->count <= count)
        APPEND(column->values, column->count, column->capacity, MAP_MISSING);
    column->values[count] = value;
}

void numbers_free(struct numbers *n)
{
    for (uint32_t i = 0; i < n->column_count; i++)
        free(n->columns[i].values);
    free(n->columns);
    map_free(&n->others);
    *n = (struct numbers){0};
}
