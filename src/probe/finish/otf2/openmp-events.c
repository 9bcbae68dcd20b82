/*
 * Parallel regions, worksharing and barriers. The structure is Score-P's: a fork, in each
 * thread the team's beginning and the region, and the barrier that ends a worksharing
 * construct inside that construct.
 */
#include "writer.h"

#include <stddef.h>

const uint64_t *next_record(const struct writer *w, const uint64_t *r)
{
    do
        r += 1 + payload_of((unsigned)(*r >> TT_TIME_BITS));
    while (r < w->thread->end && (*r >> TT_TIME_BITS == TT_FLUSH || *r >> TT_TIME_BITS == TT_COUNTER ||
                              *r >> TT_TIME_BITS == TT_HEAP));
    return r < w->thread->end ? r : NULL;
}

static const struct omp_parallel *current(const struct writer *w)
{
    return w->team_depth == 0 ? NULL : &w->omp->parallels[w->teams[w->team_depth - 1]];
}

void enter_construct(struct writer *w, uint64_t time, unsigned kind, uint64_t site)
{
    struct known_call *call = known_call(w, OMP_FRAME(kind), site, 0);
    if (!call->has_region) {
        call->region = omp_region(w, kind, site);
        call->has_region = 1;
    }
    const struct frame frame = {.region = call->region, .function = OMP_FRAME(kind), .site = site};
    enter_known(w, time, &frame, call);
}

/* Whether a construct was begun within the innermost region or task. */
static int is_begun_here(struct writer *w, uint32_t height)
{
    return height != 0 && height >= height_of(w, OMP_FRAME(OMP_PARALLEL)) && height >= height_of(w, OMP_FRAME(OMP_TASK));
}

void leave_construct(struct writer *w, uint64_t time, unsigned kind)
{
    uint32_t height = height_of(w, OMP_FRAME(kind));
    if (is_begun_here(w, height))
        leave_down_to(w, time, height);
    else
        w->archive->misplaced++;
}

static int is_barrier(const uint64_t *r, enum tt_record_type type)
{
    uint64_t construct = r[1] >> TT_SITE_BITS;
    return *r >> TT_TIME_BITS == type && construct >= TT_BARRIER && construct <= TT_SOME_BARRIER;
}

/* The program's own word where the runtime does not tell barriers apart. */
static int is_implicit(struct writer *w, const uint64_t *r)
{
    uint64_t construct = r[1] >> TT_SITE_BITS;
    if (construct == TT_SOME_BARRIER && w->omp->gnu)
        return !is_explicit_barrier(w, r[1] & TT_SITE_MASK);
    return construct != TT_BARRIER;
}

/* Whether record `r`, which may be NULL, begins the barrier of the worksharing construct of
 * `frame`, which ends before it. */
static int is_barrier_of(struct writer *w, const struct frame *frame, const uint64_t *r)
{
    if (r == NULL || !is_barrier(r, TT_OMP_BEGIN) || is_join_barrier(r, current(w)))
        return 0;
    return w->omp->gnu ? waits_at_end(w, frame->region) : r[1] >> TT_SITE_BITS != TT_BARRIER;
}

/* gcc's programs do not say where a single construct ends: it has ended when its thread
 * comes to the next construct that all threads come to. */
static void end_open_single(struct writer *w, uint64_t time, const uint64_t *r)
{
    if (!w->omp->gnu)
        return;
    uint32_t single = height_of(w, OMP_FRAME(TT_SINGLE));
    if (!is_begun_here(w, single) || single <= w->kept)
        return;
    leave_construct(w, time, OMP_SINGLE_BLOCK);
    if (is_barrier_of(w, &w->stack[single - 1], r))
        keep_frame(w, single);
    else
        leave_construct(w, time, TT_SINGLE);
}

/* The record after `r` that ends a loop; NULL where there is none. */
static const uint64_t *end_of_loop(struct writer *w, const uint64_t *r)
{
    if (w->loop_end == NULL || w->loop_end <= r) {
        while ((r = next_record(w, r)) != NULL)
            if (*r >> TT_TIME_BITS == TT_OMP_END && r[1] >> TT_SITE_BITS == TT_LOOP)
                break;
        w->loop_end = r != NULL ? r : w->thread->end;
    }
    return w->loop_end < w->thread->end ? w->loop_end : NULL;
}

/* gcc's programs do not say where sections begin, but where their barrier is, or their end. */
static uint64_t site_at_end(struct writer *w, const uint64_t *r)
{
    r = end_of_loop(w, r);
    const uint64_t *next = r != NULL ? next_record(w, r) : NULL;
    if (next != NULL && is_barrier(next, TT_OMP_BEGIN) && !is_join_barrier(next, current(w)))
        r = next;
    return r != NULL ? r[1] & TT_SITE_MASK : 0;
}

static unsigned barrier_kind(struct writer *w, const uint64_t *r)
{
    if (is_join_barrier(r, current(w)))
        return TT_JOIN_BARRIER;
    return is_implicit(w, r) ? TT_IMPLICIT_BARRIER : TT_BARRIER;
}

static void begin_barrier(struct writer *w, uint64_t time, const uint64_t *r)
{
    const struct omp_parallel *parallel = current(w);
    uint64_t site = r[1] & TT_SITE_MASK;
    if (w->depth > 0 && w->stack[w->depth - 1].kept) {
        const struct frame *construct = &w->stack[w->depth - 1];
        const struct frame frame = {.region = barrier_region(w, construct->region),
                                    .function = OMP_FRAME(TT_IMPLICIT_BARRIER),
                                    .site = construct->site};
        enter_frame(w, time, &frame);
        return;
    }
    if (site == 0 && parallel != NULL)
        site = parallel->site;
    enter_construct(w, time, barrier_kind(w, r), site);
}

