/*
 * The hooks that sleds call. Compiled for general registers only: what is usual writes its record at once, everything
 * else (a full buffer, a thread's first record, functions that were left without passing their way out) goes the slow
 * way, around which all vector registers are kept.
 *
 * Each thread keeps the frames that are open, so that records are balanced whatever is switched when: a frame at or below
 * that of a function which is entered is gone (an exception, a longjmp or a jump to another function ended it), and a way
 * out whose way in was not recorded is none.
 */
#include "../probe.h"
#include "module.h"
#include "slow.h"

#ifdef __x86_64__

/* Both in 32 bits beside the executable's base, which most are: one word for both. */
static inline unsigned put_enter(uint64_t *record, uintptr_t function, uintptr_t caller, uint64_t time)
{
    uint64_t to = function - tt_process.near_base, from = caller - tt_process.near_base;
    if (TT_LIKELY((to | from) >> 32 == 0)) {
        record[0] = tt_stamp(TT_ENTER_NEAR, time);
        record[1] = to << 32 | from;
        return 2;
    }
    record[0] = tt_stamp(TT_ENTER, time);
    record[1] = function;
    record[2] = caller;
    record[3] = 0;
    return 4;
}

void tt_sled_enter(uintptr_t sled, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    uintptr_t function = sled - TT_SLED_BYTES;
    if (TT_UNLIKELY(t == NULL || t->depth == t->frames_room || (size_t)(t->end - t->cur) < TT_MAX_WORDS ||
                    (t->depth > 0 && t->frames[t->depth - 1].frame <= frame))) {
        if (t == NULL || !t->stopped)
            tt_slowly(tt_enter_slowly, function, caller, frame);
        else
            t->lost += 2; /* its way out is none of an open frame */
        return;
    }
    t->frames[t->depth] = (struct tt_open_frame){frame, function};
    t->depth++;
    uint64_t *record = t->cur;
    unsigned words = put_enter(record, function, caller, tt_time());
    tt_commit(t, record, words);
}

void tt_sled_leave(uintptr_t sled, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    (void)sled;
    if (TT_UNLIKELY(t == NULL || t->depth == 0))
        return;
    const struct tt_open_frame *top = &t->frames[t->depth - 1];
    if (TT_UNLIKELY(top->frame != frame || (size_t)(t->end - t->cur) < TT_MAX_WORDS)) {
        if (!t->stopped)
            tt_slowly(tt_leave_slowly, 0, caller, frame);
        else if (top->frame == frame) {
            t->depth--;
            t->lost++;
        }
        return;
    }
    uint64_t *record = t->cur;
    record[0] = tt_stamp(TT_LEAVE, tt_time());
    record[1] = top->function;
    t->depth--;
    tt_commit(t, record, 2);
}

#endif
