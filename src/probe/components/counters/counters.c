/*
 * Counters of the processor and of the kernel (perf_event_open): each thread opens its own when it begins to record, reads
 * them where calls begin and end, and records what they stand at. What threads that it starts count is theirs, and a child
 * of fork counts nothing.
 */
#include "counters.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/settings.h"
#include "../../core/component.h"
#include "../../format/glob.h"
#include "worth.h"

enum { BLOCKS = 21, READINGS = 10 };

static struct tt_event asked[TT_MOST_COUNTERS]; /* by number; no name: there is none of that number */
char *tt_denied_counters[TT_MOST_COUNTERS];          /* why an event cannot be counted; NULL: it can be */
unsigned tt_asked_count;
static unsigned open_count;
static uint64_t reading_cost;
static pthread_once_t chosen = PTHREAD_ONCE_INIT;
static _Atomic uint64_t enabled[TT_MOST_COUNTERS], running[TT_MOST_COUNTERS];
_Atomic uint32_t tt_read_counters = UINT32_MAX;
_Static_assert(TT_MOST_COUNTERS <= 32, "each counter has a bit");

static const char *what_to_do(const struct tt_event *event, const char *why)
{
    if (strcmp(why, tt_error_text(ENOENT)) == 0 || strcmp(why, tt_error_text(EOPNOTSUPP)) == 0)
        return "this machine does not have it or does not show it, as most virtual machines do; task-clock and page-faults are "
               "counted everywhere";
    if (tt_is_software(event))
        return "kernel.perf_event_paranoid must be 1 or less for it";
    return "kernel.perf_event_paranoid must be 2 or less, and a container must allow perf_event_open";
}

static void deny(const struct tt_event *event, unsigned number, const char *why)
{
    tt_denied_counters[number] = strdup(why);
    tt_say("%s is not counted (perf_event_open: %s): %s", event->name, why, what_to_do(event, why));
}

static void ask(const char *name)
{
    struct tt_event event;
    for (unsigned i = 0; i < tt_asked_count; i++)
        if (strcmp(asked[i].name, name) == 0)
            return;
    if (!tt_find_event(name, &event))
        tt_say("TRIMTAB_COUNTERS=%s names no event: take a name of perf or PAPI, such as instructions or PAPI_L1_LDM", name);
    else if (tt_asked_count == TT_MOST_COUNTERS)
        tt_say("%s is not counted: no more than %u counters can be", name, TT_MOST_COUNTERS);
    else
        asked[tt_asked_count++] = event;
}

static void read_names(void)
{
    const char *list = tt_setting(TRIMTAB_COUNTERS);
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ",");
        char name[TT_COUNTER_NAME];
        size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
        memcpy(name, list, kept);
        name[kept] = '\0';
        if (kept > 0)
            ask(name);
        list += length + (list[length] == ',');
    }
}

