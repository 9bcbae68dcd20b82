/*
 * OpenMP: the same structure as in traces (finish/otf2/openmp-events.c, openmp-tasks.c), as far as records tell it. What only
 * the program's text tells is left to the finisher, see TT_BARRIER_AFTER. As in the analysis of traces, threads inherit the
 * path of the fork (Wolf 2003, definition 3.20), a parallel region lasts from the fork to the join, and a task that waits
 * for another one takes no time meanwhile.
 */
#include "inside.h"

/* Searches in vain are what happens usually where a runtime does not tell all; only deep stacks make them dear. */
enum { USUAL_DEPTH = 256 };

static unsigned construct_of(const uint64_t *r)
{
    return (unsigned)(r[1] >> TT_SITE_BITS);
}

/* The record after `r` that is neither a flush nor a reading of counters; NULL: it is not known. */
static const uint64_t *next_record(const uint64_t *r, const uint64_t *end)
{
    do
        r += tt_fold_words(*r);
    while (r < end && (*r >> TT_TIME_BITS == TT_FLUSH || *r >> TT_TIME_BITS == TT_COUNTER ||
                       *r >> TT_TIME_BITS == TT_HEAP));
    return r < end ? r : NULL;
}

static struct tt_team *team_here(struct tt_fold *f)
{
    return f->team_depth == 0 ? NULL : &f->teams[f->team_depth - 1];
}

/* What the process knows of a region that a thread is in, by now. */
static const struct tt_team *known(const struct tt_fold *f, const struct tt_team *team)
{
    const struct tt_team *shared = f->openmp->team(f->openmp->context, team->id, 0);
    return shared != NULL ? shared : team;
}

static void enter_construct(struct tt_fold *f, uint64_t time, unsigned kind, unsigned name, uint64_t site)
{
    const struct tt_node_key node = {.kind = TT_NODE_OPENMP, .name = name, .site = site};
    tt_enter(f, time, TT_CONSTRUCT_FRAME(kind), &node);
}

/* The height of the innermost frame of a construct between two kinds that was begun within the innermost region or task;
 * 0: there is none. */
static uint32_t begun_here(struct tt_fold *f, unsigned from, unsigned to)
{
    uint32_t lowest = tt_lowest(f);
    for (uint32_t height = f->depth; height > lowest; height--) {
        uint64_t function = f->frames[height - 1].function;
        if (function >= TT_CONSTRUCT_FRAME(from) && function <= TT_CONSTRUCT_FRAME(to))
            return height;
        if (function == TT_CONSTRUCT_FRAME(OMP_PARALLEL) || function == TT_CONSTRUCT_FRAME(OMP_TASK))
            return 0;
    }
    f->searched += f->depth > USUAL_DEPTH ? f->depth : 0;
    return 0;
}

static void leave_down_to(struct tt_fold *f, uint64_t time, uint32_t height)
{
    time = tt_at(f, time);
    while (f->depth >= height)
        tt_leave_top(f, time);
}

static void leave_constructs(struct tt_fold *f, uint64_t time, unsigned from, unsigned to)
{
    uint32_t height = begun_here(f, from, to);
    if (height != 0)
        leave_down_to(f, time, height);
    else
        f->counts.misplaced++;
}

static void leave_construct(struct tt_fold *f, uint64_t time, unsigned kind)
{
    leave_constructs(f, time, kind, kind);
}

static int is_barrier(const uint64_t *r, enum tt_record_type type)
{
    return *r >> TT_TIME_BITS == type && construct_of(r) >= TT_BARRIER && construct_of(r) <= TT_SOME_BARRIER;
}

/* See openmp-model.c: runtimes before OpenMP 5.1 do not tell, but give no site or the region's own. */
static int is_join_barrier(struct tt_fold *f, const uint64_t *r)
{
    uint64_t site = r[1] & TT_SITE_MASK;
    const struct tt_team *team = team_here(f);
    if (construct_of(r) == TT_JOIN_BARRIER)
        return 1;
    return construct_of(r) == TT_IMPLICIT_BARRIER && (site == 0 || (team != NULL && site == team->site));
}

