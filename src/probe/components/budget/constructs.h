/*
 * Constructs of OpenMP that are not recorded any more, since recording them cost too much. Nobody waits for other threads
 * where they begin or end but at locks and critical sections, so that each thread leaves them out by itself: teams, barriers
 * and tasks are always recorded, but for regions of one thread.
 */
#ifndef TRIMTAB_CONSTRUCTS_OFF_H
#define TRIMTAB_CONSTRUCTS_OFF_H

#include "../../fold/constructs.h"
#include "../../core/probe.h"

/* What a construct is known by: no function has such an address. */
#define TT_CONSTRUCT_KEY(kind, site) (UINT64_C(1) << 63 | (uint64_t)(kind) << TT_SITE_BITS | ((site) & TT_SITE_MASK))
#define TT_IS_CONSTRUCT(key) ((key) >> 63 != 0)
#define TT_KEY_KIND(key) ((unsigned)((key) >> TT_SITE_BITS & 0xFF))
#define TT_KEY_SITE(key) ((key) & TT_SITE_MASK)

/** Whether any construct is left out. */
extern _Atomic int tt_constructs_off;

/** Whether the construct is, whatever it is that `tt_constructs_off` says. */
int tt_is_left_out(uint64_t key);

/** What a begin and an end of a work-sharing construct, a master block or a flush is known by; 0: it is always recorded. */
uint64_t tt_key_of_work(unsigned construct, uint64_t site);

/** The same of a lock, which is known by its kind alone, and of critical and ordered blocks and atomic updates. */
uint64_t tt_key_of_mutex(unsigned mutex, uint64_t site);

/** Leaves constructs out from now on: those of them for which there is room. One thread does at a time. */
void tt_leave_out(uint64_t key);

/** Whether the innermost region that the thread is in is left out. */
static inline int tt_team_is_left_out(const struct tt_thread *t)
{
    return (int)(t->teams_left_out & 1);
}

/** Whether what begins here is left out; tt_construct_ends must follow. */
static inline int tt_construct_begins(struct tt_thread *t, uint64_t key)
{
    int is_out = TT_UNLIKELY(atomic_load_explicit(&tt_constructs_off, memory_order_relaxed)) && tt_is_left_out(key);
    t->constructs_left_out = t->constructs_left_out << 1 | (uint64_t)is_out;
    return is_out;
}

/** Whether what ends here was left out when it began. */
static inline int tt_construct_ends(struct tt_thread *t)
{
    int is_out = (int)(t->constructs_left_out & 1);
    t->constructs_left_out >>= 1;
    return is_out;
}

#endif
