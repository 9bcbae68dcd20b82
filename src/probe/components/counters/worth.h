/* Which calls are worth reading counters at. */
#ifndef TRIMTAB_COUNTERS_WORTH_H
#define TRIMTAB_COUNTERS_WORTH_H

#include <stdint.h>

/** What one reading costs, in ticks; before it is set nothing is worth it. */
void tt_set_reading_cost(uint64_t ticks);

/**
 * Whether readings at begin and end of calls cost at most 1 % of their mean duration.
 * @param ticks of all calls
 * @param reading what one reading costs, in ticks
 */
static inline int tt_is_worth_reading(uint64_t calls, uint64_t ticks, uint64_t reading)
{
    return ticks / calls >= 200 * reading;
}

/** A call that was read at its begin has ended. */
void tt_note_counted(uint64_t key, uint64_t ticks);

#endif