/* Whether `r`, which may be NULL, begins a barrier that may be that of the construct before it. */
static int may_be_barrier_of(struct tt_fold *f, const uint64_t *r)
{
    if (r == NULL || !is_barrier(r, TT_OMP_BEGIN) || is_join_barrier(f, r))
        return 0;
    return f->openmp->gnu || construct_of(r) != TT_BARRIER;
}

/* A construct has ended whose barrier comes next. */
static void keep_frame(struct tt_fold *f, uint32_t height, uint64_t time)
{
    struct tt_fold_frame *frame = &f->frames[height - 1];
    if (height > f->depth || (frame->flags & TT_IS_KEPT))
        return;
    frame->flags |= TT_IS_KEPT;
    if (!f->openmp->gnu || (frame->flags & TT_IS_DEEPER))
        return;
    frame->flags |= TT_IS_UNDECIDED;
    time = tt_at(f, time);
    tt_add_visit(&f->nodes[tt_child_of(f, frame->node, TT_NODE_OPENMP, TT_WITHOUT_BARRIER, 0, 0)],
                 time > frame->begin ? time - frame->begin : 0);
}

static int is_kept_above(const struct tt_fold *f, uint32_t height)
{
    for (; height <= f->depth; height++)
        if (f->frames[height - 1].flags & TT_IS_KEPT)
            return 1;
    return 0;
}

/* gcc's programs do not say where a single construct ends: when its thread comes to the next construct of the team. */
static void end_open_single(struct tt_fold *f, uint64_t time, const uint64_t *r)
{
    if (!f->openmp->gnu)
        return;
    uint32_t single = begun_here(f, TT_SINGLE, TT_SINGLE);
    if (single == 0 || is_kept_above(f, single))
        return;
    leave_construct(f, time, OMP_SINGLE_BLOCK);
    if (may_be_barrier_of(f, r))
        keep_frame(f, single, time);
    else
        leave_construct(f, time, TT_SINGLE);
}

/* The record after `r` that ends a loop; NULL where it is not known. */
static const uint64_t *end_of_loop(struct tt_fold *f, const uint64_t *r, const uint64_t *end)
{
    if (f->loop_end != NULL && f->loop_end > r && f->loop_end < end)
        return f->loop_end;
    while ((r = next_record(r, end)) != NULL)
        if (*r >> TT_TIME_BITS == TT_OMP_END && construct_of(r) == TT_LOOP)
            break;
    return f->loop_end = r;
}

/* gcc's programs do not say where sections begin, but where their barrier is, or their end. */
static uint64_t site_at_end(struct tt_fold *f, const uint64_t *r, const uint64_t *end)
{
    r = end_of_loop(f, r, end);
    const uint64_t *next = r != NULL ? next_record(r, end) : NULL;
    if (next != NULL && is_barrier(next, TT_OMP_BEGIN) && !is_join_barrier(f, next))
        r = next;
    return r != NULL ? r[1] & TT_SITE_MASK : 0;
}

static void begin_barrier(struct tt_fold *f, uint64_t time, const uint64_t *r)
{
    const struct tt_team *team = team_here(f);
    uint64_t site = r[1] & TT_SITE_MASK;
    if (f->depth > 0 && (f->frames[f->depth - 1].flags & TT_IS_KEPT)) {
        if (site == 0 && team != NULL)
            site = team->site;
        enter_construct(f, time, TT_IMPLICIT_BARRIER, TT_BARRIER_AFTER + construct_of(r), site);
        return;
    }
    if (site == 0 && team != NULL)
        site = team->site;
    unsigned kind = is_join_barrier(f, r) ? TT_JOIN_BARRIER : construct_of(r);
    enter_construct(f, time, kind, kind, site);
}

