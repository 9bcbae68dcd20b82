/*
 * The locks that a thread has, each with the call that took it. Nothing of that is recorded but where another thread waits for
 * the lock when it is given back: then who held it is known all the same. Since when is known by the thread's records around;
 * the clock, which takes longer than all else here, is read for locks that somebody had to wait for before.
 */
#ifndef TRIMTAB_HOLDS_H
#define TRIMTAB_HOLDS_H

#include "../../core/probe.h"

/* Of more locks at a time the last ones are known; a power of two. */
enum { TT_MOST_HOLDS = 16 };

struct tt_hold {
    const void *lock; /* NULL: it was given back */
    uint64_t how;     /* function<<48 | call site */
    uint64_t words;   /* of the thread's records until then */
    uint64_t since;   /* 0: the clock was not read */
    uint8_t is_told; /* a record tells that it was taken */
    uint8_t is_asked; /* that it is given back is recorded whoever waits */
};

/* The last one taken is at `next` - 1; what is further back than TT_MOST_HOLDS is overwritten. */
struct tt_holds {
    struct tt_hold list[TT_MOST_HOLDS];
    unsigned next;
};

extern __thread struct tt_holds tt_held __attribute__((tls_model("initial-exec")));

/* How many threads wait for something, by its address; others may share the place, which then is recorded without need. */
enum { TT_AWAITED_BITS = 12 };
extern _Atomic uint16_t tt_awaited[1 << TT_AWAITED_BITS];

/* Whether any thread had to wait for it so far. */
extern _Atomic uint8_t tt_was_awaited[1 << TT_AWAITED_BITS];

static inline size_t tt_awaited_place(const void *address)
{
    return (size_t)((uintptr_t)address * UINT64_C(0x9E3779B97F4A7C15) >> (64 - TT_AWAITED_BITS));
}

static inline int tt_is_awaited(const void *address)
{
    return atomic_load_explicit(&tt_awaited[tt_awaited_place(address)], memory_order_relaxed) != 0;
}

/* Of the calling thread's records, as they will stand in its file. */
static inline uint64_t tt_words_so_far(void)
{
    const struct tt_thread *t = tt_self;
    if (t == NULL)
        return 0;
    uint64_t written = t->written == 0 ? 0 : t->written - sizeof(struct tt_file_header);
    return written / sizeof(uint64_t) + (uint64_t)(t->cur - t->begin);
}

/** The calling thread has taken a lock. */
static inline struct tt_hold *tt_hold(const void *lock, uint64_t how)
{
    struct tt_hold *h = &tt_held.list[tt_held.next++ % TT_MOST_HOLDS];
    int reads_clock = atomic_load_explicit(&tt_was_awaited[tt_awaited_place(lock)], memory_order_relaxed);
    *h = (struct tt_hold){.lock = lock, .how = how, .words = tt_words_so_far(), .since = reads_clock ? tt_time() : 0};
    return h;
}

/** Finds what the thread took last of a lock, wherever it stands, and forgets it. */
int tt_forget_hold(const void *lock, struct tt_hold *was);

/** The calling thread is about to give a lock back; whether that is to be recorded, and then of what. */
static inline int tt_let_go(const void *lock, struct tt_hold *was)
{
    struct tt_hold *last = &tt_held.list[(tt_held.next - 1) % TT_MOST_HOLDS];
    if (TT_UNLIKELY(last->lock != lock || last->is_told || last->is_asked))
        return tt_forget_hold(lock, was) && (was->is_told || was->is_asked || tt_is_awaited(lock));
    last->lock = NULL;
    tt_held.next--;
    if (TT_LIKELY(!tt_is_awaited(lock)))
        return 0;
    *was = *last;
    was->lock = lock;
    return 1;
}

/** Records that a lock was given back at `time`, by a call of its own unless `by` is 0. */
void tt_record_given(const struct tt_hold *was, uint64_t time, uint64_t by);
/** That all locks that the thread has are given back will be recorded. */
void tt_ask_for_holds(void);

#endif
