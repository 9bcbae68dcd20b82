/*
 * The clock of the measurement: the processor's counter where it runs at a constant
 * rate and the kernel trusts it, else CLOCK_MONOTONIC in nanoseconds.
 */
#ifndef TRIMTAB_CLOCK_H
#define TRIMTAB_CLOCK_H

#include <stdint.h>
#include <time.h>

enum tt_clock_kind { TT_CLOCK_MONOTONIC, TT_CLOCK_TSC, TT_CLOCK_CNTVCT };

extern enum tt_clock_kind tt_clock_kind;

void tt_clock_choose(void);
const char *tt_clock_name(void);

/** One reading of all clocks, taken as close together as a few tries allow. */
struct tt_clock_reading {
    uint64_t ticks;
    uint64_t monotonic_ns;
    uint64_t realtime_ns;
};
struct tt_clock_reading tt_clock_read_all(void);

static inline uint64_t tt_clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/** The clock's present value in ticks. */
static inline uint64_t tt_ticks(void)
{
#if defined(__x86_64__)
    if (__builtin_expect(tt_clock_kind == TT_CLOCK_TSC, 1))
        return __builtin_ia32_rdtsc(); /* the header for __rdtsc doubles the build time */
#elif defined(__aarch64__)
    if (__builtin_expect(tt_clock_kind == TT_CLOCK_CNTVCT, 1)) {
        uint64_t value;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
        return value;
    }
#endif
    return tt_clock_ns(CLOCK_MONOTONIC);
}

#endif