/* Workers tell late that the barrier at the end of a region is over: it ended between the last arrival and the time when
 * the first thread went on. */
static uint64_t join_time(const struct tt_team *team, uint64_t time)
{
    if (team->barrier_end == 0)
        return time;
    return time > team->barrier_end ? team->barrier_end : time < team->last_arrival ? team->last_arrival : time;
}

static void end_barrier(struct tt_fold *f, uint64_t time, const uint64_t *r, const uint64_t *end)
{
    struct tt_team *team = team_here(f);
    if (team != NULL && is_join_barrier(f, r)) {
        team->joined = time;
        time = join_time(known(f, team), time);
    }
    leave_constructs(f, time, TT_BARRIER, TT_SOME_BARRIER);
    const struct tt_fold_frame *outer = f->depth > 0 ? &f->frames[f->depth - 1] : NULL;
    if (outer != NULL && (outer->flags & TT_IS_KEPT) && (f->openmp->gnu || !may_be_barrier_of(f, next_record(r, end))))
        tt_leave_top(f, tt_at(f, time));
}

static void begin_construct(struct tt_fold *f, uint64_t time, const uint64_t *r, const uint64_t *end)
{
    unsigned kind = construct_of(r);
    uint64_t site = r[1] & TT_SITE_MASK;
    if (kind >= OMP_PARALLEL)
        return;
    if ((kind <= TT_SCOPE && kind != TT_TASKLOOP) || is_barrier(r, TT_OMP_BEGIN))
        end_open_single(f, time, r);
    if (is_barrier(r, TT_OMP_BEGIN)) {
        begin_barrier(f, time, r);
        return;
    }
    if (kind == TT_LOOP && site == 0 && f->openmp->gnu) {
        site = site_at_end(f, r, end);
        kind = TT_SECTIONS;
    }
    enter_construct(f, time, kind, kind, site);
    if (kind == TT_SINGLE)
        enter_construct(f, time, OMP_SINGLE_BLOCK, OMP_SINGLE_BLOCK, site);
}

static void end_construct(struct tt_fold *f, uint64_t time, const uint64_t *r, const uint64_t *end)
{
    unsigned kind = construct_of(r);
    if (is_barrier(r, TT_OMP_END)) {
        end_barrier(f, time, r, end);
        return;
    }
    if (kind == TT_SINGLE)
        leave_construct(f, time, OMP_SINGLE_BLOCK);
    const struct tt_fold_frame *top = f->depth > 0 ? &f->frames[f->depth - 1] : NULL;
    if (kind == TT_LOOP && top != NULL && top->function == TT_CONSTRUCT_FRAME(TT_SECTIONS))
        kind = TT_SECTIONS;
    if (kind <= TT_SCOPE && top != NULL && top->function == TT_CONSTRUCT_FRAME(kind) && may_be_barrier_of(f, next_record(r, end)))
        keep_frame(f, f->depth, time);
    else
        leave_construct(f, time, kind);
}

static void fork_team(struct tt_fold *f, uint64_t time, const uint64_t *r)
{
    struct tt_team *team = f->openmp->team(f->openmp->context, r[1], 1);
    time = tt_at(f, time);
    if (f->fork_depth < TT_MOST_TEAMS)
        f->forks[f->fork_depth] = r[1];
    f->fork_depth++;
    if (team == NULL)
        return;
    team->site = r[2] & TT_SITE_MASK;
    team->fork = time;
    team->forker = (uint64_t)(f->thread + 1) << 32 | tt_current(f);
    team->iteration = f->in_iteration == 0 ? 0 : f->series->iteration;
    team->off = (uint64_t)tt_is_off(f);
}

static uint64_t fork_here(const struct tt_fold *f)
{
    return f->fork_depth == 0 || f->fork_depth > TT_MOST_TEAMS ? 0 : f->forks[f->fork_depth - 1];
}

