#include "changes.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../counters/counters.h"
#include "../functions/functions.h"
#include "../../core/part.h"
#include "../../core/probe.h"
#include "../sampling/sampling.h"
#include "telling.h"

static __attribute__((format(printf, 3, 4))) int refuse(struct tt_fault *fault, unsigned column, const char *format, ...)
{
    va_list values;
    fault->column = column;
    va_start(values, format);
    vsnprintf(fault->text, sizeof fault->text, format, values);
    va_end(values);
    return 0;
}

static int prepare_set(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    int of_groups = request->kind == TT_ASK_GROUP;
    if (!tt_can_switch())
        return refuse(fault, 1, "the program has no functions that can be switched: it was built without sleds");
    change->kind = TT_CHANGE_SET;
    change->set = tt_set_of(request->text, of_groups);
    if (change->set == NULL)
        return refuse(fault, request->text_column, "there is no memory for more patterns");
    if (of_groups && change->set->groups == 0 && change->set->range_groups == 0)
        return refuse(fault, request->text_column, "no group has this name");
    if (change->set->count + change->set->ranges == 0)
        return refuse(fault, request->text_column, of_groups ? "nothing is in this group" : "no function that can be switched has this name");
    return 1;
}

static int prepare_metrics(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    change->kind = TT_CHANGE_METRICS;
    change->counters = tt_counters_named(request->text);
    if (change->counters == 0)
        return refuse(fault, request->text_column, "no counter that is read has this name: measure.counters names those that are");
    return 1;
}

static int prepare_mode(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    if (request->mode == TT_MODE_OFF && tt_counters_named("*") != 0)
        return refuse(fault, 6, "what counters count meanwhile would be others': \"mode mpi\" records no functions");
    int is_part = request->mode == TT_MODE_TRACE && tt_process.mode == TT_PROFILE;
    if (is_part && atomic_load(&tt_process.profile_asked))
        return refuse(fault, 6, "the trace of this run has ended: only a run that is a profile from its start on has iterations traced");
    if (!is_part && (request->mode == TT_MODE_TRACE || request->mode == TT_MODE_MPI) && !tt_can_switch())
        return refuse(fault, 1, "the program has no functions that can be switched: it was built without sleds");
    change->kind = TT_CHANGE_MODE;
    change->mode = request->mode;
    return 1;
}

/* In a profile, a trace of some iterations begins or ends; in a trace, recording functions. */
static int prepare_run(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    if (tt_process.mode == TT_PROFILE && !atomic_load(&tt_process.profile_asked)) {
        change->kind = TT_CHANGE_MODE;
        change->mode = request->on ? TT_MODE_TRACE : TT_MODE_PROFILE;
        return 1;
    }
    if (!tt_can_switch())
        return refuse(fault, 1, "the program has no functions that can be switched: it was built without sleds");
    change->kind = TT_CHANGE_PAUSE;
    change->on = !request->on;
    return 1;
}

/* A profile that is one from its start on has samples where iterations of it are traced. */
static int prepare_samples(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    const char *why = request->number == 0 ? NULL : tt_why_no_samples();
    if (request->number > TT_MOST_HERTZ)
        return refuse(fault, request->text_column, "more than %u samples a second cost more than they show", TT_MOST_HERTZ);
    if (why != NULL)
        return refuse(fault, 1, "lines cannot be sampled here (perf_event_open: %s): kernel.perf_event_paranoid must be 2 or less", why);
    if (request->number > 0 && atomic_load(&tt_process.profile_asked))
        return refuse(fault, 1, "the trace of this run has ended, and only traces have samples");
    change->kind = TT_CHANGE_SAMPLES;
    change->hertz = (unsigned)request->number;
    return 1;
}

static int prepare_series(const struct tt_request *request, struct tt_change *change, struct tt_fault *fault)
{
    const char *why = request->on ? tt_why_no_series() : NULL;
    if (why != NULL)
        return refuse(fault, 1, "%s", why);
    change->kind = TT_CHANGE_SERIES;
    return 1;
}

int tt_prepare_change(const struct tt_request *request, const char *line, struct tt_change *change, struct tt_fault *fault)
{
    memset(change, 0, sizeof *change);
    snprintf(change->text, sizeof change->text, "%s", line);
    change->on = request->on;
    switch (request->kind) {
    case TT_ASK_FUNCTION:
    case TT_ASK_GROUP:
        return prepare_set(request, change, fault);
    case TT_ASK_MODE:
        return prepare_mode(request, change, fault);
    case TT_ASK_RUN:
        return prepare_run(request, change, fault);
    case TT_ASK_DEPTH:
        change->kind = TT_CHANGE_DEPTH;
        change->depth = request->number;
        return 1;
    case TT_ASK_FINISH:
        change->kind = TT_CHANGE_FINISH;
        return 1;
    case TT_ASK_ABORT:
        change->kind = TT_CHANGE_ABORT;
        return 1;
    case TT_ASK_METRIC:
        return prepare_metrics(request, change, fault);
    case TT_ASK_SAMPLE:
        return prepare_samples(request, change, fault);
    case TT_ASK_SERIES:
        return prepare_series(request, change, fault);
    case TT_ASK_GET:
        break;
    }
    return refuse(fault, 1, "this changes nothing");
}

/* A trace that is to be off ends there: its messages would lose their other half. What switching takes is where nothing counts. */
static int set_mode(enum tt_asked_mode mode, uint64_t iteration)
{
    int is_off = mode == TT_MODE_OFF, is_part = mode == TT_MODE_TRACE && tt_process.mode == TT_PROFILE;
    if (is_off || mode == TT_MODE_PROFILE) {
        tt_end_part(iteration);
        tt_ask_for_profile();
    }
    if (is_off && !tt_switch_off(1))
        return 0;
    int done = !tt_can_switch() || tt_pause_functions(is_off || mode == TT_MODE_MPI);
    if (!is_off)
        done = tt_switch_off(0) && done;
    done = (!is_part || tt_begin_part(iteration)) && done; /* 0: it has become a profile since it was asked for */
    tt_sample_what_is_traced();
    return done;
}

static int make(const struct tt_change *change, uint64_t iteration)
{
    switch (change->kind) {
    case TT_CHANGE_SET:
        return tt_switch_set(change->set, change->on);
    case TT_CHANGE_METRICS:
        tt_switch_counters(change->counters, change->on);
        return 1;
    case TT_CHANGE_PAUSE:
        return tt_pause_functions(change->on);
    case TT_CHANGE_MODE:
        return set_mode(change->mode, iteration);
    case TT_CHANGE_DEPTH:
        tt_set_depth(change->depth);
        return 1;
    case TT_CHANGE_SAMPLES:
        tt_sample_at(change->hertz);
        return 1;
    case TT_CHANGE_SERIES:
        tt_switch_series(change->on);
        return 1;
    case TT_CHANGE_FINISH:
        tt_stop_recording("that was asked for while the program ran");
        return tt_pause_functions(1);
    case TT_CHANGE_ABORT:
        return kill(getpid(), SIGTERM) == 0;
    }
    return 0;
}

/* One line for each, by which the finisher finds out whether all processes did the same. */
void tt_make_change(const struct tt_change *change, uint64_t number, uint64_t iteration)
{
    char key[160];
    uint64_t time = tt_time();
    int done = make(change, iteration);
    snprintf(key, sizeof key, "switched %llu %llu %llu %llx %s", (unsigned long long)number, (unsigned long long)iteration,
             (unsigned long long)time, change->set == NULL ? 0ULL : (unsigned long long)change->set->identity, done ? "done" : "failed");
    tt_note_text(key, change->text);
}