/* Workers tell late that the barrier at the end of a region is over, some only when they are
 * needed again: it ended between the last arrival and the time when the first thread went on. */
static uint64_t join_time(const struct omp_parallel *parallel, uint64_t time, uint64_t start)
{
    if (parallel->barrier_end == 0)
        return time;
    uint64_t earliest = start + parallel->last_arrival, latest = start + parallel->barrier_end;
    return time > latest ? latest : time < earliest ? earliest : time;
}

/* The kind of the innermost barrier that is open. */
static unsigned open_barrier(struct writer *w)
{
    unsigned innermost = TT_BARRIER;
    for (unsigned kind = TT_BARRIER; kind <= TT_SOME_BARRIER; kind++)
        if (height_of(w, OMP_FRAME(kind)) > height_of(w, OMP_FRAME(innermost)))
            innermost = kind;
    return innermost;
}

static void end_barrier(struct writer *w, uint64_t time, const uint64_t *r)
{
    const struct omp_parallel *parallel = current(w);
    if (parallel != NULL && is_join_barrier(r, parallel))
        time = join_time(parallel, time, w->thread->start_ticks);
    leave_construct(w, time, open_barrier(w));
    const struct frame *outer = w->depth > 0 ? &w->stack[w->depth - 1] : NULL;
    if (outer != NULL && outer->kept && (w->omp->gnu || !is_barrier_of(w, outer, next_record(w, r))))
        leave_frame(w, time);
}

static void begin_construct(struct writer *w, uint64_t time, const uint64_t *r)
{
    unsigned kind = (unsigned)(r[1] >> TT_SITE_BITS);
    uint64_t site = r[1] & TT_SITE_MASK;
    if (kind >= OMP_PARALLEL)
        return;
    if ((kind <= TT_SCOPE && kind != TT_TASKLOOP) || is_barrier(r, TT_OMP_BEGIN))
        end_open_single(w, time, r);
    if (is_barrier(r, TT_OMP_BEGIN)) {
        begin_barrier(w, time, r);
        return;
    }
    if (kind == TT_LOOP && site == 0 && w->omp->gnu) {
        site = site_at_end(w, r);
        kind = TT_SECTIONS;
    }
    enter_construct(w, time, kind, site);
    if (kind == TT_SINGLE)
        enter_construct(w, time, OMP_SINGLE_BLOCK, site);
}

static void end_construct(struct writer *w, uint64_t time, const uint64_t *r)
{
    unsigned kind = (unsigned)(r[1] >> TT_SITE_BITS);
    if (is_barrier(r, TT_OMP_END)) {
        end_barrier(w, time, r);
        return;
    }
    if (kind == TT_SINGLE)
        leave_construct(w, time, OMP_SINGLE_BLOCK);
    if (kind == TT_LOOP && w->depth > 0 && w->stack[w->depth - 1].function == OMP_FRAME(TT_SECTIONS))
        kind = TT_SECTIONS;
    const struct frame *top = w->depth > 0 ? &w->stack[w->depth - 1] : NULL;
    if (kind <= TT_SCOPE && top != NULL && top->function == OMP_FRAME(kind) && is_barrier_of(w, top, next_record(w, r)))
        keep_frame(w, w->depth);
    else
        leave_construct(w, time, kind);
}

static void begin_team(struct writer *w, uint64_t time, const uint64_t *r)
{
    uint32_t index = numbers_get(&w->omp->parallel_index, r[1]);
    const struct omp_parallel *parallel = &w->omp->parallels[index];
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_TEAM_BEGIN, team_comm(w->archive, parallel->team));
    APPEND(w->teams, w->team_depth, w->team_capacity, index);
    enter_construct(w, time, OMP_PARALLEL, parallel->site);
}

static void end_team(struct writer *w, uint64_t time)
{
    const struct omp_parallel *parallel = current(w);
    if (parallel == NULL) {
        w->archive->misplaced++;
        return;
    }
    uint64_t end = w->thread->start_ticks + parallel->end;
    if (parallel->end != 0 && time > end)
        time = end; /* see join_time */
    end_open_single(w, time, NULL);
    leave_construct(w, time, OMP_PARALLEL);
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_TEAM_END, team_comm(w->archive, parallel->team));
    w->team_depth--;
}

void end_last_team(struct writer *w)
{
    const struct omp_parallel *parallel = current(w);
    if (parallel == NULL || parallel->end == 0 || w->team_depth != 1 || w->depth < 2)
        return;
    const struct frame *top = &w->stack[w->depth - 1];
    if (top->function != OMP_FRAME(TT_JOIN_BARRIER) || top[-1].function != OMP_FRAME(OMP_PARALLEL))
        return;
    leave_frame(w, join_time(parallel, UINT64_MAX, w->thread->start_ticks));
    end_team(w, w->thread->start_ticks + parallel->end);
}

void write_openmp(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *r)
{
    if (type == TT_OMP_FORK) {
        uint32_t requested = (uint32_t)(r[2] >> TT_SITE_BITS);
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_FORK, OTF2_PARADIGM_OPENMP, requested);
    } else if (type == TT_OMP_JOIN) {
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_JOIN, OTF2_PARADIGM_OPENMP);
    } else if (type == TT_OMP_TEAM_BEGIN) {
        begin_team(w, time, r);
    } else if (type == TT_OMP_TEAM_END) {
        end_team(w, time);
    } else if (type == TT_OMP_BEGIN) {
        begin_construct(w, time, r);
    } else {
        end_construct(w, time, r);
    }
}
