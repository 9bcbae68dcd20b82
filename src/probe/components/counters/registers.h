/* Reading a counter from the processor's register, without asking the kernel. */
#ifndef TRIMTAB_COUNTERS_REGISTERS_H
#define TRIMTAB_COUNTERS_REGISTERS_H

#include <linux/perf_event.h>
#include <stdatomic.h>

#include "arithmetic.h"

#ifndef TT_READ_REGISTER
#if defined(__x86_64__)
static inline uint64_t tt_read_register(uint32_t number)
{
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(number));
    return (uint64_t)high << 32 | low;
}
#define TT_READ_REGISTER(number) tt_read_register(number)
#define TT_HAS_REGISTERS 1
#else
#define TT_READ_REGISTER(number) ((void)(number), UINT64_C(0))
#define TT_HAS_REGISTERS 0
#endif
#else
#define TT_HAS_REGISTERS 1
#endif

/**
 * What an event has counted, by the page that the kernel maps for it (linux/perf_event.h, struct perf_event_mmap_page): the
 * sum that the kernel keeps and what the register has counted since, read anew where the kernel changed the page meanwhile.
 * @returns 0 where only the kernel can tell: the event is in no register, or shares one with others
 */
static inline int tt_read_page(const struct perf_event_mmap_page *page, uint64_t *counted)
{
    const volatile struct perf_event_mmap_page *p = page;
    uint32_t sequence;
    do {
        sequence = p->lock;
        atomic_signal_fence(memory_order_seq_cst);
        uint32_t index = p->index;
        if (!TT_HAS_REGISTERS || !p->cap_user_rdpmc || index == 0 || p->time_enabled != p->time_running)
            return 0;
        *counted = (uint64_t)p->offset + tt_sign_extended(TT_READ_REGISTER(index - 1), p->pmc_width);
        atomic_signal_fence(memory_order_seq_cst);
    } while (p->lock != sequence);
    return 1;
}

#endif