/* The region of the forking thread ends here. */
static void join_team(struct tt_fold *f, uint64_t time)
{
    uint64_t id = fork_here(f);
    struct tt_team *team = id == 0 ? NULL : f->openmp->team(f->openmp->context, id, 0);
    time = tt_at(f, time);
    if (team != NULL)
        team->join = time;
    if (f->depth > 0 && f->frames[f->depth - 1].function == TT_CONSTRUCT_FRAME(OMP_PARALLEL) &&
        (f->frames[f->depth - 1].flags & TT_IS_KEPT))
        tt_leave_top(f, time);
    f->fork_depth -= f->fork_depth > 0;
}

static void begin_team(struct tt_fold *f, uint64_t time, const uint64_t *r)
{
    const struct tt_team *shared = f->openmp->team(f->openmp->context, r[1], 0);
    struct tt_team team = {.id = r[1]};
    if (shared != NULL)
        team = *shared;
    team.number = (uint32_t)r[2];
    team.joined = 0;
    if (f->counts.first_number == 0)
        f->counts.first_number = team.number + 1;
    if (f->team_depth < TT_MOST_TEAMS)
        f->teams[f->team_depth] = team;
    f->team_depth++;
    struct tt_node_key node = {.kind = TT_NODE_OPENMP, .name = OMP_PARALLEL, .site = team.site};
    if (f->depth == 0 && team.forker != 0 && TT_FORKING_THREAD(team.forker) != f->thread)
        node.hook = team.forker;
    if (team.off && !tt_is_off(f))
        node = (struct tt_node_key){.kind = TT_NODE_OFF, .hook = node.hook};
    struct tt_fold_frame *frame = tt_enter(f, time, TT_CONSTRUCT_FRAME(OMP_PARALLEL), &node);
    if (frame != NULL && team.fork != 0 && (f->depth == 1 || fork_here(f) == team.id))
        frame->begin = team.fork;
    if (frame != NULL && team.iteration != 0 && f->in_iteration == 0)
        tt_series_begin(f, team.iteration);
}

static void end_team(struct tt_fold *f, uint64_t time)
{
    if (f->team_depth == 0 || f->team_depth > TT_MOST_TEAMS) {
        f->counts.misplaced += f->team_depth == 0;
        f->team_depth -= f->team_depth > 0;
        return;
    }
    struct tt_team *team = &f->teams[f->team_depth - 1], *shared = f->openmp->team(f->openmp->context, team->id, 0);
    if (shared != NULL && team->number == 0) {
        shared->barrier_end = team->joined;
        shared->end = time;
    }
    if (shared != NULL && shared->end != 0 && time > shared->end)
        time = shared->end; /* see join_time */
    end_open_single(f, time, NULL);
    uint32_t height = tt_height_of(f, TT_CONSTRUCT_FRAME(OMP_PARALLEL));
    if (height != 0 && fork_here(f) == team->id) {
        leave_down_to(f, time, height + 1);
        f->frames[height - 1].flags |= TT_IS_KEPT; /* until the join */
    } else {
        if (height != 0 && f->depth > height)
            leave_down_to(f, time, height + 1);
        leave_construct(f, shared != NULL && height == 1 && shared->join > time ? shared->join : time, OMP_PARALLEL);
    }
    f->team_depth--;
}

void tt_fold_end_last_team(struct tt_fold *f)
{
    if (f->openmp == NULL || f->team_depth != 1 || f->depth < 2)
        return;
    const struct tt_team *team = known(f, &f->teams[0]);
    const struct tt_fold_frame *top = &f->frames[f->depth - 1];
    if (team->end == 0 || top->function != TT_CONSTRUCT_FRAME(TT_JOIN_BARRIER) ||
        top[-1].function != TT_CONSTRUCT_FRAME(OMP_PARALLEL))
        return;
    tt_leave_top(f, tt_at(f, join_time(team, team->end)));
    end_team(f, team->end);
}

