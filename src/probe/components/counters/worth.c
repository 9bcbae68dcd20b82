/*
 * Which calls are worth reading counters at: a reading at begin and end may cost 1 % of the mean duration of a function's
 * calls. All are read at until this is known of them, by so many calls that a few short ones do not decide. What is read of
 * a function that is too short after all is its caller's: counters go on, so that leaving a reading out changes no sum.
 *
 * Hooks of sleds ask here: it is compiled for general registers only. A table that only grows, written without a lock: whoever looks something up waits for nobody.
 */
#include "worth.h"

#include <stdatomic.h>

#include "counters.h"

enum { PLACES = 1 << 13, MOST_KNOWN = PLACES / 2, CALLS_THAT_DECIDE = 16 };

static struct counted {
    _Atomic uint64_t key; /* 0: free */
    _Atomic uint64_t calls, ticks;
    _Atomic int is_refused;
} places[PLACES];
static _Atomic unsigned known_count;
static uint64_t reading_cost;

void tt_set_reading_cost(uint64_t ticks)
{
    reading_cost = ticks;
}

/* Its place, made where there is none; NULL: there is no room. */
static struct counted *place_of(uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    for (uint64_t at = hash >> 32;; at++) {
        struct counted *c = &places[at & (PLACES - 1)];
        uint64_t is = atomic_load_explicit(&c->key, memory_order_relaxed);
        if (is == key)
            return c;
        if (is != 0)
            continue;
        if (atomic_load_explicit(&known_count, memory_order_relaxed) >= MOST_KNOWN)
            return NULL;
        if (atomic_compare_exchange_strong(&c->key, &is, key)) {
            atomic_fetch_add(&known_count, 1);
            return c;
        }
        if (is == key)
            return c;
    }
}

int tt_is_counted(uint64_t key)
{
    const struct counted *c = place_of(key);
    return c != NULL && !atomic_load_explicit(&c->is_refused, memory_order_relaxed);
}

void tt_note_counted(uint64_t key, uint64_t ticks)
{
    struct counted *c = place_of(key);
    if (c == NULL)
        return;
    uint64_t calls = atomic_fetch_add(&c->calls, 1) + 1, all = atomic_fetch_add(&c->ticks, ticks) + ticks;
    if (calls < CALLS_THAT_DECIDE || tt_is_worth_reading(calls, all, reading_cost) || atomic_exchange(&c->is_refused, 1))
        return;
    tt_note("counter-refused %llx %llu %llu\n", (unsigned long long)key, (unsigned long long)calls, (unsigned long long)all);
}
