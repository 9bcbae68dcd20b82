/*
 * Keeping the cost of a measurement within bounds. Each thread looks at what it has recorded, a chunk at a time, when the
 * chunk is full: the hot path knows nothing of it. With n events of functions in a time of d and c for each of them the
 * cost is n·c/d. Above the budget functions are switched off, those first that are called most often for the time they
 * take, until half of the budget is kept: a program rarely stays as it is. Functions that take many times what recording
 * them takes are no use to switch off; those that lead to MPI or OpenMP name what is waited for, and go last.
 */
#include "governor.h"

#include <stdlib.h>
#include <string.h>

#include "switches.h"

/* A function whose mean is longer than so many costs is not what makes a measurement dear. */
#define DEAR_MEANS 40.0
/* More than the functions that one chunk can tell apart and anybody wants to see switched off. */
#define MAX_FUNCTIONS 1024u
#define MAX_OPEN 256u

static double pair_cost, budget = 0.05;

struct candidate {
    uintptr_t entry;
    uint64_t visits, ticks; /* of complete visits */
    uint64_t events;
    struct tt_switch *function;
};

/* Used by the thread that may switch: tables of this size have no place on stacks of threads. */
static struct candidate candidates[MAX_FUNCTIONS];
static size_t candidate_count;

void tt_set_cost(double ticks_of_pair)
{
    pair_cost = ticks_of_pair;
}

void tt_set_budget(double percent)
{
    /* What a pair costs is an estimate: all of the time is no bound that it could exceed. */
    budget = percent < 100 ? percent / 100 : 1e9;
}

static struct candidate *candidate_of(uintptr_t entry)
{
    size_t at = (entry >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (MAX_FUNCTIONS - 1);
    while (candidates[at].entry != 0 && candidates[at].entry != entry)
        at = (at + 1) & (MAX_FUNCTIONS - 1);
    if (candidates[at].entry == 0) {
        if (candidate_count + 1 >= MAX_FUNCTIONS / 2)
            return NULL;
        candidates[at].entry = entry;
        candidate_count++;
    }
    return &candidates[at];
}

struct visit {
    uintptr_t entry;
    uint64_t since;
};

static uint64_t time_of(const uint64_t *record)
{
    return *record & TT_TIME_MASK;
}

/* The function that a record enters or leaves; 0: it is of something else. */
static uintptr_t function_in(const uint64_t *record, int *enters)
{
    unsigned type = (unsigned)(*record >> TT_TIME_BITS);
    *enters = type != TT_LEAVE;
    switch (type) {
    case TT_ENTER_NEAR:
        return tt_process.near_base + (record[1] >> 32);
    case TT_ENTER:
    case TT_LEAVE:
        return record[1];
    default:
        return 0;
    }
}

static uint64_t count_events(const uint64_t *from, const uint64_t *to)
{
    uint64_t events = 0;
    int enters;
    for (; from < to; from += tt_record_words(*from))
        events += function_in(from, &enters) != 0;
    return events;
}

static void note_leave(const struct visit *open, unsigned depth, uintptr_t entry, uint64_t time)
{
    struct candidate *c = candidate_of(entry);
    if (c == NULL)
        return;
    c->events++;
    if (depth == 0 || open[depth - 1].entry != entry)
        return;
    c->visits++;
    c->ticks += time - open[depth - 1].since;
}

static void gather(const uint64_t *from, const uint64_t *to)
{
    struct visit open[MAX_OPEN];
    unsigned depth = 0;
    memset(candidates, 0, sizeof candidates);
    candidate_count = 0;
    for (; from < to; from += tt_record_words(*from)) {
        int enters;
        uintptr_t entry = function_in(from, &enters);
        if (entry == 0)
            continue;
        if (enters) {
            struct candidate *c = candidate_of(entry);
            if (c != NULL)
                c->events++;
            if (depth < MAX_OPEN)
                open[depth] = (struct visit){entry, time_of(from)};
            depth++;
        } else {
            note_leave(open, depth < MAX_OPEN ? depth : 0, entry, time_of(from));
            depth -= depth > 0;
        }
    }
}

static double mean_of(const struct candidate *c)
{
    return c->visits == 0 ? 0 : (double)c->ticks / (double)c->visits;
}

static int by_benefit(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    int a_last = tt_is_needed(a->function), b_last = tt_is_needed(b->function);
    if (a_last != b_last)
        return a_last - b_last;
    double x = (double)a->visits / (mean_of(a) + pair_cost), y = (double)b->visits / (mean_of(b) + pair_cost);
    return (x < y) - (x > y);
}

/* Leaves those that can be switched off, at the front and in the order in which they should be. */
static size_t order(void)
{
    size_t count = 0;
    for (size_t i = 0; i < MAX_FUNCTIONS; i++) {
        struct candidate c = candidates[i];
        if (c.visits == 0 || mean_of(&c) >= DEAR_MEANS * pair_cost)
            continue;
        c.function = tt_switch_of(c.entry);
        if (c.function != NULL && tt_is_on(c.function) && !tt_is_wanted(c.function))
            candidates[count++] = c;
    }
    qsort(candidates, count, sizeof *candidates, by_benefit);
    return count;
}

/* How many of them, so that half of the budget is kept. */
static size_t enough(size_t count, uint64_t events, double ticks)
{
    double cost = pair_cost / 2;
    size_t chosen = 0;
    while (chosen < count && (double)events * cost > budget / 2 * ticks) {
        ticks -= (double)candidates[chosen].events * cost;
        events -= candidates[chosen].events;
        chosen++;
    }
    return chosen;
}

static void note_left_out(size_t chosen, uint64_t since, uint64_t now)
{
    for (size_t i = 0; i < chosen; i++)
        tt_note("left-out %llx %llu %llu %llu %llu\n", (unsigned long long)candidates[i].entry, (unsigned long long)since,
                (unsigned long long)now, (unsigned long long)candidates[i].visits, (unsigned long long)candidates[i].ticks);
}

static void switch_off_dear(uint64_t events, uint64_t since, uint64_t now)
{
    struct tt_switch *off[MAX_FUNCTIONS / 2];
    size_t chosen = enough(order(), events, (double)(now - since));
    for (size_t i = 0; i < chosen; i++)
        off[i] = candidates[i].function;
    if (tt_switch_functions(off, chosen, 0))
        note_left_out(chosen, since, now);
    else
        budget = 1e9; /* it cannot be done here, and will not be later */
}

void tt_govern(struct tt_thread *t)
{
    const uint64_t *from = t->chunk, *to = t->cur;
    t->chunk = t->cur;
    if (pair_cost <= 0 || from >= to)
        return;
    uint64_t since = time_of(from), now = tt_time(), events = count_events(from, to);
    if ((double)events * pair_cost / 2 <= budget * (double)(now - since) || !tt_begin_switching(0))
        return;
    gather(from, to);
    switch_off_dear(events, since, now);
    tt_end_switching();
}