static void fold_lock(struct tt_fold *f, uint64_t time, const uint64_t *r, const uint64_t *end, int nestable)
{
    unsigned set = nestable ? OMP_SET_NEST_LOCK : OMP_SET_LOCK, unset = nestable ? OMP_UNSET_NEST_LOCK : OMP_UNSET_LOCK;
    unsigned test = nestable ? OMP_TEST_NEST_LOCK : OMP_TEST_LOCK;
    uint64_t site = r[1] & TT_SITE_MASK, step = r[1] >> 56;
    const uint64_t *next = next_record(r, end);
    int is_given = next != NULL && *next >> TT_TIME_BITS == TT_OMP_MUTEX && next[1] >> 56 == TT_ACQUIRED && next[2] == r[2];
    if (step == TT_ACQUIRED) {
        leave_construct(f, time, set);
        return;
    }
    unsigned kind = step != TT_ACQUIRE ? unset : is_given ? set : test;
    enter_construct(f, time, kind, kind, site);
    if (kind != set)
        leave_construct(f, time, kind);
}

/* Critical sections and ordered blocks: the waiting, and in it the block. */
static void fold_block(struct tt_fold *f, uint64_t time, const uint64_t *r, unsigned outer, unsigned block)
{
    uint64_t step = r[1] >> 56, site = r[1] & TT_SITE_MASK;
    if (step != TT_RELEASED && step != TT_ACQUIRE) {
        enter_construct(f, time, block, block, site);
    } else if (step == TT_ACQUIRE) {
        enter_construct(f, time, outer, outer, site);
    } else {
        leave_construct(f, time, block);
        leave_construct(f, time, outer);
    }
}

static void fold_mutex(struct tt_fold *f, uint64_t time, const uint64_t *r, const uint64_t *end)
{
    uint64_t mutex = r[1] >> TT_SITE_BITS & 0xFF, step = r[1] >> 56;
    if (mutex == TT_LOCK || mutex == TT_NEST_LOCK)
        fold_lock(f, time, r, end, mutex == TT_NEST_LOCK);
    else if (mutex == TT_CRITICAL)
        fold_block(f, time, r, OMP_CRITICAL, OMP_CRITICAL_BLOCK);
    else if (mutex == TT_ORDERED)
        fold_block(f, time, r, OMP_ORDERED, OMP_ORDERED_BLOCK);
    else if (step == TT_ACQUIRE)
        enter_construct(f, time, OMP_ATOMIC, OMP_ATOMIC, r[1] & TT_SITE_MASK);
    else if (step == TT_RELEASED)
        leave_construct(f, time, OMP_ATOMIC);
}

/* The height of a task's innermost frame; 0: it is not on this thread. */
static uint32_t height_of_task(struct tt_fold *f, uint64_t task)
{
    uint32_t lowest = tt_lowest(f);
    for (uint32_t height = f->depth; height > lowest && task != 0; height--)
        if (f->frames[height - 1].task == task)
            return height;
    f->searched += task != 0 && f->depth > USUAL_DEPTH ? f->depth : 0;
    return 0;
}

/* How many frames lie below those of tasks. */
static uint32_t below_tasks(struct tt_fold *f)
{
    if (f->first_task == 0 || f->first_task > f->depth || f->frames[f->first_task - 1].task == 0)
        f->first_task = 0;
    return f->first_task == 0 ? f->depth : f->first_task - 1;
}

/* The frames of a task go on: their times leave out what was between. */
static void go_on(struct tt_fold *f, uint64_t time, uint32_t height)
{
    uint64_t since = f->frames[height - 1].suspended;
    if (since == 0)
        return;
    f->frames[height - 1].suspended = 0;
    for (uint32_t i = height - 1; i < f->depth && (i == height - 1 || f->frames[i].task == 0); i++)
        f->frames[i].begin += time - since;
}

