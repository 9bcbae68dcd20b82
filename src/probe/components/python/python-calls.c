/*
 * What is open on a thread, and what may be recorded of Python: the events of all threads are looked at together every so
 * often, since one of them runs at a time.
 */
#include "python-calls.h"

#include "../../core/probe.h"
#include "../user/user.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_OPEN = 64,
    MOST_OPEN = 4096, /* deeper calls are not recorded */
    WINDOW = 4096,    /* events between two looks at what was spent */
    FEW_CALLS = 8,    /* in a window: leaving them out would save nothing */
    USUAL_TICKS = 20000, /* that recording an event takes at most, unless it is the first of a function or a thread */
};

struct open_call {
    const void *key;
    struct tt_function *function;
    int recorded;
};

static __thread struct open_call *open_calls;
static __thread unsigned open_count, open_room;

static uint64_t spent, events, looked, missed;
static uint64_t recording, recorded_events; /* ticks spent on recording so many beginnings and ends */

static int has_room(void)
{
    if (open_count < open_room)
        return 1;
    unsigned room = open_room == 0 ? FIRST_OPEN : 2 * open_room;
    struct open_call *more = open_room == MOST_OPEN ? NULL : realloc(open_calls, room * sizeof *more);
    if (more == NULL)
        return 0;
    open_calls = more;
    open_room = room;
    return 1;
}

/* Of a function that is left out while calls of it are open, calls within them are told from those by being noted too. */
int tt_python_enter(struct tt_function *f, const void *key, PyObject *frame)
{
    f->recent++;
    f->calls++;
    f->unrecorded += (unsigned)f->left_out;
    if (f->left_out && f->open == 0)
        return 0;
    if (!has_room()) {
        missed++;
        return 0;
    }
    open_calls[open_count++] = (struct open_call){key, f, !f->left_out};
    if (f->left_out)
        return 0;
    f->open++;
    tt_user_enter(f->what, tt_python_line(tt_python.PyFrame_GetBack(frame)));
    return 1;
}

static int end(const struct open_call *call)
{
    if (!call->recorded)
        return 0;
    call->function->open--;
    tt_user_leave(call->function->what);
    return 1;
}

/* Threads that end have nothing open. */
static void give_back_room(void)
{
    if (open_count > 0)
        return;
    free(open_calls);
    open_calls = NULL;
    open_room = 0;
}

int tt_python_leave(const void *key)
{
    for (unsigned at = open_count; at-- > 0;) {
        if (open_calls[at].key != key)
            continue;
        int recorded = end(&open_calls[at]);
        memmove(&open_calls[at], &open_calls[at + 1], (open_count - at - 1) * sizeof *open_calls);
        open_count--;
        give_back_room();
        return recorded;
    }
    return 0;
}

void tt_python_leave_all(int (*stays)(const void *key, const struct tt_function *function, void *data), void *data)
{
    unsigned from = 0;
    while (stays != NULL && from < open_count && stays(open_calls[from].key, open_calls[from].function, data))
        from++;
    while (open_count > from)
        end(&open_calls[--open_count]);
    give_back_room();
}

/* Those that were called in this window, most first. */
struct called {
    struct tt_function *all[WINDOW];
    unsigned count;
    uint64_t calls;
};

static void take_called(struct tt_function *f, void *data)
{
    struct called *c = data;
    if (f->recent > 0 && !f->left_out && c->count < WINDOW) {
        c->all[c->count++] = f;
        c->calls += f->recent;
    }
}

static int by_calls(const void *left, const void *right)
{
    const struct tt_function *a = *(struct tt_function *const *)left, *b = *(struct tt_function *const *)right;
    return (a->recent < b->recent) - (a->recent > b->recent);
}

/* The most called ones, until no more than a share of the calls is left. */
static void leave_out(double share)
{
    uint64_t passed = tt_time() - looked, own = passed > spent ? passed - spent : 1;
    static struct called c;
    c.count = 0;
    c.calls = 0;
    tt_python_each(take_called, &c);
    qsort(c.all, c.count, sizeof c.all[0], by_calls);
    uint64_t most = (uint64_t)((double)c.calls * share);
    for (unsigned i = 0; i < c.count && c.calls > most && c.all[i]->recent >= FEW_CALLS; i++) {
        c.all[i]->left_out = 1;
        c.all[i]->rate = (double)c.all[i]->recent / (double)own;
        c.calls -= c.all[i]->recent;
    }
}

static void end_of_telling(struct tt_function *f, void *data)
{
    if (f->left_out && f->until == 0)
        f->until = *(const uint64_t *)data;
}

void tt_python_leave_out_all(void)
{
    uint64_t now = tt_time();
    leave_out(0);
    tt_python_each(end_of_telling, &now);
}

static void begin_window(struct tt_function *f, void *data)
{
    (void)data;
    f->recent = 0;
}

static void look_at_costs(void)
{
    uint64_t now = tt_time();
    double allowed = (double)(now - looked) * tt_process.budget / 100;
    if ((double)spent > allowed)
        leave_out(allowed / (double)spent);
    tt_python_each(begin_window, NULL);
    looked = now;
    spent = events = 0;
}

void tt_python_took(uint64_t ticks, int recorded)
{
    if (looked == 0)
        looked = tt_time() - ticks;
    spent += ticks;
    if (recorded && ticks < USUAL_TICKS) {
        recording += ticks;
        recorded_events++;
    }
    if (++events == WINDOW)
        look_at_costs();
}

/* Where calls were no longer told of, they went on at the rate that they had. */
static uint64_t left_out_calls(const struct tt_function *f)
{
    uint64_t now = tt_time();
    return f->unrecorded + (f->until == 0 ? 0 : (uint64_t)(f->rate * (double)(now - f->until)));
}

static void note_left_out(struct tt_function *f, void *data)
{
    (void)data;
    if (!f->left_out)
        return;
    char key[64];
    snprintf(key, sizeof key, "python-left-out %llu", (unsigned long long)left_out_calls(f));
    tt_note_text(key, f->name);
}

void tt_note_python_calls(void)
{
    tt_python_each(note_left_out, NULL);
    if (recorded_events > 1)
        tt_note("python-cost %llu %llu\n", (unsigned long long)recording, (unsigned long long)recorded_events / 2);
    if (missed > 0)
        tt_note("python-too-deep %llu\n", (unsigned long long)missed);
}
