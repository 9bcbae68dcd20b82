#include "openmp.h"

#include <stdlib.h>
#include <string.h>

/* What one thread's records are read into. */
struct scan {
    struct omp *omp;
    uint32_t thread;
    uint32_t *teams; /* parallel regions that it is in, and its number in them */
    uint32_t *numbers;
    uint32_t depth, capacity, number_capacity;
    uint64_t joining, joined; /* the last barrier that ends a region: begun, ended */
    uint64_t lock_address; /* of the lock that was taken last, and its number; by `knows_lock` */
    uint32_t lock;
    int knows_lock;
};

/* A team of more threads is a damaged record. */
enum { MOST_MEMBERS = 1 << 12 };

static uint32_t parallel_at(struct omp *omp, uint64_t id)
{
    uint32_t found = numbers_get(&omp->parallel_index, id);
    if (found != MAP_MISSING)
        return found;
    const struct omp_parallel parallel = {.team = MAP_MISSING};
    APPEND(omp->parallels, omp->parallel_count, omp->parallel_capacity, parallel);
    numbers_put(&omp->parallel_index, id, omp->parallel_count - 1);
    return omp->parallel_count - 1;
}

static void add_member(struct scan *s, uint32_t index, uint32_t number, uint32_t size)
{
    struct omp *omp = s->omp;
    if (size > MOST_MEMBERS)
        size = MOST_MEMBERS;
    struct omp_parallel *parallel = &omp->parallels[index];
    if (parallel->size == 0) {
        parallel->first_member = omp->member_count;
        parallel->size = size;
        for (uint32_t i = 0; i < size; i++)
            APPEND(omp->members, omp->member_count, omp->member_capacity, MAP_MISSING);
    }
    if (number < parallel->size)
        omp->members[parallel->first_member + number] = s->thread;
    uint32_t depth = s->depth;
    APPEND(s->numbers, depth, s->number_capacity, number);
    APPEND(s->teams, s->depth, s->capacity, index);
    s->joining = s->joined = 0;
}

static void end_team(struct scan *s, uint64_t time)
{
    if (s->depth == 0)
        return;
    struct omp_parallel *parallel = &s->omp->parallels[s->teams[--s->depth]];
    if (s->joining > parallel->last_arrival)
        parallel->last_arrival = s->joining;
    if (s->numbers[s->depth] == 0) {
        parallel->barrier_end = s->joined;
        parallel->end = time;
    }
    s->joining = s->joined = 0;
}

int is_join_barrier(const uint64_t *record, const struct omp_parallel *parallel)
{
    uint64_t construct = record[1] >> TT_SITE_BITS, site = record[1] & TT_SITE_MASK;
    if (construct == TT_JOIN_BARRIER)
        return 1;
    return construct == TT_IMPLICIT_BARRIER && (site == 0 || (parallel != NULL && site == parallel->site));
}

static void scan_barrier(struct scan *s, const uint64_t *record, uint64_t time, int begins)
{
    if (s->depth == 0 || !is_join_barrier(record, &s->omp->parallels[s->teams[s->depth - 1]]))
        return;
    if (begins)
        s->joining = time;
    else
        s->joined = time;
}

static void scan_mutex(struct scan *s, const uint64_t *record, uint64_t time)
{
    uint64_t mutex = record[1] >> TT_SITE_BITS & 0xFF;
    if (record[1] >> 56 != TT_ACQUIRED || mutex == TT_ATOMIC || mutex == TT_ORDERED)
        return;
    struct omp *omp = s->omp;
    if (s->lock_address != record[2] || !s->knows_lock) {
        s->lock = map_get(&omp->locks, record[2]);
        if (s->lock == MAP_MISSING)
            map_put(&omp->locks, record[2], s->lock = omp->lock_count++);
        s->lock_address = record[2];
        s->knows_lock = 1;
    }
    const struct omp_acquisition taken = {.next = time, .lock = s->lock};
    APPEND(omp->acquisitions, omp->acquisition_count, omp->acquisition_capacity, taken);
}

