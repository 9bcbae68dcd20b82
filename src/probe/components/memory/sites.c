/*
 * Where blocks are asked for: chains of return addresses as the unwinder of the compiler's runtime finds them, which needs
 * no frame pointers. Each chain is kept once.
 */
#include "memory.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

enum { SLOTS = 4 * TT_MOST_SITES, MOST_TRIES = 1000 };

static struct tt_site *sites; /* the first one stands for all that there is no room for */
static _Atomic uint32_t *slots;
static _Atomic uint32_t count = 1;
static atomic_flag adding = ATOMIC_FLAG_INIT;

static void *pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

int tt_begin_sites(void)
{
    sites = pages(TT_MOST_SITES * sizeof *sites);
    slots = pages(SLOTS * sizeof *slots);
    return sites != NULL && slots != NULL;
}

struct tt_site *tt_site(uint32_t number)
{
    return &sites[number];
}

uint32_t tt_site_count(void)
{
    return atomic_load_explicit(&count, memory_order_acquire);
}

struct walk {
    struct tt_site *chain;
    uintptr_t caller;
    int is_outside; /* of the hook and what it calls */
};

static _Unwind_Reason_Code next_frame(struct _Unwind_Context *context, void *state)
{
    struct walk *w = state;
    uintptr_t address = _Unwind_GetIP(context);
    w->is_outside |= address == w->caller;
    if (w->is_outside && address != 0)
        w->chain->frames[w->chain->depth++] = address;
    return w->chain->depth == TT_SITE_FRAMES || address == 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static struct tt_site chain_of(const void *caller)
{
    struct tt_site chain = {.depth = 0};
    struct walk walk = {&chain, (uintptr_t)caller, 0};
    _Unwind_Backtrace(next_frame, &walk);
    if (chain.depth == 0)
        chain.frames[chain.depth++] = (uintptr_t)caller;
    uint64_t hash = chain.depth;
    for (uint32_t i = 0; i < chain.depth; i++)
        hash = (hash ^ chain.frames[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
    chain.hash = (uint32_t)(hash >> 32);
    return chain;
}

static int is_same(const struct tt_site *a, const struct tt_site *b)
{
    return a->hash == b->hash && a->depth == b->depth && memcmp(a->frames, b->frames, a->depth * sizeof *a->frames) == 0;
}

/* The slot of a chain, or the free one where it belongs. */
static uint32_t slot_of(const struct tt_site *chain)
{
    uint32_t slot = chain->hash % SLOTS;
    for (uint32_t at; (at = atomic_load_explicit(&slots[slot], memory_order_acquire)) != 0; slot = (slot + 1) % SLOTS)
        if (is_same(&sites[at], chain))
            break;
    return slot;
}

/* A thread of a parent that was adding when it was forked never ends doing so: nobody waits for ever. */
static int begin_adding(void)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        if (!atomic_flag_test_and_set_explicit(&adding, memory_order_acquire))
            return 1;
        sched_yield();
    }
    return 0;
}

static uint32_t add(const struct tt_site *chain)
{
    if (!begin_adding())
        return 0;
    uint32_t slot = slot_of(chain), number = atomic_load(&slots[slot]), used = atomic_load(&count);
    if (number == 0 && used < TT_MOST_SITES) {
        number = used;
        sites[number] = *chain;
        atomic_store_explicit(&count, number + 1, memory_order_release);
        atomic_store_explicit(&slots[slot], number, memory_order_release);
    }
    atomic_flag_clear_explicit(&adding, memory_order_release);
    return number;
}

uint32_t tt_site_here(const void *caller)
{
    struct tt_site chain = chain_of(caller);
    uint32_t known = atomic_load_explicit(&slots[slot_of(&chain)], memory_order_acquire);
    return known != 0 ? known : add(&chain);
}
