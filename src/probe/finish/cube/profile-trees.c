/*
 * The tree of call paths of each thread, as it left it or by its records. The threads of a process are folded together: a
 * thread that joins a parallel region waits until the one that forked it has come there, whose path it inherits.
 */
#include "folding.h"

#include <stdlib.h>
#include <string.h>

/* Values by iteration of all threads together, in words; of each at least so many. */
enum { MOST_SERIES_WORDS_IN_ALL = 1 << 24, LEAST_SERIES_WORDS = 1 << 12 };

static uint32_t most_series_words; /* of a thread */

static int append(struct folding *f, const struct tt_fold_state *state)
{
    f->thread->profile.map = allocate(state->node_count, sizeof *f->thread->profile.map);
    return tt_fold_append(&f->fold, state, f->thread->profile.map);
}

/* Those of the trace, and those of the profile that goes on there. */
static void add_counts(struct tt_fold_counts *all, const struct tt_fold_counts *more)
{
    all->last = later_time(all->last, more->last);
    all->flush_ticks += more->flush_ticks;
    all->misplaced += more->misplaced;
    all->crossed += more->crossed;
    all->deeper += more->deeper;
    all->others += more->others;
    if (all->first_number == 0)
        all->first_number = more->first_number;
    for (unsigned type = 0; type < TT_RECORD_TYPES; type++)
        all->records[type] += more->records[type];
}

/* What the thread folded itself. A tree that cannot be is none. */
static int restore(struct folding *f)
{
    const struct profile_file *file = &f->thread->profile;
    const struct tt_fold_state state = {.nodes = file->nodes,
                                        .frames = file->frames,
                                        .teams = file->teams,
                                        .node_count = file->header->nodes,
                                        .depth = file->header->frames,
                                        .team_depth = file->header->team_depth,
                                        .fork_depth = file->header->fork_depth,
                                        .ended = file->ended,
                                        .ends = file->header->ends,
                                        .series = &file->header->series,
                                        .series_words = file->series_words,
                                        .pending = file->pending};
    int is_good = f->goes_on ? append(f, &state) : tt_fold_restore(&f->fold, &state);
    if (is_good && !f->goes_on && !tt_fold_restore_series(&f->fold, &state))
        say("%s: values by iteration of thread %u are damaged and excluded", f->thread->path, f->thread->index);
    if (!is_good)
        say("%s: the profile of thread %u is damaged and excluded", f->thread->path, f->thread->index);
    else if (f->goes_on)
        add_counts(&f->fold.counts, &file->header->counts);
    else
        f->fold.counts = file->header->counts;
    return is_good;
}

static void begin(struct shared *s, struct folding *f, const struct tt_openmp *openmp, int with_trace, int any_goes_on)
{
    struct thread *t = f->thread;
    const struct tt_profile_header *profile = t->profile.header;
    if (!tt_fold_begin(&f->fold, t->near_base, t->index, openmp))
        fail("not enough memory");
    f->fold.stride = 1;
    f->fold.series_limit = most_series_words;
    f->goes_on = profile != NULL && profile->goes_on;
    f->is_trace = f->goes_on || (profile == NULL && (with_trace || any_goes_on));
    f->is_whole = f->is_trace || (profile != NULL && restore(f));
    f->next = f->is_trace ? t->begin : t->profile.words;
    f->end = f->is_trace ? t->end : t->profile.end;
    if (!f->is_whole)
        f->end = f->next;
    for (uint32_t i = 0; f->is_whole && profile != NULL && i < profile->teams; i++)
        merge_team(s, &t->profile.teams[i], any_goes_on ? TT_OWN_NUMBER : 0);
    look_through_words(s, f);
}

/* Behind the trace of a thread comes its profile. */
static void begin_profile(struct shared *s, struct folding *f)
{
    if (!f->goes_on)
        return;
    f->is_trace = 0;
    f->is_whole = restore(f);
    f->goes_on = 0;
    f->next = f->is_whole ? f->thread->profile.words : f->end;
    f->end = f->is_whole ? f->thread->profile.end : f->end;
    look_through_words(s, f);
}

/* Whether a thread comes to a region whose fork is to be folded yet. */
static int waits_for_fork(struct shared *s, const uint64_t *r)
{
    if (*r >> TT_TIME_BITS != TT_OMP_TEAM_BEGIN)
        return 0;
    const struct tt_team *t = shared_team(s, r[1], 0);
    return t != NULL && t->fork != 0 && t->forker == 0;
}

/* Folds as far as can be; whether it went on. */
static int go_on(struct shared *s, struct folding *f, int in_any_case)
{
    const uint64_t *first = f->next;
    while (f->next < f->end && (in_any_case || !waits_for_fork(s, f->next))) {
        tt_fold_record(&f->fold, f->next, f->end);
        f->next = following_in(f, f->next);
        in_any_case = 0;
    }
    return f->next > first;
}

