/* Explicit tasks, critical sections and locks. */
#include "writer.h"

#include <stddef.h>

/* Tasks are numbered by the thread that created them and its count; the implicit one is 0. */
struct task_name {
    OTF2_CommRef team;
    uint32_t creator, generation;
};

static uint32_t location_of(const struct process *p, uint32_t thread)
{
    for (uint32_t i = 0; i < p->thread_count; i++)
        if (p->threads[i].index == thread)
            return p->threads[i].number;
    return thread;
}

/* 0 outside parallel regions, where OTF2 has no team to name a task by. */
static int name_task(const struct writer *w, uint64_t task, struct task_name *name)
{
    if (w->team_depth == 0)
        return 0;
    uint32_t team = w->omp->parallels[w->teams[w->team_depth - 1]].team;
    uint32_t creator = task == 0 ? w->location->thread : location_of(w->process, (uint32_t)(task >> 32) - 1);
    name->team = team_comm(w->archive, team);
    name->creator = number_in_team(&w->archive->openmp.teams[team], creator);
    name->generation = (uint32_t)task;
    return 1;
}

static void create_task(struct writer *w, uint64_t time, uint64_t task, uint64_t site)
{
    struct task_name name;
    enter_construct(w, time, OMP_CREATE_TASK, site);
    if (name_task(w, task, &name))
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_TASK_CREATE, name.team, name.creator, name.generation);
    leave_construct(w, time, OMP_CREATE_TASK);
}

/* An untied task that stops here may go on in another thread: its regions are left, and
 * entered again there. Others wait under those that run meanwhile. */
static void leave_task(struct writer *w, uint64_t time, uint64_t task, int completed, uint64_t next)
{
    struct task_name name;
    uint32_t height = height_of_task(w, task), below = height_of_task(w, next);
    int goes_back = next == 0 || (below != 0 && below < height);
    if (height == 0 || (!completed && !goes_back))
        return;
    leave_down_to(w, time, height);
    if (completed && name_task(w, task, &name))
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_TASK_COMPLETE, name.team, name.creator, name.generation);
}

static void switch_task(struct writer *w, uint64_t time, uint64_t prior, uint64_t next)
{
    struct task_name name;
    int completed = (prior & TT_TASK_COMPLETED) != 0;
    prior &= ~TT_TASK_COMPLETED;
    if (prior != 0)
        leave_task(w, time, prior, completed, next);
    if (name_task(w, next, &name))
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_TASK_SWITCH, name.team, name.creator, name.generation);
    if (next == 0 || height_of_task(w, next) != 0)
        return;
    uint32_t known = numbers_get(&w->omp->task_sites, next);
    uint64_t site = known == MAP_MISSING ? 0 : w->omp->sites[known];
    enter_construct(w, time, OMP_TASK, site);
    name_task_frame(w, next);
}

void write_task(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *r)
{
    if (type == TT_OMP_TASK_CREATE)
        create_task(w, time, r[1], r[2]);
    else
        switch_task(w, time, r[1], r[2]);
}

/* Whether a lock, or a critical section, was left out later on: then nothing of it is told. */
static int is_hidden(struct writer *w, unsigned kind, const uint64_t *r)
{
    return w->archive->constructs.left_out_count > 0 && omp_region(w, kind, r[1] & TT_SITE_MASK) == HIDDEN_REGION;
}

static void acquired(struct writer *w, uint64_t time, uint64_t address, int hidden)
{
    uint32_t index = w->acquisitions++;
    if (hidden)
        return;
    const struct omp_acquisition *taken = &w->omp->acquisitions[index];
    if (w->holds && w->held_last != address)
        map_put(&w->held, w->held_last, w->held_index);
    w->holds = 1;
    w->held_last = address;
    w->held_index = index;
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_ACQUIRE_LOCK, OTF2_PARADIGM_OPENMP, taken->lock, taken->order);
}

/* The runtime tells of a release after it, when another thread may have the lock already. */
static void released(struct writer *w, uint64_t time, uint64_t address)
{
    uint32_t index = w->holds && w->held_last == address ? w->held_index : map_get(&w->held, address);
    if (index == MAP_MISSING)
        return; /* another thread took it: a task that moved; or it is hidden */
    const struct omp_acquisition *taken = &w->omp->acquisitions[index];
    if (taken->next != UINT64_MAX && time > w->thread->start_ticks + taken->next)
        time = w->thread->start_ticks + taken->next;
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_RELEASE_LOCK, OTF2_PARADIGM_OPENMP, taken->lock, taken->order);
}

/* A lock that is only tested may not be given. */
static int is_given(const struct writer *w, const uint64_t *r)
{
    const uint64_t *next = next_record(w, r);
    return next != NULL && *next >> TT_TIME_BITS == TT_OMP_MUTEX && next[1] >> 56 == TT_ACQUIRED && next[2] == r[2];
}

static void write_lock(struct writer *w, uint64_t time, const uint64_t *r, int nestable)
{
    unsigned set = nestable ? OMP_SET_NEST_LOCK : OMP_SET_LOCK;
    unsigned unset = nestable ? OMP_UNSET_NEST_LOCK : OMP_UNSET_LOCK;
    unsigned test = nestable ? OMP_TEST_NEST_LOCK : OMP_TEST_LOCK;
    uint64_t site = r[1] & TT_SITE_MASK, step = r[1] >> 56;
    if (step == TT_ACQUIRE && is_given(w, r)) {
        enter_construct(w, time, set, site);
    } else if (step == TT_ACQUIRE) {
        enter_construct(w, time, test, site);
        leave_construct(w, time, test);
    } else if (step == TT_ACQUIRED) {
        acquired(w, time, r[2], is_hidden(w, set, r));
        leave_construct(w, time, set);
    } else {
        enter_construct(w, time, unset, site);
        released(w, time, r[2]);
        leave_construct(w, time, unset);
    }
}

/* Critical sections and ordered blocks: the waiting, and in it the block. */
static void write_block(struct writer *w, uint64_t time, const uint64_t *r, unsigned outer, unsigned block)
{
    uint64_t step = r[1] >> 56;
    if (step == TT_ACQUIRE) {
        enter_construct(w, time, outer, r[1] & TT_SITE_MASK);
    } else if (step == TT_ACQUIRED) {
        if (outer == OMP_CRITICAL)
            acquired(w, time, r[2], is_hidden(w, outer, r));
        enter_construct(w, time, block, r[1] & TT_SITE_MASK);
    } else {
        leave_construct(w, time, block);
        if (outer == OMP_CRITICAL)
            released(w, time, r[2]);
        leave_construct(w, time, outer);
    }
}

void write_mutex(struct writer *w, uint64_t time, const uint64_t *r)
{
    uint64_t mutex = r[1] >> TT_SITE_BITS & 0xFF, step = r[1] >> 56;
    if (mutex == TT_LOCK || mutex == TT_NEST_LOCK)
        write_lock(w, time, r, mutex == TT_NEST_LOCK);
    else if (mutex == TT_CRITICAL)
        write_block(w, time, r, OMP_CRITICAL, OMP_CRITICAL_BLOCK);
    else if (mutex == TT_ORDERED)
        write_block(w, time, r, OMP_ORDERED, OMP_ORDERED_BLOCK);
    else if (step == TT_ACQUIRE)
        enter_construct(w, time, OMP_ATOMIC, r[1] & TT_SITE_MASK);
    else if (step == TT_RELEASED)
        leave_construct(w, time, OMP_ATOMIC);
}
