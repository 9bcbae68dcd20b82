/* Parallel regions and tasks of a process, which its threads share while they are folded. */
#include "folding.h"

#include <string.h>

struct tt_team *shared_team(void *context, uint64_t id, int make)
{
    struct shared *s = context;
    uint32_t found = map_get(&s->team_index, id);
    if (found != MAP_MISSING)
        return &s->teams[found];
    if (!make)
        return NULL;
    const struct tt_team new = {.id = id};
    APPEND(s->teams, s->team_count, s->team_capacity, new);
    map_put(&s->team_index, id, s->team_count - 1);
    return &s->teams[s->team_count - 1];
}

uint64_t shared_task_site(void *context, uint64_t task)
{
    const struct shared *s = context;
    uint32_t known = s->omp == NULL ? MAP_MISSING : numbers_get(&s->omp->task_sites, task);
    if (known != MAP_MISSING)
        return s->omp->sites[known];
    known = map_get(&s->task_sites, task);
    return known == MAP_MISSING ? 0 : s->sites[known];
}

uint64_t later_time(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void merge_team(struct shared *s, const struct tt_team *t, uint64_t mark)
{
    struct tt_team *all = t->id == 0 ? NULL : shared_team(s, t->id, 1);
    if (all == NULL)
        return;
    all->site = later_time(all->site, t->site);
    all->forker = later_time(all->forker, t->forker == 0 ? 0 : t->forker | mark);
    all->fork = later_time(all->fork, t->fork);
    all->join = later_time(all->join, t->join);
    all->barrier_end = later_time(all->barrier_end, t->barrier_end);
    all->end = later_time(all->end, t->end);
    all->iteration = later_time(all->iteration, t->iteration);
    all->off = later_time(all->off, t->off);
}

const uint64_t *following_in(const struct folding *f, const uint64_t *r)
{
    return f->is_trace ? following(f->thread, r) : r + tt_fold_words(*r);
}

void look_through_words(struct shared *s, const struct folding *f)
{
    uint64_t open[TT_MOST_TEAMS];
    uint32_t depth = f->fold.fork_depth;
    memcpy(open, f->fold.forks, sizeof open);
    for (const uint64_t *r = f->next; r < f->end; r = following_in(f, r)) {
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (type == TT_OMP_FORK) {
            struct tt_team *t = shared_team(s, r[1], 1);
            t->site = r[2] & TT_SITE_MASK;
            t->fork = r[0] & TT_TIME_MASK;
            if (depth < TT_MOST_TEAMS)
                open[depth] = r[1];
            depth++;
        } else if (type == TT_OMP_JOIN && depth > 0) {
            struct tt_team *t = --depth < TT_MOST_TEAMS ? shared_team(s, open[depth], 0) : NULL;
            if (t != NULL)
                t->join = r[0] & TT_TIME_MASK;
        } else if (type == TT_OMP_TASK_CREATE && !f->is_trace) {
            APPEND(s->sites, s->site_count, s->site_capacity, r[2]);
            map_put(&s->task_sites, r[1], s->site_count - 1);
        }
    }
}

void take_model(struct shared *s, const struct omp *omp)
{
    for (uint32_t i = 0; i < s->team_count; i++) {
        uint32_t found = numbers_get(&omp->parallel_index, s->teams[i].id);
        if (found == MAP_MISSING)
            continue;
        const struct omp_parallel *p = &omp->parallels[found];
        s->teams[i].last_arrival = p->last_arrival;
        s->teams[i].barrier_end = p->barrier_end;
        s->teams[i].end = p->end;
    }
}
