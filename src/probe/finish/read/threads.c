#include "threads.h"

#include <stdlib.h>
#include <string.h>

const char *thread_name(const struct process *p, uint32_t number)
{
    for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
        for (uint32_t n = 0; p->threads[i].number == number && n < p->posix.name_count; n++)
            if (p->posix.names[n].thread == p->threads[i].index)
                return p->posix.names[n].name;
    return NULL;
}

static const struct thread_creator *creator_numbered(const struct process *p, uint32_t number)
{
    for (uint32_t i = 0; i < p->posix.creator_count; i++)
        if (p->posix.creators[i].number == number)
            return &p->posix.creators[i];
    return NULL;
}

const struct thread_creator *thread_creator(const struct process *p, uint32_t number)
{
    for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
        for (uint32_t n = 0; p->threads[i].number == number && n < p->posix.pool_count; n++)
            if (p->posix.pools[n].thread == p->threads[i].index)
                return creator_numbered(p, p->posix.pools[n].creator);
    return NULL;
}

static uint32_t lock_number(struct posix_threads *all, uint64_t address)
{
    uint32_t lock = map_get(&all->locks, address);
    if (lock == MAP_MISSING)
        map_put(&all->locks, address, lock = all->lock_count++);
    return lock;
}

/* What one thread's records are read into. */
struct scan {
    struct posix_threads *all;
    const struct thread *thread;
    struct map held; /* from lock to the acquisition that a record of its own tells of */
    uint64_t entered; /* the call that waits: function<<48 | site */
};

static int is_shared(uint64_t how)
{
    switch (how >> TT_SITE_BITS) {
    case TT_WAIT_pthread_rwlock_rdlock:
    case TT_WAIT_pthread_rwlock_timedrdlock:
    case TT_WAIT_pthread_rwlock_clockrdlock:
    case TT_WAIT_pthread_rwlock_tryrdlock:
        return 1;
    default:
        return 0;
    }
}

static void add(struct scan *s, uint64_t address, struct acquisition taken)
{
    struct posix_threads *all = s->all;
    taken.lock = lock_number(all, address);
    APPEND(all->acquisitions, all->count, all->capacity, taken);
}

/* When a lock was taken at the latest: at the next record of the thread, which may be the one that gives it back. */
static uint64_t latest_time(const struct thread *t, const uint64_t *given, uint64_t words)
{
    uint64_t time = *given & TT_TIME_MASK;
    uint64_t next = words < (uint64_t)(given - t->begin) ? t->begin[words] & TT_TIME_MASK : time;
    return next < time ? next : time;
}

static void scan_given(struct scan *s, const uint64_t *r)
{
    uint64_t time = *r & TT_TIME_MASK;
    if (r[4] == 0) {
        uint32_t index = map_get(&s->held, r[2]);
        if (index != MAP_MISSING)
            s->all->acquisitions[index].given = time;
        return;
    }
    uint64_t latest = latest_time(s->thread, r, r[4] - 1);
    add(s, r[2], (struct acquisition){.time = r[5] != 0 && r[5] < latest ? r[5] : latest, .given = time, .how = r[3], .words = r[4] - 1, .is_bound = r[5] == 0, .is_shared = is_shared(r[3])});
}

static void scan_record(struct scan *s, const uint64_t *r)
{
    unsigned type = (unsigned)(*r >> TT_TIME_BITS);
    if (type == TT_IO_ENTER) {
        s->entered = r[1];
    } else if (type == TT_LOCK_TAKEN) {
        map_put(&s->held, r[1], s->all->count);
        add(s, r[1], (struct acquisition){.time = *r & TT_TIME_MASK, .given = UINT64_MAX, .is_shared = is_shared(s->entered)});
    } else if (type == TT_LOCK_GIVEN) {
        scan_given(s, r);
    }
}

static void scan_thread(struct posix_threads *all, const struct thread *t)
{
    struct scan s = {.all = all, .thread = t};
    for (const uint64_t *r = t->begin; t->uses_locks && r < t->end; r = following(t, r))
        scan_record(&s, r);
    map_free(&s.held);
}

static int by_time(const void *left, const void *right, void *acquisitions)
{
    uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
    const struct acquisition *all = acquisitions;
    if (all[i].time != all[j].time)
        return all[i].time < all[j].time ? -1 : 1;
    return i < j ? -1 : i > j;
}

/* What is known of a lock so far, in the order in which it was taken. */
struct lock_past {
    uint32_t number, count;
    uint64_t given;           /* the latest time at which any owner gave it back */
    uint64_t given_by_writer; /* the same of owners that had it for themselves */
};