/* Programs create tasks without number at few sites. */
static uint32_t site_number(struct omp *omp, uint64_t site)
{
    uint32_t found = map_get(&omp->site_index, site);
    if (found != MAP_MISSING)
        return found;
    APPEND(omp->sites, omp->site_count, omp->site_capacity, site);
    map_put(&omp->site_index, site, omp->site_count - 1);
    return omp->site_count - 1;
}

static void scan_fork(struct omp *omp, const uint64_t *r)
{
    uint32_t index = parallel_at(omp, r[1]);
    struct omp_parallel *parallel = &omp->parallels[index];
    parallel->site = r[2] & TT_SITE_MASK;
    parallel->requested = (uint32_t)(r[2] >> TT_SITE_BITS);
}

static void scan_record(struct scan *s, const uint64_t *r)
{
    uint64_t time = r[0] & TT_TIME_MASK;
    switch (r[0] >> TT_TIME_BITS) {
    case TT_OMP_FORK:
        scan_fork(s->omp, r);
        break;
    case TT_OMP_TEAM_BEGIN:
        add_member(s, parallel_at(s->omp, r[1]), (uint32_t)r[2], (uint32_t)(r[2] >> 32));
        break;
    case TT_OMP_TEAM_END:
        end_team(s, time);
        break;
    case TT_OMP_BEGIN:
        scan_barrier(s, r, time, 1);
        break;
    case TT_OMP_END:
        scan_barrier(s, r, time, 0);
        break;
    case TT_OMP_MUTEX:
        scan_mutex(s, r, time);
        break;
    case TT_OMP_TASK_CREATE:
        numbers_put(&s->omp->task_sites, r[1], site_number(s->omp, r[2]));
        break;
    default:
        break;
    }
}

/* Forks first: the barriers of a region are known by its site, which stands at its fork. The first thread of a process is
 * in no team of another one, so that its own records have the forks in time. */
static void scan_forks(struct omp *omp, const struct thread *thread)
{
    for (const uint64_t *r = thread->begin; thread->forks && r < thread->end; r = following(thread, r))
        if (*r >> TT_TIME_BITS == TT_OMP_FORK)
            scan_fork(omp, r);
}

static void scan_thread(struct omp *omp, const struct thread *thread, uint32_t index)
{
    struct scan s = {.omp = omp, .thread = index};
    omp->first_acquisition[index] = omp->acquisition_count;
    for (const uint64_t *r = thread->begin; thread->uses_openmp && r < thread->end; r = following(thread, r))
        scan_record(&s, r);
    if (s.joining > s.joined) /* its runtime had not told of the end of the last region yet */
        end_team(&s, s.joining);
    free(s.teams);
    free(s.numbers);
}

static int uses_openmp(const struct process *p)
{
    for (uint32_t i = 0; i < p->thread_count; i++)
        if (p->threads[i].uses_openmp)
            return 1;
    return 0;
}

/* Threads begin in any order; their numbers in the first team are the same in each run. */
void number_threads(struct process *p, const uint32_t *keys)
{
    for (uint32_t i = 0; i < p->thread_count; i++) {
        struct thread *t = &p->threads[i];
        t->number = t->index == 0 ? 0 : 1;
        for (uint32_t j = 0; t->index != 0 && j < p->thread_count; j++)
            t->number += p->threads[j].index != 0 && (keys[j] < keys[i] || (keys[j] == keys[i] && j < i));
    }
}

static void number_by_records(struct process *p)
{
    uint32_t *keys = allocate(p->thread_count, sizeof *keys);
    for (uint32_t i = 0; i < p->thread_count; i++)
        keys[i] = p->threads[i].first_number;
    number_threads(p, keys);
    free(keys);
}

