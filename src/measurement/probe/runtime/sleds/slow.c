/* The slow way of hooks: ordinary code, in which anything may be called. */
#include "slow.h"

#include "../probe.h"

/* How far down a frame is looked for on a stack that is not the thread's own, as of coroutines and signal handlers. */
#define FRAMES_LOOKED_THROUGH 64u

static int is_on_own_stack(const struct tt_thread *t, uintptr_t frame)
{
    return frame >= t->stack_low && frame < t->stack_high;
}

/* Ends the innermost open frame; what follows is recorded even if this could not be. */
static void end_frame(struct tt_thread *t, uint64_t time)
{
    uintptr_t function = t->frames[--t->depth].function;
    tt_put1(t, TT_LEAVE, time, function);
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

void tt_enter_slowly(uintptr_t function, uintptr_t caller, uintptr_t frame)
{
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    if (t->stopped)
        return;
    end_passed(t, frame, time, 1);
    if (t->depth == t->frames_room)
        return; /* a recursion deeper than anybody can read */
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(TT_ENTER, time);
    record[1] = function;
    record[2] = caller;
    record[3] = 0;
    t->frames[t->depth] = (struct tt_open_frame){frame, function};
    t->depth++;
    tt_commit(t, record, 4);
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
    end_passed(t, frame, time, 0);
    unsigned depth = depth_of(t, frame);
    while (depth > 0 && t->depth >= depth)
        end_frame(t, time);
}