static int by_size(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Ticks of one reading: the median of some blocks, since others may use the processor meanwhile. */
static uint64_t cost_of_reading(struct tt_open_events *events)
{
    uint64_t blocks[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
        uint64_t start = tt_ticks();
        for (int i = 0; i < READINGS; i++)
            if (!tt_read_events(events))
                return 0;
        blocks[block] = (tt_ticks() - start) / READINGS;
    }
    qsort(blocks, BLOCKS, sizeof *blocks, by_size);
    return blocks[BLOCKS / 2];
}

/* Which events there are, and what reading them costs, found out by the first thread that records. */
static void choose(void)
{
    struct tt_open_events events = {0};
    read_names();
    for (unsigned i = 0; i < tt_asked_count; i++) {
        const char *why = tt_open_event(&events, &asked[i], i);
        if (why != NULL)
            deny(&asked[i], i, why);
        else
            open_count++;
    }
    if (open_count > 0)
        reading_cost = cost_of_reading(&events);
    tt_set_reading_cost(reading_cost);
    tt_close_events(&events);
}

/* What is counted, and what cannot be. */
static void describe(void)
{
    if (tt_setting(TRIMTAB_COUNTERS) == NULL)
        return;
    pthread_once(&chosen, choose);
    for (unsigned i = 0; i < tt_asked_count; i++)
        if (tt_denied_counters[i] == NULL)
            tt_note("counter %u %s %s\n", i, asked[i].unit, asked[i].name);
        else
            tt_note("counter-denied %s %s\n", asked[i].name, tt_denied_counters[i]);
    if (open_count > 0)
        tt_note("counter-cost %llu\n", (unsigned long long)reading_cost);
}

/* The memory that records go to is there before anything is counted, so that its page faults are none of the program's. A
 * profile uses little of it, again and again. */
static void touch_buffer(const struct tt_thread *t)
{
    enum { PAGE = 4096, OF_PROFILE = 2 * TT_CHUNK_WORDS * 8 };
    size_t size = (size_t)((const char *)t->limit - (const char *)t->begin);
    if (t->fold != NULL && size > OF_PROFILE)
        size = OF_PROFILE;
    for (size_t at = 0; at < size; at += PAGE)
        ((volatile char *)t->begin)[at] = 0;
}

/* Opens the counters that were asked for. */
static void begin_thread(struct tt_thread *t)
{
    if (tt_setting(TRIMTAB_COUNTERS) == NULL)
        return;
    pthread_once(&chosen, choose);
    struct tt_counting *counting = open_count == 0 ? NULL : calloc(1, sizeof *counting);
    if (counting == NULL)
        return;
    for (unsigned i = 0; i < tt_asked_count; i++) {
        const char *why = tt_denied_counters[i] != NULL ? NULL : tt_open_event(&counting->events, &asked[i], i);
        if (why == NULL)
            continue;
        tt_say("%s is not counted in thread %u (perf_event_open: %s)", asked[i].name, t->index, why);
        tt_close_events(&counting->events);
        free(counting);
        return;
    }
    touch_buffer(t);
    t->counting = counting;
}

static void note_shares(const struct tt_open_events *events)
{
    for (unsigned i = 0; i < TT_MOST_COUNTERS; i++) {
        atomic_fetch_add(&enabled[i], events->enabled[i]);
        atomic_fetch_add(&running[i], events->running[i]);
    }
}

static void end_thread(struct tt_thread *t)
{
    struct tt_counting *counting = t->counting;
    t->counting = NULL;
    if (counting == NULL)
        return;
    note_shares(&counting->events);
    tt_close_events(&counting->events);
    free(counting);
}

/* Which counters shared the registers of the processor with others. */
static void note_shared(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t->counting != NULL)
            note_shares(&t->counting->events);
    for (unsigned i = 0; i < tt_asked_count; i++)
        if (running[i] < enabled[i])
            tt_note("counter-shared %u %llu %llu\n", i, (unsigned long long)enabled[i], (unsigned long long)running[i]);
}

static uint32_t all_open(void)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < tt_asked_count; i++)
        all |= tt_denied_counters[i] == NULL ? UINT32_C(1) << i : 0;
    return all;
}

uint32_t tt_counters_named(const char *pattern)
{
    uint32_t named = 0;
    if (tt_setting(TRIMTAB_COUNTERS) == NULL)
        return 0;
    pthread_once(&chosen, choose);
    for (unsigned i = 0; i < tt_asked_count; i++)
        named |= tt_denied_counters[i] == NULL && tt_fits(pattern, asked[i].name) ? UINT32_C(1) << i : 0;
    return named;
}

void tt_switch_counters(uint32_t which, int on)
{
    uint32_t before = atomic_load(&tt_read_counters) & all_open();
    atomic_store(&tt_read_counters, on ? before | which : before & ~which);
}

void tt_each_counter(void (*take)(void *context, const char *name, int on), void *context)
{
    uint32_t on = atomic_load(&tt_read_counters);
    if (tt_setting(TRIMTAB_COUNTERS) == NULL)
        return;
    pthread_once(&chosen, choose);
    for (unsigned i = 0; i < tt_asked_count; i++)
        if (tt_denied_counters[i] == NULL)
            take(context, asked[i].name, (int)(on >> i & 1));
}

/* What the trace has counted is not counted again. */
static void continue_as_profile(struct tt_thread *t)
{
    if (t->counting == NULL)
        return;
    memcpy(t->fold->counts.stood_at, t->counting->events.values, sizeof t->fold->counts.stood_at);
    t->fold->counts.known_counters = UINT32_MAX;
}

const struct tt_component tt_counters_component = {
    .name = "counters",
    .describe = describe,
    .begin_thread = begin_thread,
    .continue_as_profile = continue_as_profile,
    .end_thread = end_thread,
    .end = note_shared,
};