uint32_t add_team(struct omp_run *openmp, const struct omp_team *team)
{
    uint64_t hash = HASH_START ^ team->rank ^ (uint64_t)team->is_posix << 32;
    for (uint32_t i = 0; i < team->size; i++)
        hash = (hash ^ team->members[i]) * UINT64_C(0x100000001B3) + (hash >> 32);
    for (uint32_t found; (found = map_get(&openmp->team_index, hash)) != MAP_MISSING; hash++) {
        const struct omp_team *other = &openmp->teams[found];
        if (other->rank == team->rank && other->is_posix == team->is_posix && other->size == team->size &&
            memcmp(other->members, team->members, team->size * sizeof *team->members) == 0) {
            free(team->members);
            return found;
        }
    }
    APPEND(openmp->teams, openmp->team_count, openmp->team_capacity, *team);
    map_put(&openmp->team_index, hash, openmp->team_count - 1);
    return openmp->team_count - 1;
}

/* The team of threads with these numbers; most often that of the region before. */
static uint32_t team_of(struct omp_run *openmp, uint32_t rank, uint32_t before, const uint32_t *members, uint32_t size)
{
    const struct omp_team *other = before == MAP_MISSING ? NULL : &openmp->teams[before];
    if (other != NULL && other->size == size && memcmp(other->members, members, size * sizeof *members) == 0)
        return before;
    struct omp_team team = {.rank = rank, .members = allocate(size, sizeof *members), .size = size};
    memcpy(team.members, members, size * sizeof *members);
    return add_team(openmp, &team);
}

/* A member whose records are lost is left out. */
static void form_teams(struct omp_run *openmp, struct omp *omp, const struct process *p, uint32_t rank)
{
    uint32_t *members = allocate(MOST_MEMBERS, sizeof *members), team = MAP_MISSING;
    for (uint32_t i = 0; i < omp->parallel_count; i++) {
        struct omp_parallel *parallel = &omp->parallels[i];
        uint32_t size = 0;
        for (uint32_t m = 0; m < parallel->size; m++) {
            uint32_t thread = omp->members[parallel->first_member + m];
            if (thread != MAP_MISSING)
                members[size++] = p->threads[thread].number;
        }
        parallel->team = team = team_of(openmp, rank, team, members, size);
    }
    free(members);
}

uint32_t number_in_team(const struct omp_team *team, uint32_t location)
{
    for (uint32_t i = 0; i < team->size; i++)
        if (team->members[i] == location)
            return i;
    return MAP_MISSING;
}

static struct omp *collect_process(struct omp_run *openmp, struct process *p, uint32_t rank)
{
    struct omp *omp = allocate(1, sizeof *omp);
    omp->gnu = p->openmp.is_gnu;
    omp->first_acquisition = allocate(p->thread_count, sizeof *omp->first_acquisition);
    number_by_records(p);
    scan_thread(omp, &p->threads[0], 0);
    for (uint32_t i = 1; i < p->thread_count; i++)
        scan_forks(omp, &p->threads[i]);
    for (uint32_t i = 1; i < p->thread_count; i++)
        scan_thread(omp, &p->threads[i], i);
    order_omp_acquisitions(omp);
    form_teams(openmp, omp, p, rank);
    map_free(&omp->locks);
    free(omp->members);
    omp->members = NULL;
    return omp;
}

void collect_openmp(struct omp_run *openmp, struct process *p, uint32_t rank)
{
    if (!uses_openmp(p))
        return;
    openmp->is_used = 1;
    openmp->process = collect_process(openmp, p, rank);
}

void forget_process(struct omp_run *openmp)
{
    struct omp *omp = openmp->process;
    if (omp == NULL)
        return;
    openmp->process = NULL;
    numbers_free(&omp->parallel_index);
    numbers_free(&omp->task_sites);
    map_free(&omp->site_index);
    free(omp->sites);
    free(omp->parallels);
    free(omp->acquisitions);
    free(omp->first_acquisition);
    free(omp);
}
