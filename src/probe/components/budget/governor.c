/*
 * Keeping the cost of a measurement within bounds. Each thread looks at what it has recorded, a chunk at a time, when the
 * chunk is full: the hot path knows nothing of it. Of n records in a time of d that cost c each the cost is n·c/d, and in
 * profiles what folding them takes. Above the budget functions are switched off, and constructs of OpenMP, those first that
 * are called most often for the time they take, until half of the budget is kept: a program rarely stays as it is. What takes
 * many times what recording it takes is no use to switch off, nor is a lock that is waited for; functions that lead to MPI or
 * OpenMP name what is waited for, and go last.
 */
#include "governor.h"

#include <stdlib.h>

#include "../../core/component.h"
#include "constructs.h"
#include "../functions/switches.h"
#include "visits.h"

/* What is longer than so many costs in the mean is not what makes a measurement dear. */
#define DEAR_MEANS 40.0
/* Of some thousand records what comes more seldom saves nothing, also where all that can go is not enough. */
#define LEAST_VISITS 3u
/* Of a thread's time: who waits longer for locks wants to know. */
#define MOST_WAITED 0.01
/* A lock that nobody has is got within so many costs, which the time until then has in it. */
#define COSTS_AT_ONCE 3.0
/* So many records tell what folding one takes, and no more than so many costs of pairs of them. */
#define WORTH_TAKING 64u
#define MOST_FOLDING 2.0

/* In ticks. Before it is known nothing is switched off. */
static double openmp_pair_cost;
static int functions_stay; /* the code cannot be changed, and will not be later */

/* Used by the thread that may switch: tables of this size have no place on stacks of threads. */
static struct tt_visited candidates[TT_MOST_VISITED];
static double folding; /* ticks a record, of that thread */

void tt_set_openmp_cost(double ticks_of_pair)
{
    openmp_pair_cost = ticks_of_pair;
}

/* Of a thread's time. What a pair costs is an estimate: all of the time is no bound that it could exceed. */
static double budget(void)
{
    return tt_process.budget < 100 ? (double)tt_process.budget / 100 : 1e9;
}

static double cost_of_pair(const struct tt_visited *c)
{
    return (TT_IS_CONSTRUCT(c->key) ? openmp_pair_cost : tt_pair_cost) + 2 * folding;
}

static double mean_of(const struct tt_visited *c)
{
    return c->visits == 0 ? 0 : (double)c->ticks / (double)c->visits;
}

static int is_needed(const struct tt_visited *c)
{
    return c->function != NULL && tt_is_needed(c->function);
}

static int by_benefit(const void *left, const void *right)
{
    const struct tt_visited *a = left, *b = right;
    int a_last = is_needed(a), b_last = is_needed(b);
    if (a_last != b_last)
        return a_last - b_last;
    double x = (double)a->visits / (mean_of(a) + cost_of_pair(a)), y = (double)b->visits / (mean_of(b) + cost_of_pair(b));
    return (x < y) - (x > y);
}

static int can_go(struct tt_visited *c, double ticks)
{
    if (c->visits < LEAST_VISITS || mean_of(c) >= DEAR_MEANS * cost_of_pair(c))
        return 0;
    if (TT_IS_CONSTRUCT(c->key))
        return (double)c->waited <= MOST_WAITED * ticks;
    c->function = functions_stay ? NULL : tt_switch_of(c->key);
    return c->function != NULL && tt_is_on(c->function) && !tt_is_wanted(c->function);
}

/* Leaves those that can be switched off, at the front and in the order in which they should be. */
static size_t order(double ticks)
{
    size_t count = 0;
    for (size_t i = 0; i < TT_MOST_VISITED; i++) {
        struct tt_visited c = candidates[i];
        if (can_go(&c, ticks))
            candidates[count++] = c;
    }
    qsort(candidates, count, sizeof *candidates, by_benefit);
    return count;
}

/* How many of them, so that half of the budget is kept.
 *  @param cost ticks that recording took of `ticks` */
static size_t enough(size_t count, double cost, double ticks)
{
    size_t chosen = 0;
    while (chosen < count && cost > budget() / 2 * ticks) {
        double saved = (double)candidates[chosen].events * cost_of_pair(&candidates[chosen]) / 2;
        ticks -= saved;
        cost -= saved;
        chosen++;
    }
    return chosen;
}

static void note_left_out(const struct tt_visited *c, uint64_t since, uint64_t now)
{
    unsigned long long place = TT_IS_CONSTRUCT(c->key) ? TT_KEY_SITE(c->key) : c->key;
    unsigned long long from = since, to = now, visits = c->visits, ticks = c->ticks;
    if (TT_IS_CONSTRUCT(c->key))
        tt_note("construct-left-out %u %llx %llu %llu %llu %llu\n", TT_KEY_KIND(c->key), place, from, to, visits, ticks);
    else
        tt_note("left-out %llx %llu %llu %llu %llu\n", place, from, to, visits, ticks);
}

static void switch_off(size_t chosen, uint64_t since, uint64_t now)
{
    struct tt_switch *off[TT_MOST_VISITED / 2];
    size_t functions = 0;
    for (size_t i = 0; i < chosen; i++)
        if (candidates[i].function != NULL)
            off[functions++] = candidates[i].function;
    functions_stay |= functions > 0 && !tt_switch_functions(off, functions, 0);
    for (size_t i = 0; i < chosen; i++) {
        if (candidates[i].function != NULL && functions_stay)
            continue;
        if (candidates[i].function == NULL)
            tt_leave_out(candidates[i].key);
        note_left_out(&candidates[i], since, now);
    }
}

/* The least that folding has taken so far, since it takes many times as long where the system interrupts it, and that is no
 * reason to leave anything out. */
static double folding_of(struct tt_thread *t)
{
    double pair = openmp_pair_cost > tt_pair_cost ? openmp_pair_cost : tt_pair_cost;
    double each = t->folded_records == 0 ? 0 : (double)t->folding_ticks / (double)t->folded_records;
    if (t->folded_records >= WORTH_TAKING && (t->folding == 0 || each < t->folding))
        t->folding = each;
    t->folding_ticks = t->folded_records = 0;
    return t->folding < MOST_FOLDING * pair ? t->folding : MOST_FOLDING * pair;
}

static void govern(struct tt_thread *t)
{
    const uint64_t *from = t->chunk, *to = t->cur;
    t->chunk = t->cur;
    if ((tt_pair_cost <= 0 && openmp_pair_cost <= 0) || from >= to)
        return;
    uint64_t since = *from & TT_TIME_MASK, now = tt_time();
    struct tt_counted_records n = tt_count_records(from, to);
    double ticks = (double)(now - since), each = folding_of(t);
    double cost = (double)n.functions * (tt_pair_cost / 2 + each) + (double)n.openmp * (openmp_pair_cost / 2 + each);
    if (cost <= budget() * ticks || !tt_begin_switching(0))
        return;
    folding = each;
    tt_gather_visits(candidates, from, to, (uint64_t)(COSTS_AT_ONCE * openmp_pair_cost));
    switch_off(enough(order(ticks), cost, ticks), since, now);
    tt_end_switching();
}

const struct tt_component tt_budget_component = {.name = "budget", .end_chunk = govern};
