/* What readings of counters mean: parts of a time, and registers of the processor. */
#ifndef TRIMTAB_COUNTERS_ARITHMETIC_H
#define TRIMTAB_COUNTERS_ARITHMETIC_H

#include <stdint.h>

/**
 * What an event counts in a time, of which it was counted in a part only, since there are more events than registers of the
 * processor and the kernel lets them take turns: as often in the rest. 0 for no part, of which nothing is known.
 */
static inline uint64_t tt_scaled(uint64_t counted, uint64_t enabled, uint64_t running)
{
    if (running == 0)
        return 0;
    if (running >= enabled)
        return counted;
    return (uint64_t)((double)counted * (double)enabled / (double)running + 0.5);
}

/** A register of `width` bits, as it is added to what the kernel has counted: it counts from the negative side. */
static inline uint64_t tt_sign_extended(uint64_t value, unsigned width)
{
    unsigned unused = width == 0 || width > 64 ? 0 : 64 - width;
    return (uint64_t)((int64_t)(value << unused) >> unused);
}

#endif
