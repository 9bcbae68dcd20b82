#include "visits.h"

#include <string.h>

#include "constructs.h"

#define MAX_OPEN 256u

/* What is saved where a region of one thread is left out: its fork, the team, the barrier at its end, the join. */
#define RECORDS_OF_REGION 6u

struct visit {
    uint64_t key; /* 0: of nothing that may be left out */
    unsigned kind; /* of a construct; 0: a function */
    uint64_t since;
    const uint64_t *record;
};

struct gathering {
    struct tt_visited *list;
    size_t count;
    uint64_t at_once;
    struct visit open[MAX_OPEN];
    unsigned depth;
};

static uint64_t time_of(const uint64_t *record)
{
    return *record & TT_TIME_MASK;
}

static unsigned type_of(const uint64_t *record)
{
    return (unsigned)(*record >> TT_TIME_BITS);
}

/* The function that a record enters or leaves; 0: it is of something else. */
static uintptr_t function_in(const uint64_t *record)
{
    switch (type_of(record)) {
    case TT_ENTER_NEAR:
        return tt_process.near_base + (record[1] >> 32);
    case TT_ENTER:
    case TT_LEAVE:
        return record[1];
    default:
        return 0;
    }
}

static int is_openmp(const uint64_t *record)
{
    return type_of(record) >= TT_OMP_FORK && type_of(record) <= TT_OMP_TASK_SWITCH;
}

struct tt_counted_records tt_count_records(const uint64_t *from, const uint64_t *to)
{
    struct tt_counted_records n = {0};
    for (; from < to; from += tt_record_words(*from)) {
        int of_function = function_in(from) != 0, of_openmp = is_openmp(from);
        n.functions += (uint64_t)of_function;
        n.openmp += (uint64_t)of_openmp;
        n.others += (uint64_t)(!of_function && !of_openmp);
    }
    return n;
}

/* NULL: too many are told apart already. */
static struct tt_visited *visited(struct gathering *g, uint64_t key)
{
    size_t at = (key >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (TT_MOST_VISITED - 1);
    while (g->list[at].key != 0 && g->list[at].key != key)
        at = (at + 1) & (TT_MOST_VISITED - 1);
    if (g->list[at].key == 0) {
        if (key == 0 || g->count + 1 >= TT_MOST_VISITED / 2)
            return NULL;
        g->list[at].key = key;
        g->count++;
    }
    return &g->list[at];
}

static void count_event(struct gathering *g, uint64_t key)
{
    struct tt_visited *v = visited(g, key);
    if (v != NULL)
        v->events++;
}

static void begin(struct gathering *g, uint64_t key, unsigned kind, const uint64_t *record)
{
    if (g->depth < MAX_OPEN)
        g->open[g->depth] = (struct visit){key, kind, time_of(record), record};
    g->depth++;
    count_event(g, key);
}

static void count_visit(struct gathering *g, const struct visit *visit, uint64_t time)
{
    struct tt_visited *v = visited(g, visit->key);
    if (v == NULL)
        return;
    v->visits++;
    v->ticks += time - visit->since;
}

static const struct visit *innermost(const struct gathering *g)
{
    return g->depth == 0 || g->depth > MAX_OPEN ? NULL : &g->open[g->depth - 1];
}

static void leave_function(struct gathering *g, uint64_t key, uint64_t time)
{
    const struct visit *top = innermost(g);
    count_event(g, key);
    if (top != NULL && top->key == key)
        count_visit(g, top, time);
    g->depth -= g->depth > 0;
}

/* A construct's end may stand elsewhere than its beginning. */
static void end_construct(struct gathering *g, unsigned kind, uint64_t time)
{
    const struct visit *top = innermost(g);
    if (top == NULL || top->kind != kind)
        return;
    count_event(g, top->key);
    count_visit(g, top, time);
    g->depth--;
}

/* Whether no page of memory was used for the first time where the visit's record was written: that takes time, too, and
 * clocks are read before records are written. */
static int is_on_page_of(const uint64_t *record, const struct visit *visit)
{
    return ((uintptr_t)record ^ (uintptr_t)(visit->record - 1)) < 4096;
}

static void count_wait(struct gathering *g, const struct visit *visit, const uint64_t *record)
{
    struct tt_visited *v = visited(g, visit->key);
    uint64_t took = time_of(record) - visit->since;
    if (v == NULL)
        return;
    v->events++;
    if (took > g->at_once && is_on_page_of(record, visit))
        v->waited += took;
}

static void gather_mutex(struct gathering *g, const uint64_t *record)
{
    uint64_t key = tt_key_of_mutex((unsigned)(record[1] >> TT_SITE_BITS & 0xFF), record[1] & TT_SITE_MASK);
    uint64_t step = record[1] >> 56;
    const struct visit *top = innermost(g);
    if (key == 0)
        return;
    if (step == TT_ACQUIRE) {
        begin(g, key, TT_KEY_KIND(key), record);
    } else if (step == TT_RELEASED) {
        end_construct(g, TT_KEY_KIND(key), time_of(record));
    } else if (top != NULL && top->kind == TT_KEY_KIND(key)) {
        count_wait(g, top, record);
    }
}

static void gather_work(struct gathering *g, const uint64_t *record)
{
    unsigned construct = (unsigned)(record[1] >> TT_SITE_BITS);
    uint64_t key = tt_key_of_work(construct, record[1] & TT_SITE_MASK);
    if (key == 0)
        return;
    if (type_of(record) == TT_OMP_BEGIN)
        begin(g, key, TT_KEY_KIND(key), record);
    else
        end_construct(g, TT_KEY_KIND(key), time_of(record));
}

static void gather_fork(struct gathering *g, const uint64_t *record)
{
    int is_alone = record[2] >> TT_SITE_BITS == 1;
    uint64_t key = is_alone ? TT_CONSTRUCT_KEY(OMP_PARALLEL, record[2]) : 0;
    begin(g, key, OMP_PARALLEL, record);
    struct tt_visited *v = visited(g, key);
    if (v != NULL)
        v->events += RECORDS_OF_REGION - 2;
}

void tt_gather_visits(struct tt_visited *list, const uint64_t *from, const uint64_t *to, uint64_t at_once)
{
    struct gathering g = {.list = list, .at_once = at_once};
    memset(list, 0, TT_MOST_VISITED * sizeof *list);
    for (; from < to; from += tt_record_words(*from)) {
        uintptr_t function = function_in(from);
        if (function != 0 && type_of(from) != TT_LEAVE)
            begin(&g, function, 0, from);
        else if (function != 0)
            leave_function(&g, function, time_of(from));
        else if (type_of(from) == TT_OMP_BEGIN || type_of(from) == TT_OMP_END)
            gather_work(&g, from);
        else if (type_of(from) == TT_OMP_MUTEX)
            gather_mutex(&g, from);
        else if (type_of(from) == TT_OMP_FORK)
            gather_fork(&g, from);
        else if (type_of(from) == TT_OMP_JOIN)
            end_construct(&g, OMP_PARALLEL, time_of(from));
    }
}
