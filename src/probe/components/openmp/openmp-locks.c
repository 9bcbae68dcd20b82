/* Locks, critical and ordered blocks, and atomic updates. */
#include "../../core/calibrate.h"

#include "../budget/constructs.h"
#include "openmp-records.h"

/* Locks need not be given back in the order in which they were taken. */
static int is_left_out(struct tt_thread *t, enum tt_mutex_step step, unsigned mutex, uint64_t site)
{
    uint64_t key = tt_key_of_mutex(mutex, site);
    if (tt_team_is_left_out(t))
        return 1;
    if (mutex == TT_LOCK || mutex == TT_NEST_LOCK)
        return atomic_load_explicit(&tt_constructs_off, memory_order_relaxed) && tt_is_left_out(key);
    if (step == TT_ACQUIRE)
        return tt_construct_begins(t, key);
    return step == TT_RELEASED ? tt_construct_ends(t) : (int)(t->constructs_left_out & 1);
}

static void put_mutex(enum tt_mutex_step step, int kind, uint64_t address, const void *return_address)
{
    static const unsigned char mutexes[] = {
        [OMPT_LOCK] = TT_LOCK,
        [OMPT_TEST_LOCK] = TT_LOCK,
        [OMPT_NESTED_LOCK] = TT_NEST_LOCK,
        [OMPT_TEST_NEST_LOCK] = TT_NEST_LOCK,
        [OMPT_CRITICAL] = TT_CRITICAL,
        [OMPT_ATOMIC] = TT_ATOMIC,
        [OMPT_ORDERED] = TT_ORDERED,
    };
    struct tt_thread *t = tt_thread_self();
    if (kind < OMPT_LOCK || kind > OMPT_ORDERED || is_left_out(t, step, mutexes[kind], site_of(return_address)))
        return;
    uint64_t word = (uint64_t)step << 56 | (uint64_t)mutexes[kind] << TT_SITE_BITS | site_of(return_address);
    tt_put2(t, TT_OMP_MUTEX, tt_time(), word, address);
}

void tt_on_mutex_acquire(int kind, unsigned hint, unsigned way, uint64_t address, const void *return_address)
{
    (void)hint;
    (void)way;
    put_mutex(TT_ACQUIRE, kind, address, return_address);
}

void tt_on_mutex_acquired(int kind, uint64_t address, const void *return_address)
{
    put_mutex(TT_ACQUIRED, kind, address, return_address);
}

void tt_on_mutex_released(int kind, uint64_t address, const void *return_address)
{
    put_mutex(TT_RELEASED, kind, address, return_address);
}

void tt_on_nest_lock(int scope, uint64_t address, const void *return_address)
{
    put_mutex(scope == OMPT_BEGIN ? TT_ACQUIRED : TT_RELEASED, OMPT_NESTED_LOCK, address, return_address);
}
