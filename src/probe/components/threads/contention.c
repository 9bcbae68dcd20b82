#include "contention.h"

#include "holds.h"

/* More locks and calls than these together are summed up. */
enum { MOST_KEPT = 1024, MOST_TRIED = 64 };

enum state { FREE, FILLING, FILLED };

struct contention {
    _Atomic int state;
    const void *lock;
    uint64_t waiter, owner; /* function<<48 | site; owner 0: not known */
    _Atomic uint64_t waits, ticks, longest;
};

static struct contention kept[MOST_KEPT], others;

/* Who gave a lock back last while another thread waited for it, by its place among those awaited. A lock of the same place may
 * come in between: then no owner is known. */
static struct {
    _Atomic uintptr_t lock;
    _Atomic uint64_t how;
} owners[1 << TT_AWAITED_BITS];

void tt_note_owner(const void *lock, uint64_t how)
{
    size_t place = tt_awaited_place(lock);
    if (!tt_is_awaited(lock))
        return;
    atomic_store(&owners[place].lock, 0);
    atomic_store(&owners[place].how, how);
    atomic_store(&owners[place].lock, (uintptr_t)lock);
}

/* What was noted is told once: a lock that is given back before anybody is seen to wait notes nothing. */
static uint64_t owner_of(const void *lock)
{
    size_t place = tt_awaited_place(lock);
    uintptr_t expected = (uintptr_t)lock;
    uint64_t how = atomic_load(&owners[place].how);
    return atomic_compare_exchange_strong(&owners[place].lock, &expected, 0) ? how : 0;
}

static size_t hash_of(const void *lock, uint64_t waiter, uint64_t owner)
{
    uint64_t h = ((uintptr_t)lock ^ waiter << 7 ^ owner << 13) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(h ^ h >> 32);
}

/* Threads find or make it at the same time; where one is just being made by another thread, there may be two. */
static struct contention *contention_of(const void *lock, uint64_t waiter, uint64_t owner)
{
    size_t first = hash_of(lock, waiter, owner);
    for (size_t i = 0; i < MOST_TRIED; i++) {
        struct contention *c = &kept[(first + i) % MOST_KEPT];
        int state = FREE;
        if (atomic_compare_exchange_strong(&c->state, &state, FILLING)) {
            c->lock = lock;
            c->waiter = waiter;
            c->owner = owner;
            atomic_store(&c->state, FILLED);
            return c;
        }
        if (state == FILLED && c->lock == lock && c->waiter == waiter && c->owner == owner)
            return c;
    }
    return &others;
}

void tt_note_contention(const void *lock, uint64_t how, uint64_t ticks)
{
    struct contention *c = contention_of(lock, how, owner_of(lock));
    atomic_fetch_add(&c->waits, 1);
    atomic_fetch_add(&c->ticks, ticks);
    uint64_t longest = atomic_load(&c->longest);
    while (ticks > longest && !atomic_compare_exchange_weak(&c->longest, &longest, ticks))
        ;
}

/* What was noted before under the same number counts no more. */
static void note(const struct contention *c, size_t number)
{
    if (atomic_load(&c->waits) > 0)
        tt_note("lock %zu %llx %llx %llx %llu %llu %llu\n", number, (unsigned long long)(uintptr_t)c->lock, (unsigned long long)c->waiter,
                (unsigned long long)c->owner, (unsigned long long)atomic_load(&c->waits),
                (unsigned long long)atomic_load(&c->ticks), (unsigned long long)atomic_load(&c->longest));
}

void tt_note_contentions(void)
{
    for (size_t i = 0; i < MOST_KEPT; i++)
        if (atomic_load(&kept[i].state) == FILLED)
            note(&kept[i], i);
    note(&others, MOST_KEPT);
}