/* An untied task that stops may go on in another thread: its regions are left, and entered again there. Others wait. */
static void stop_task(struct tt_fold *f, uint64_t time, uint64_t task, int completed, uint64_t next)
{
    uint32_t height = height_of_task(f, task), below = height_of_task(f, next);
    int goes_back = next == 0 || (below != 0 && below < height);
    if (height == 0)
        return;
    if (completed || goes_back)
        leave_down_to(f, time, height);
    else if (f->team_depth > 0)
        f->frames[height - 1].suspended = time;
}

static void switch_task(struct tt_fold *f, uint64_t time, uint64_t prior, uint64_t next)
{
    int completed = (prior & TT_TASK_COMPLETED) != 0;
    prior &= ~TT_TASK_COMPLETED;
    time = tt_at(f, time);
    if (prior != 0)
        stop_task(f, time, prior, completed, next);
    uint32_t height = height_of_task(f, next);
    if (height != 0)
        go_on(f, time, height);
    if (next == 0 || height != 0)
        return;
    const struct tt_node_key node = {
        .kind = TT_NODE_OPENMP, .name = OMP_TASK, .site = f->openmp->task_site(f->openmp->context, next)};
    /* It is called by what the implicit task does, not by the task that waits. */
    uint32_t below = below_tasks(f), caller = f->team_depth > 0 ? below : f->depth;
    uint32_t parent = caller == 0 ? 0 : f->frames[caller - 1].node;
    struct tt_fold_frame *frame = tt_enter_below(f, time, TT_CONSTRUCT_FRAME(OMP_TASK), parent, &node);
    if (frame == NULL)
        return;
    frame->task = next;
    if (f->first_task == 0)
        f->first_task = f->depth;
}

/* Whether a record may end what a trace began. */
static int may_end(const struct tt_fold *f, enum tt_record_type type, const uint64_t *r)
{
    switch (type) {
    case TT_OMP_JOIN:
        return f->fork_depth == 0;
    case TT_OMP_TEAM_END:
        return f->team_depth == 0;
    case TT_OMP_END:
    case TT_OMP_TASK_SWITCH:
        return 1;
    case TT_OMP_MUTEX:
        return r[1] >> 56 != TT_ACQUIRE;
    default:
        return 0;
    }
}

void tt_fold_openmp(struct tt_fold *f, enum tt_record_type type, uint64_t time, const uint64_t *r, const uint64_t *end)
{
    if (f->goes_on && f->depth == 0 && may_end(f, type, r) && tt_end_before(f, r))
        return;
    switch (type) {
    case TT_OMP_FORK:
        fork_team(f, time, r);
        break;
    case TT_OMP_JOIN:
        join_team(f, time);
        break;
    case TT_OMP_TEAM_BEGIN:
        begin_team(f, time, r);
        break;
    case TT_OMP_TEAM_END:
        end_team(f, time);
        break;
    case TT_OMP_BEGIN:
        begin_construct(f, time, r, end);
        break;
    case TT_OMP_END:
        end_construct(f, time, r, end);
        break;
    case TT_OMP_MUTEX:
        fold_mutex(f, time, r, end);
        break;
    case TT_OMP_TASK_CREATE:
        enter_construct(f, time, OMP_CREATE_TASK, OMP_CREATE_TASK, r[2]);
        leave_construct(f, time, OMP_CREATE_TASK);
        break;
    default:
        switch_task(f, time, r[1], r[2]);
    }
}

int tt_fold_waits(struct tt_fold *f, const uint64_t *r, const uint64_t *end)
{
    if (f->openmp == NULL)
        return 0;
    switch (*r >> TT_TIME_BITS) {
    case TT_OMP_END:
        return next_record(r, end) == NULL;
    case TT_OMP_MUTEX:
        return r[1] >> 56 == TT_ACQUIRE && next_record(r, end) == NULL;
    case TT_OMP_BEGIN:
        if (construct_of(r) != TT_LOOP || (r[1] & TT_SITE_MASK) != 0 || !f->openmp->gnu)
            return 0;
        const uint64_t *last = end_of_loop(f, r, end);
        return last == NULL || next_record(last, end) == NULL;
    default:
        return 0;
    }
}
