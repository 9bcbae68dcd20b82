#include "clock.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum tt_clock_kind tt_clock_kind = TT_CLOCK_MONOTONIC;

#if defined(__x86_64__)
/* The processor says that its counter is invariant, and the kernel, which compares
 * the counters of all processors, uses it as its own clock. */
static int counter_is_trusted(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) || !(edx & (1u << 8)))
        return 0;
    int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    char name[8] = "";
    ssize_t n = read(fd, name, sizeof name - 1);
    close(fd);
    return n >= 4 && strncmp(name, "tsc\n", 4) == 0;
}
#endif

/** Chooses the clock for the life of the process; called once, before any record. */
void tt_clock_choose(void)
{
#if defined(__x86_64__)
    tt_clock_kind = counter_is_trusted() ? TT_CLOCK_TSC : TT_CLOCK_MONOTONIC;
#elif defined(__aarch64__)
    tt_clock_kind = TT_CLOCK_CNTVCT; /* constant rate and synchronous by architecture */
#endif
}

const char *tt_clock_name(void)
{
    static const char *const names[] = {"monotonic", "tsc", "cntvct"};
    return names[tt_clock_kind];
}

struct tt_clock_reading tt_clock_read_all(void)
{
    struct tt_clock_reading best = {0, 0, 0};
    uint64_t narrowest = UINT64_MAX;
    for (int i = 0; i < 16; i++) {
        uint64_t before = tt_ticks();
        uint64_t monotonic = tt_clock_ns(CLOCK_MONOTONIC);
        uint64_t after = tt_ticks();
        if (after - before < narrowest) {
            narrowest = after - before;
            best.ticks = before + (after - before) / 2;
            best.monotonic_ns = monotonic;
        }
    }
    best.realtime_ns = tt_clock_ns(CLOCK_REALTIME) - (tt_clock_ns(CLOCK_MONOTONIC) - best.monotonic_ns);
    return best;
}
