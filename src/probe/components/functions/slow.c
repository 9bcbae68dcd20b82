/*
 * The slow way of hooks: ordinary code, in which anything may be called. While it works on the open frames `writing` is set,
 * so that a signal handler does not change them meanwhile: both would end the same frame.
 */
#include "slow.h"

#include "../counters/counters.h"
#include "../iterations/gates.h"
#include "../../core/probe.h"
#include "named.h"

/* How far down a frame is looked for on a stack that is not the thread's own, as of coroutines and signal handlers. */
#define FRAMES_LOOKED_THROUGH 64u

static int is_on_own_stack(const struct tt_thread *t, uintptr_t frame)
{
    return frame >= t->stack_low && frame < t->stack_high;
}

/* Room for a record of the slow way, which is writing and goes on doing so; NULL when recording has stopped. */
static uint64_t *room(struct tt_thread *t)
{
    uintptr_t writing = t->writing;
    uint64_t *record = (size_t)(t->end - t->cur) >= TT_MAX_WORDS ? t->cur : tt_make_room(t, writing);
    tt_begin_writing(t, writing);
    return record;
}

/* What the counters of an open frame are read for. */
static uintptr_t counted(uintptr_t function)
{
    return TT_IS_OPEN_RANGE(function) ? TT_COUNTED_USER(TT_RANGE_NUMBER(function)) : function;
}

/* Reads the counters for the innermost open frame, which writes records of its own. 0: a signal handler that came meanwhile
 * has ended the frame. */
static int count_leave(struct tt_thread *t, uintptr_t function, uint64_t time)
{
    uintptr_t writing = t->writing;
    unsigned depth = t->depth;
    t->writing = 0;
    tt_count_leave(t, counted(function), time);
    tt_begin_writing(t, writing);
    return t->depth == depth && t->frames[depth - 1].function == function;
}

/* Ends the innermost open frame; what follows is recorded even if this could not be. */
static void end_frame(struct tt_thread *t, uint64_t time)
{
    uintptr_t function = t->frames[t->depth - 1].function;
    if (t->counting != NULL && !count_leave(t, function, time))
        return;
    t->depth--;
    uint64_t *record = room(t);
    if (record == NULL)
        return;
    int is_range = TT_IS_OPEN_RANGE(function);
    record[0] = tt_stamp(is_range ? TT_USER_LEAVE : TT_LEAVE, time);
    record[1] = is_range ? TT_RANGE_NUMBER(function) : function;
    tt_append(t, record, 2);
}

/* Frames that the stack pointer has passed are gone. Frames on other stacks tell nothing of each other. */
static void end_passed(struct tt_thread *t, uintptr_t frame, uint64_t time, int also_at)
{
    if (!is_on_own_stack(t, frame))
        return;
    while (t->depth > 0) {
        uintptr_t top = t->frames[t->depth - 1].frame;
        if (is_on_own_stack(t, top) && (also_at ? top > frame : top >= frame))
            return;
        end_frame(t, time);
    }
}

/* Reads the counters, which writes records of its own. @returns the time after that, which is none of the function's */
static uint64_t count_enter(struct tt_thread *t, uintptr_t function)
{
    uintptr_t writing = t->writing;
    t->writing = 0;
    tt_count_enter(t, counted(function));
    tt_begin_writing(t, writing);
    return tt_time();
}

/* Opens a frame of a function or a range. @param caller of a function; 0 for a range */
static void begin_frame(struct tt_thread *t, uintptr_t function, uintptr_t caller, uintptr_t frame, uint64_t time)
{
    if (t->counting != NULL)
        time = count_enter(t, function);
    uint64_t *record = room(t);
    if (record == NULL)
        return;
    int is_range = TT_IS_OPEN_RANGE(function);
    record[0] = tt_stamp(is_range ? TT_USER_ENTER : TT_ENTER, time);
    record[1] = is_range ? TT_RANGE_NUMBER(function) : function;
    record[2] = caller;
    record[3] = 0;
    tt_append(t, record, is_range ? 3 : 4);
    t->frames[t->depth++] = (struct tt_open_frame){frame, function};
}

void tt_enter_slowly(uintptr_t function, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    if (t->stopped)
        return;
    tt_begin_writing(t, frame);
    end_passed(t, frame, time, 1);
    if (t->depth < t->frames_room) /* else a recursion deeper than anybody can read */
        begin_frame(t, function, caller, frame, time);
    t->writing = 0;
}

static unsigned depth_of(const struct tt_thread *t, uintptr_t frame)
{
    for (unsigned depth = t->depth; depth > 0 && t->depth - depth < FRAMES_LOOKED_THROUGH; depth--)
        if (t->frames[depth - 1].frame == frame)
            return depth;
    return 0;
}

void tt_leave_slowly(uintptr_t function, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    (void)function;
    (void)caller;
    tt_begin_writing(t, frame);
    end_passed(t, frame, time, 0);
    unsigned depth = depth_of(t, frame);
    while (depth > 0 && t->depth >= depth)
        end_frame(t, time);
    t->writing = 0;
}

void tt_begin_iteration(uintptr_t function, uintptr_t caller, uintptr_t frame)
{
    tt_iteration_begins(function);
    if (tt_is_recorded(function))
        tt_enter_slowly(function, caller, frame);
}

/* Ranges of the frame, from the innermost one out, up to the one that is known by this; 0: it is not open. */
static unsigned ranges_up_to(const struct tt_thread *t, uintptr_t known_by, uintptr_t at)
{
    for (unsigned depth = t->depth; depth > 0 && t->frames[depth - 1].frame == at; depth--)
        if (t->frames[depth - 1].function == known_by)
            return t->depth - depth + 1;
    return 0;
}

static void begin(struct tt_thread *t, uintptr_t known_by, uintptr_t at, uint64_t time)
{
    if (t->depth != t->frames_room)
        begin_frame(t, known_by, 0, at, time);
}

void tt_begin_slowly(uintptr_t known_by, uintptr_t below, uintptr_t at)
{
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    if (t->stopped)
        return;
    tt_begin_writing(t, at);
    end_passed(t, below, time, 0);
    if (ranges_up_to(t, known_by, at) == 0)
        begin(t, known_by, at, time);
    t->writing = 0;
}

/* Regions are nested: ranges that began later and go on are left with it, and begin again. */
void tt_end_slowly(uintptr_t known_by, uintptr_t caller, uintptr_t at)
{
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    uintptr_t again[64];
    unsigned count = 0;
    (void)caller;
    tt_begin_writing(t, at);
    end_passed(t, at, time, 0);
    for (unsigned left = ranges_up_to(t, known_by, at); left > 0; left--) {
        if (left > 1 && count < sizeof again / sizeof *again)
            again[count++] = t->frames[t->depth - 1].function;
        end_frame(t, time);
    }
    while (count > 0)
        begin(t, again[--count], at, time);
    t->writing = 0;
}
