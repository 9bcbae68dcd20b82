/* Keeping all registers that compilers may rely on. Compiled for general registers only. */
#include <errno.h>
#include <stddef.h>

#include "slow.h"

#ifdef __x86_64__
#include <cpuid.h>

/* x87, SSE, AVX, and the three parts of AVX-512: what the slow way could change. In XSAVE's standard form these end at
 * byte 2688; the header lies behind the 512 bytes of FXSAVE. */
#define KEPT 0xe7u
#define AREA_BYTES 2688
#define HEADER_AT 512
#define HEADER_BYTES 64

static uint32_t kept; /* 0: FXSAVE is all there is */

void tt_find_registers(void)
{
    unsigned a, b, c = 0, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    kept = low & KEPT;
}

void tt_slowly(tt_hook *what, uintptr_t function, uintptr_t caller, uintptr_t frame)
{
    _Alignas(64) unsigned char area[AREA_BYTES];
    for (size_t i = 0; i < HEADER_BYTES; i += sizeof(uint64_t))
        *(volatile uint64_t *)(area + HEADER_AT + i) = 0;
    if (kept != 0)
        __asm__ volatile("xsave64 %0" : "+m"(area) : "a"(kept), "d"(0) : "memory");
    else
        __asm__ volatile("fxsave64 %0" : "+m"(area) : : "memory");
    int saved = errno;
    what(function, caller, frame);
    errno = saved;
    if (kept != 0)
        __asm__ volatile("xrstor64 %0" : : "m"(area), "a"(kept), "d"(0) : "memory");
    else
        __asm__ volatile("fxrstor64 %0" : : "m"(area) : "memory");
}
#endif