/* From the latest time that a lock can have been taken at to the earliest: when those that kept it from being taken gave it
 * back, and not before the thread's last record, which is seen when it is written. Readers do not keep each other from it.
 * Before the first record of a thread the latest time stays. */
static void take_earliest(struct acquisition *a, const struct lock_past *past)
{
    uint64_t given = a->is_shared ? past->given_by_writer : past->given;
    if (a->is_bound && a->words > 0)
        a->time = given <= a->time ? given : 0;
}

static void add_to_past(struct lock_past *past, const struct acquisition *a)
{
    if (a->given == UINT64_MAX)
        return;
    if (a->given > past->given)
        past->given = a->given;
    if (!a->is_shared && a->given > past->given_by_writer)
        past->given_by_writer = a->given;
}

/* Locks are numbered in the order in which they are taken first, behind those of OpenMP. The latest times that a lock can have
 * been taken at are in the order in which it was: it was given back before it was taken again. */
static void order_acquisitions(struct posix_threads *all, uint32_t first_number)
{
    uint32_t *sorted = allocate(all->count, sizeof *sorted);
    struct lock_past *pasts = allocate(all->lock_count, sizeof *pasts);
    uint32_t named = first_number;
    for (uint32_t i = 0; i < all->count; i++)
        sorted[i] = i;
    if (all->count > 0)
        qsort_r(sorted, all->count, sizeof *sorted, by_time, all->acquisitions);
    for (uint32_t i = 0; i < all->count; i++) {
        struct acquisition *a = &all->acquisitions[sorted[i]];
        struct lock_past *past = &pasts[a->lock];
        if (past->count == 0)
            past->number = named++;
        a->order = ++past->count;
        a->lock = past->number;
        take_earliest(a, past);
        add_to_past(past, a);
    }
    free(sorted);
    free(pasts);
}

static int by_place(const void *left, const void *right, void *acquisitions)
{
    uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
    const struct acquisition *all = acquisitions;
    if (all[i].words != all[j].words)
        return all[i].words < all[j].words ? -1 : 1;
    return by_time(left, right, acquisitions);
}

static void sort_late(struct posix_threads *all, uint32_t threads)
{
    uint32_t count = 0;
    all->late = allocate(all->count, sizeof *all->late);
    for (uint32_t t = 0; t < threads; t++) {
        all->first_late[t] = count;
        for (uint32_t i = all->first[t]; i < all->first[t + 1]; i++)
            if (all->acquisitions[i].how != 0)
                all->late[count++] = i;
        uint32_t of_thread = count - all->first_late[t];
        if (of_thread > 0)
            qsort_r(&all->late[all->first_late[t]], of_thread, sizeof *all->late, by_place, all->acquisitions);
    }
    all->first_late[threads] = count;
}

static uint32_t team_of(struct omp_run *teams, const struct process *p, uint32_t rank)
{
    struct omp_team team = {.rank = rank, .is_posix = 1, .members = allocate(p->thread_count, sizeof *team.members)};
    for (uint32_t i = 0; i < p->thread_count; i++)
        if (p->threads[i].makes_threads)
            team.members[team.size++] = p->threads[i].number;
    if (team.size > 0)
        return add_team(teams, &team);
    free(team.members);
    return MAP_MISSING;
}

struct posix_threads *collect_threads(struct omp_run *openmp, const struct process *p, uint32_t rank)
{
    int uses = 0;
    for (uint32_t i = 0; i < p->thread_count; i++)
        uses |= p->threads[i].uses_locks || p->threads[i].makes_threads;
    if (!uses)
        return NULL;
    struct posix_threads *all = allocate(1, sizeof *all);
    all->first = allocate(p->thread_count + 1, sizeof *all->first);
    all->first_late = allocate(p->thread_count + 1, sizeof *all->first_late);
    for (uint32_t i = 0; i < p->thread_count; i++) {
        all->first[i] = all->count;
        scan_thread(all, &p->threads[i]);
    }
    all->first[p->thread_count] = all->count;
    order_acquisitions(all, openmp->process != NULL ? openmp->process->lock_count : 0);
    sort_late(all, p->thread_count);
    all->team = team_of(openmp, p, rank);
    return all;
}

void free_threads(struct posix_threads *all)
{
    if (all == NULL)
        return;
    map_free(&all->locks);
    free(all->acquisitions);
    free(all->first);
    free(all->late);
    free(all->first_late);
    free(all);
}
