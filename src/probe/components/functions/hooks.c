/*
 * The hooks that sleds call. Compiled for general registers only: what is usual writes its record at once, everything
 * else (a full buffer, a thread's first record, functions that were left without passing their way out) goes the slow
 * way, around which all vector registers are kept.
 *
 * Each thread keeps the frames that are open, so that records are balanced whatever is switched when: a frame at or below
 * that of a function which is entered is gone (an exception, a longjmp or a jump to another function ended it), and a way
 * out whose way in was not recorded is none.
 */
#include "../counters/counters.h"
#include "../../core/probe.h"
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

/* Behind its record, and closed before the record of its end: a longjmp out of a signal handler that came meanwhile leaves a
 * region open in the trace, which ends with the one around it, and no end without a beginning. */
static inline void open_frame(struct tt_thread *t, uintptr_t frame, uintptr_t function)
{
    t->frames[t->depth] = (struct tt_open_frame){frame, function};
    t->depth++;
    atomic_signal_fence(memory_order_seq_cst);
    t->writing = 0;
}

void tt_sled_enter(uintptr_t sled, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    uintptr_t function = sled - TT_SLED_BYTES;
    if (TT_UNLIKELY(t == NULL)) {
        tt_slowly(tt_enter_slowly, function, caller, frame);
        return;
    }
    if (TT_UNLIKELY(t->writing != 0 && tt_interrupts(t, frame))) {
        t->lost += 2; /* its way out is none of an open frame */
        return;
    }
    tt_begin_writing(t, frame);
    if (TT_UNLIKELY(t->depth >= t->frames_room || (size_t)(t->end - t->cur) < TT_MAX_WORDS ||
                    (t->depth > 0 && t->frames[t->depth - 1].frame <= frame) ||
                    (t->counting != NULL && tt_is_counted(function)))) {
        t->writing = 0;
        if (t->depth >= t->frames_room && (t->depth == 0 || t->frames[t->depth - 1].frame > frame))
            return; /* deeper than is recorded */
        if (!t->stopped)
            tt_slowly(tt_enter_slowly, function, caller, frame);
        else
            t->lost += 2;
        return;
    }
    uint64_t *record = t->cur;
    tt_append(t, record, put_enter(record, function, caller, tt_time()));
    open_frame(t, frame, function);
}

void tt_sled_leave(uintptr_t sled, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    (void)sled;
    if (TT_UNLIKELY(t == NULL || t->depth == 0))
        return;
    if (TT_UNLIKELY(t->writing != 0 && tt_interrupts(t, frame)))
        return; /* its way in was not recorded either */
    tt_begin_writing(t, frame);
    const struct tt_open_frame *top = &t->frames[t->depth - 1];
    if (TT_UNLIKELY(top->frame != frame || (size_t)(t->end - t->cur) < TT_MAX_WORDS ||
                    (t->counting != NULL && tt_is_read(t->counting, top->function)))) {
        t->writing = 0;
        if (top->frame > frame && frame >= t->stack_low && top->frame < t->stack_high)
            return; /* its way in was not recorded */
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

/* The entry of the function whose visits are the iterations of the run: what was asked for happens before its record. */
void tt_sled_begin(uintptr_t sled, uintptr_t caller, uintptr_t frame)
{
    tt_slowly(tt_begin_iteration, sled - TT_SLED_BYTES, caller, frame);
}

/* Whether a range is open in the frame, at whatever depth among its ranges. */
static inline int is_open_at(const struct tt_thread *t, uintptr_t range, uintptr_t at)
{
    for (unsigned depth = t->depth; depth > 0 && t->frames[depth - 1].frame == at; depth--)
        if (t->frames[depth - 1].function == range)
            return 1;
    return 0;
}

/* Writes that a range begins; what is usual, at once. */
static inline void put_begin(struct tt_thread *t, uint32_t number, uintptr_t known_by, uintptr_t at)
{
    uint64_t *record = t->cur;
    record[0] = tt_stamp(TT_USER_ENTER, tt_time());
    record[1] = number;
    record[2] = 0;
    tt_append(t, record, 3);
    open_frame(t, at, known_by);
}

/* Whether nothing but the record is to be written, which is begun then.
 * @param below frames that begin below it are gone */
static inline int is_usual(struct tt_thread *t, uint32_t number, uintptr_t below, uintptr_t at)
{
    if (t == NULL || t->writing != 0)
        return 0;
    tt_begin_writing(t, at);
    int usual = t->depth != t->frames_room && (size_t)(t->end - t->cur) >= TT_MAX_WORDS &&
                 (t->depth == 0 || t->frames[t->depth - 1].frame >= below) &&
                 !(t->counting != NULL && tt_is_counted(TT_COUNTED_USER(number)));
    if (!usual)
        t->writing = 0;
    return usual;
}

static inline void begin_unusually(struct tt_thread *t, uintptr_t known_by, uintptr_t below, uintptr_t at)
{
    if (t == NULL || (!t->stopped && !tt_interrupts(t, at)))
        tt_slowly(tt_begin_slowly, known_by, below, at);
    else
        t->lost += 2;
}

void tt_range_begin(const struct tt_sled_range *range, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    uintptr_t known_by = TT_OPEN_RANGE(range->number), at = frame - TT_RANGE_BELOW;
    if (TT_UNLIKELY(range->number == 0))
        return;
    if (TT_UNLIKELY(!is_usual(t, range->number, at, at)))
        begin_unusually(t, known_by, at, at);
    /* It is reached by several ways, of which one came from within. */
    else if (TT_LIKELY(!is_open_at(t, known_by, at)))
        put_begin(t, range->number, known_by, at);
    else
        t->writing = 0;
}

void tt_range_first(const struct tt_sled_range *range, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    uintptr_t known_by = TT_OPEN_RANGE(range->number), at = frame - TT_RANGE_BELOW;
    if (TT_UNLIKELY(range->number == 0))
        return;
    /* No range of this call is open: one of the same frame was that of a call which an exception or longjmp has ended. */
    if (TT_UNLIKELY(!is_usual(t, range->number, frame, at)))
        begin_unusually(t, known_by, frame, at);
    else
        put_begin(t, range->number, known_by, at);
}

void tt_range_end(const struct tt_sled_range *range, uintptr_t frame)
{
    struct tt_thread *t = tt_self;
    uintptr_t known_by = TT_OPEN_RANGE(range->number), at = frame - TT_RANGE_BELOW;
    if (TT_UNLIKELY(t == NULL || t->depth == 0 || range->number == 0))
        return;
    if (TT_UNLIKELY(t->writing != 0 && tt_interrupts(t, at)))
        return;
    tt_begin_writing(t, at);
    const struct tt_open_frame *top = &t->frames[t->depth - 1];
    if (TT_UNLIKELY(top->frame != at || top->function != known_by || (size_t)(t->end - t->cur) < TT_MAX_WORDS ||
                    (t->counting != NULL && tt_is_read(t->counting, TT_COUNTED_USER(range->number))))) {
        t->writing = 0;
        if (!t->stopped && top->frame <= at)
            tt_slowly(tt_end_slowly, known_by, 0, at);
        else if (top->frame == at && top->function == known_by) {
            t->depth--;
            t->lost++;
        }
        return;
    }
    uint64_t *record = t->cur;
    record[0] = tt_stamp(TT_USER_LEAVE, tt_time());
    record[1] = range->number;
    t->depth--;
    tt_commit(t, record, 2);
}

#endif
