/*
 * What threads recorded is read out of their buffers while they go on recording; they know nothing of it. What is overwritten
 * meanwhile is not counted, nor is what is more than can be looked through in a moment: sums are of what was seen. Profiles
 * are read as they are.
 */
#include "status.h"

#include <stdlib.h>
#include <string.h>

#include "../functions/switches.h"
#include "live.h"
#include "sums.h"

/* Words at one look: some milliseconds' work. */
enum { MOST_WORDS = 1 << 20, MOST_THREADS = 4096 };
/* After so long without a look nobody looks. */
#define WATCHED_NS UINT64_C(5000000000)

/* What was read of a thread. */
struct seen {
    uint64_t generation;
    const uint64_t *to;
    struct tt_open_sums open;
};

static struct tt_sums sums;
static struct tt_sums ended; /* of the profiles of threads that have ended */
static struct seen *seen[MOST_THREADS];
static uint64_t *copy;
static uint64_t functions_seen, functions_ended; /* events of functions */
static uint64_t last_look;

static void take_record(struct seen *s, const uint64_t *record)
{
    uint64_t time = *record & TT_TIME_MASK;
    switch (*record >> TT_TIME_BITS) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
        functions_seen++;
        tt_sums_enter(&sums, &s->open, tt_process.near_base + (record[1] >> 32), time);
        break;
    case TT_ENTER:
        functions_seen++;
        tt_sums_enter(&sums, &s->open, record[1], time);
        break;
    case TT_LEAVE:
        functions_seen++;
        tt_sums_leave(&sums, &s->open, record[1], time);
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
        tt_sums_enter(&sums, &s->open, TT_SUM_MPI | record[1] >> TT_SITE_BITS, time);
        break;
    case TT_MPI_LEAVE:
        tt_sums_leave(&sums, &s->open, TT_SUM_MPI, time);
        break;
    case TT_USER_ENTER:
        tt_sums_enter(&sums, &s->open, TT_SUM_USER | record[1], time);
        break;
    case TT_USER_LEAVE:
        tt_sums_leave(&sums, &s->open, TT_SUM_USER | record[1], time);
        break;
    default:
        break;
    }
}

static struct seen *seen_of(const struct tt_thread *t)
{
    if (t->index >= MOST_THREADS)
        return NULL;
    if (seen[t->index] == NULL)
        seen[t->index] = calloc(1, sizeof *seen[t->index]);
    return seen[t->index];
}

/* Copies what is new; 0 when the thread has begun its buffer anew meanwhile. What it has not written whole is not copied,
 * since its end is read first. */
static size_t copy_new(const struct tt_thread *t, struct seen *s)
{
    uint64_t generation = __atomic_load_n(&t->generation, __ATOMIC_ACQUIRE);
    const uint64_t *to = tt_recorded(t), *from = s->to;
    if (s->generation != generation || from == NULL) {
        from = t->begin;
        s->open.depth = s->open.deeper = 0;
    }
    if (from > to || t->begin == NULL)
        return 0;
    size_t words = (size_t)(to - from), taken = words < MOST_WORDS ? words : MOST_WORDS;
    memcpy(copy, from, taken * sizeof *copy);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(&t->generation, __ATOMIC_ACQUIRE) != generation)
        return 0;
    s->generation = generation;
    s->to = from + taken;
    return taken;
}

/* Whether there may be more. */
static int look_at(const struct tt_thread *t)
{
    struct seen *s = seen_of(t);
    if (s == NULL || t->fold != NULL || t->stopped)
        return 0;
    size_t words = copy_new(t, s);
    for (size_t at = 0; at < words;) {
        unsigned size = tt_record_words(copy[at]);
        if (at + size > words) {
            s->to -= words - at;
            break;
        }
        take_record(s, copy + at);
        at += size;
    }
    return words == MOST_WORDS;
}

void tt_status_look(void)
{
    if (copy == NULL && ((copy = malloc(MOST_WORDS * sizeof *copy)) == NULL || !tt_sums_begin(&sums))) {
        free(copy);
        copy = NULL;
        return;
    }
    tt_hold_threads();
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        look_at(t);
    last_look = tt_clock_ns(CLOCK_MONOTONIC);
    tt_release_threads();
}

/* Somebody who looks does so once a second. */
static int is_watched(void)
{
    return copy != NULL && tt_clock_ns(CLOCK_MONOTONIC) - last_look < WATCHED_NS;
}

void tt_status_take_records(const struct tt_thread *t)
{
    while (is_watched() && look_at(t))
        ;
}

static uint64_t key_of(const struct tt_node *n)
{
    switch (n->kind) {
    case TT_NODE_FUNCTION:
        return n->name;
    case TT_NODE_MPI:
        return TT_SUM_MPI | n->name;
    case TT_NODE_USER:
        return TT_SUM_USER | n->name;
    default:
        return 0; /* counts at the path around it */
    }
}

/* The paths of a thread's profile, whose times are of whole visits: what is below is taken off. */
static void add_profile(struct tt_sums *to, const struct tt_fold *fold)
{
    uint32_t count = __atomic_load_n(&fold->count, __ATOMIC_ACQUIRE), *map = calloc(count, sizeof *map);
    for (uint32_t i = 1; map != NULL && i < count; i++) {
        const struct tt_node n = fold->nodes[i];
        uint64_t key = key_of(&n);
        uint32_t parent = n.parent < i ? map[n.parent] : 0;
        if (n.kind == TT_NODE_OFF)
            to->all[parent].ticks -= n.ticks; /* nobody's */
        map[i] = key == 0 ? parent : tt_sum_below(to, parent, key);
        if (map[i] == parent)
            continue;
        to->all[map[i]].visits += n.visits;
        to->all[map[i]].ticks += n.ticks;
        to->all[parent].ticks -= n.ticks;
    }
    free(map);
}

static void add_sums(struct tt_sums *to, const struct tt_sums *from)
{
    uint32_t *map = calloc(from->count, sizeof *map);
    for (uint32_t i = 1; map != NULL && i < from->count; i++) {
        map[i] = tt_sum_below(to, map[from->all[i].parent], from->all[i].key);
        to->all[map[i]].visits += from->all[i].visits;
        to->all[map[i]].ticks += from->all[i].ticks;
    }
    free(map);
}

static uint64_t functions_in(const struct tt_fold *fold)
{
    const uint64_t *records = fold->counts.records;
    return records[TT_ENTER_NEAR] + records[TT_ENTER_BODY] + records[TT_ENTER] + records[TT_LEAVE];
}

void tt_status_take_profile(const struct tt_thread *t)
{
    if (t->fold == NULL || !tt_live_is_on() || (ended.all == NULL && !tt_sums_begin(&ended)))
        return;
    add_profile(&ended, t->fold);
    functions_ended += functions_in(t->fold);
}

void tt_gather_status(struct tt_sums *all, struct tt_status_amounts *amounts)
{
    tt_hold_threads();
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next) {
        const struct tt_fold *fold = t->fold;
        amounts->threads++;
        amounts->bytes += t->written + (uint64_t)((const char *)tt_recorded(t) - (const char *)t->begin);
        if (fold == NULL)
            continue;
        amounts->functions += functions_in(fold);
        add_profile(all, fold);
    }
    if (ended.all != NULL)
        add_sums(all, &ended);
    tt_release_threads();
    if (copy != NULL)
        add_sums(all, &sums);
    amounts->functions += functions_seen + functions_ended;
}

