/*
 * What is open on a thread, innermost last. What is to be left is found without looking through the stack: records that
 * were damaged, or made to do harm, may open any number of frames and leave others that are not there.
 */
#include "writer.h"

#include <stdlib.h>

/* How high the innermost frame of a function lies; functions of programs are known from the first search on. */
static uint32_t innermost(const struct writer *w, uint64_t function)
{
    if (function <= OMP_KINDS)
        return w->innermost[function];
    uint32_t height = map_get(&w->open, function);
    return height == MAP_MISSING ? 0 : height;
}

static void put_innermost(struct writer *w, uint64_t function, uint32_t height)
{
    if (function <= OMP_KINDS)
        w->innermost[function] = height;
    else if (height != 0)
        map_put(&w->open, function, height);
    else
        map_remove(&w->open, function);
}

static void link_frame(struct writer *w, uint32_t height)
{
    struct frame *frame = &w->stack[height - 1];
    frame->below = innermost(w, frame->function);
    put_innermost(w, frame->function, height);
}

/* Whether frames of a function are linked: most threads leave what they entered last, so that nothing is searched. */
static int is_linked(const struct writer *w, uint64_t function)
{
    return function <= OMP_KINDS || w->is_searched;
}

static void link_functions(struct writer *w)
{
    w->is_searched = 1;
    for (uint32_t height = 1; height <= w->depth; height++)
        if (w->stack[height - 1].function > OMP_KINDS)
            link_frame(w, height);
}

uint32_t height_of(struct writer *w, uint64_t function)
{
    if (w->depth > 0 && w->stack[w->depth - 1].function == function)
        return w->depth;
    if (!is_linked(w, function))
        link_functions(w);
    return innermost(w, function);
}

static int is_function(const struct writer *w, const struct frame *frame)
{
    return frame->function > OMP_KINDS && frame->region != HIDDEN_REGION && w->archive->regions[frame->region].role == NULL;
}

void enter_known(struct writer *w, uint64_t time, const struct frame *frame, struct known_call *call)
{
    if (frame->region != HIDDEN_REGION) {
        uint32_t line = call_line(w, frame, call);
        put_enter(&w->out, at(w, time), frame->region, ATTRIBUTE_CALL_SITE, line);
    }
    push_frame(w, frame);
}

void enter_library(struct writer *w, uint64_t time, uint64_t number, uint64_t site)
{
    struct known_call *call = known_call(w, LIBRARY_CALL(number), site, 0);
    if (!call->has_region) {
        call->region = mpi_region(w->archive, (uint32_t)number);
        call->has_region = 1;
    }
    const struct frame frame = {.region = call->region, .site = site};
    enter_known(w, time, &frame, call);
}

void enter_frame(struct writer *w, uint64_t time, const struct frame *frame)
{
    struct known_call call = {0};
    enter_known(w, time, frame, &call);
}

void push_frame(struct writer *w, const struct frame *frame)
{
    uint32_t around = w->depth == 0 ? 0 : w->stack[w->depth - 1].outer;
    APPEND(w->stack, w->depth, w->stack_capacity, *frame);
    w->stack[w->depth - 1].outer = is_function(w, frame) ? w->depth : around;
    if (is_linked(w, frame->function))
        link_frame(w, w->depth);
}

/* The innermost task is kept apart, since most of them end before others begin. */
static void leave_task_frame(struct writer *w, const struct frame *frame)
{
    if (w->last_task == frame->task)
        w->last_task = 0;
    if (frame->task_below != 0)
        map_put(&w->open_tasks, frame->task, frame->task_below);
    else if (w->open_tasks.used > 0)
        map_remove(&w->open_tasks, frame->task);
}

void leave_frame(struct writer *w, uint64_t time)
{
    const struct frame *frame = &w->stack[--w->depth]; /* it stays there until another one is opened */
    if (is_linked(w, frame->function))
        put_innermost(w, frame->function, frame->below);
    if (frame->task != 0)
        leave_task_frame(w, frame);
    if (frame->kept)
        w->kept = frame->kept_below;
    if (frame->region != HIDDEN_REGION)
        put_leave(&w->out, at(w, time), frame->region);
}

void leave_down_to(struct writer *w, uint64_t time, uint32_t height)
{
    while (w->depth >= height)
        leave_frame(w, time);
}

uint32_t height_of_task(const struct writer *w, uint64_t task)
{
    if (w->last_task == task && task != 0)
        return w->last_task_height;
    uint32_t height = w->open_tasks.used == 0 ? MAP_MISSING : map_get(&w->open_tasks, task);
    return height == MAP_MISSING ? 0 : height;
}

void name_task_frame(struct writer *w, uint64_t task)
{
    struct frame *frame = &w->stack[w->depth - 1];
    frame->task = task;
    frame->task_below = height_of_task(w, task);
    if (w->last_task != 0 && w->last_task != task)
        map_put(&w->open_tasks, w->last_task, w->last_task_height);
    w->last_task = task;
    w->last_task_height = w->depth;
}

void keep_frame(struct writer *w, uint32_t height)
{
    if (height > w->depth || w->stack[height - 1].kept)
        return;
    w->stack[height - 1].kept = 1;
    w->stack[height - 1].kept_below = w->kept;
    w->kept = height;
}

void free_frames(struct writer *w)
{
    map_free(&w->open);
    map_free(&w->open_tasks);
    free(w->stack);
}