/* Records that were damaged may wait for each other: then one goes on without. */
static void fold_all(struct shared *s, struct folding *all, uint32_t count)
{
    for (;;) {
        int goes_on = 0;
        uint32_t left = count;
        for (uint32_t i = 0; i < count; i++) {
            goes_on |= go_on(s, &all[i], 0);
            left = all[i].next < all[i].end && left == count ? i : left;
        }
        if (left == count)
            return;
        if (!goes_on)
            go_on(s, &all[left], 1);
    }
}

/* Threads that kept much of iterations keep less: all of a run must find room together. */
static void keep_series(struct folding *f)
{
    struct tt_series *s = f->fold.series;
    struct thread *t = f->thread;
    tt_series_keep(&f->fold);
    if (s == NULL || s->used == 0)
        return;
    while (s->used > most_series_words && s->buckets > 1)
        tt_series_double(s);
    t->series = allocate(s->used, sizeof *t->series);
    memcpy(t->series, s->words, s->used * sizeof *t->series);
    t->series_words = s->used;
    t->stride = s->stride;
    t->iterations = s->iteration;
    t->phase = f->fold.phase;
}

static void keep(struct folding *f)
{
    struct thread *t = f->thread;
    if (!f->is_whole)
        return;
    tt_fold_end_last_team(&f->fold);
    t->closed = tt_fold_close(&f->fold);
    keep_series(f);
    t->tree = allocate(f->fold.count, sizeof *t->tree);
    memcpy(t->tree, f->fold.nodes, f->fold.count * sizeof *t->tree);
    t->tree_size = f->fold.count;
    t->counts = f->fold.counts;
}

static void number_by_trees(struct process *p)
{
    uint32_t *keys = allocate(p->thread_count, sizeof *keys);
    for (uint32_t i = 0; i < p->thread_count; i++)
        keys[i] = (uint32_t)(p->threads[i].counts.first_number - 1); /* none: MAP_MISSING */
    number_threads(p, keys);
    free(keys);
}

static void fold_process(struct archive *a, struct process *p, uint32_t rank, int with_traces)
{
    struct shared s = {0};
    const struct tt_openmp openmp = {.gnu = p->openmp.is_gnu, .context = &s, .team = shared_team, .task_site = shared_task_site};
    struct folding *all = allocate(p->thread_count, sizeof *all);
    int any_goes_on = 0;
    for (uint32_t i = 0; i < p->thread_count; i++)
        any_goes_on |= p->threads[i].profile.header != NULL && p->threads[i].profile.header->goes_on;
    if (with_traces || any_goes_on) {
        collect_openmp(&a->openmp, p, rank);
        s.omp = a->openmp.process;
    }
    for (uint32_t i = 0; i < p->thread_count; i++) {
        all[i].thread = &p->threads[i];
        begin(&s, &all[i], &openmp, with_traces, any_goes_on);
    }
    if (s.omp != NULL)
        take_model(&s, s.omp);
    fold_all(&s, all, p->thread_count);
    for (uint32_t i = 0; i < p->thread_count; i++)
        begin_profile(&s, &all[i]);
    fold_all(&s, all, p->thread_count);
    for (uint32_t i = 0; i < p->thread_count; i++) {
        keep(&all[i]);
        tt_fold_end(&all[i].fold);
    }
    number_by_trees(p);
    forget_process(&a->openmp);
    map_free(&s.team_index);
    map_free(&s.task_sites);
    free(s.teams);
    free(s.sites);
    free(all);
}

static void collect_nodes(struct archive *a, const struct process *p, const struct thread *thread)
{
    struct map seen = {0};
    for (uint32_t i = 1; i < thread->tree_size; i++) {
        const struct tt_node *n = &thread->tree[i];
        if (n->kind == TT_NODE_FUNCTION) {
            place_of(&a->symbols, &seen, p, n->name, PLACE_FUNCTION);
            if (n->hook != 0)
                place_of(&a->symbols, &seen, p, n->hook, PLACE_INLINED);
        }
        if (n->site != 0)
            place_of(&a->symbols, &seen, p, n->site, PLACE_SITE);
    }
    map_free(&seen);
}

static void share_room(const struct run *run)
{
    uint32_t threads = 1;
    for (uint32_t r = 0; r < run->size; r++)
        threads += run->ranks[r] == NULL ? 0 : run->ranks[r]->thread_count;
    most_series_words = MOST_SERIES_WORDS_IN_ALL / threads;
    if (most_series_words < LEAST_SERIES_WORDS)
        most_series_words = LEAST_SERIES_WORDS;
    if (most_series_words > TT_SERIES_LIMIT)
        most_series_words = TT_SERIES_LIMIT;
}

void collect_profiles(struct archive *a, int with_traces)
{
    share_room(a->run);
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct process *p = a->run->ranks[r];
        if (p == NULL)
            continue;
        fold_process(a, p, r, with_traces);
        for (uint32_t i = 0; i < p->thread_count; i++)
            collect_nodes(a, p, &p->threads[i]);
    }
}
