/*
 * OpenMP, seen through its tools interface (OMPT): the OpenMP runtime finds
 * ompt_start_tool in this library and calls what initialize() registers. LLVM's
 * runtime has this interface, libgomp has not; trimtab-cc therefore links programs
 * that gcc compiles with LLVM's as well.
 *
 * Records say what the runtime said. What it says late or not at all is put right by
 * the finisher, which sees all threads.
 */
#include "../../core/calibrate.h"
#include "../../core/component.h"
#include "../budget/constructs.h"
#include "../counters/counters.h"
#include "openmp-records.h"
#include "../../core/once.h"
#include "../../core/settings.h"
#include "../budget/governor.h"
#include "../../core/teams.h"

static void put_construct(enum tt_record_type type, enum tt_construct construct, const void *return_address)
{
    tt_put1(tt_thread_self(), type, tt_time(), (uint64_t)construct << TT_SITE_BITS | site_of(return_address));
}

static void put_scope(int scope, enum tt_construct construct, const void *return_address)
{
    struct tt_thread *t = tt_thread_self();
    if (tt_team_is_left_out(t))
        return;
    uint64_t key = tt_key_of_work(construct, site_of(return_address));
    if (scope != OMPT_END && !(key != 0 && tt_construct_begins(t, key)))
        put_construct(TT_OMP_BEGIN, construct, return_address);
    if (scope != OMPT_BEGIN && !(key != 0 && tt_construct_ends(t)))
        put_construct(TT_OMP_END, construct, return_address);
}

static void record_constructs(int pairs)
{
    for (int pair = 0; pair < pairs; pair++) {
        put_construct(TT_OMP_BEGIN, TT_LOOP, NULL);
        put_construct(TT_OMP_END, TT_LOOP, NULL);
    }
}

/* Noted with the first parallel region, since a program that has none need not leave anything. */
static struct tt_cost cost;

static void note_cost(void)
{
    tt_note_cost("openmp", &cost);
}

static void on_parallel_begin(ompt_data_t *outer_task, const void *frame, ompt_data_t *parallel, unsigned requested,
                              int flags, const void *return_address)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    (void)outer_task;
    (void)frame;
    if ((flags & OMPT_INVOKED_BY_PROGRAM) && !atomic_flag_test_and_set(&said)) {
        tt_openmp.gnu = 1;
        tt_note("openmp-interface gnu\n");
    }
    static struct tt_once cost_noted;
    tt_do_once(&cost_noted, note_cost);
    struct tt_thread *t = tt_thread_self();
    parallel->value = 0; /* it is left out: one thread waits for nobody */
    if (requested == 1 && atomic_load_explicit(&tt_constructs_off, memory_order_relaxed) &&
        tt_is_left_out(TT_CONSTRUCT_KEY(OMP_PARALLEL, site_of(return_address))))
        return;
    parallel->value = (uint64_t)(t->index + 1) << 32 | ++t->parallels;
    uint64_t threads = requested < 0xFFFF ? requested : 0xFFFF;
    uint64_t site = threads << TT_SITE_BITS | site_of(return_address);
    if (t->fold != NULL)
        tt_profile_fork(t, parallel->value, site);
    else
        tt_put2(t, TT_OMP_FORK, tt_time(), parallel->value, site);
}

static void on_parallel_end(ompt_data_t *parallel, ompt_data_t *outer_task, int flags, const void *return_address)
{
    (void)outer_task;
    (void)flags;
    (void)return_address;
    if (parallel->value != 0)
        tt_put0(tt_thread_self(), TT_OMP_JOIN, tt_time());
}

static void on_implicit_task(int scope, ompt_data_t *parallel, ompt_data_t *task, unsigned threads, unsigned number,
                             int flags)
{
    if (flags & OMPT_TASK_INITIAL)
        return;
    struct tt_thread *t = tt_thread_self();
    if (scope == OMPT_BEGIN) {
        task->value = 0;
        t->teams_left_out = t->teams_left_out << 1 | (parallel->value == 0);
        if (tt_team_is_left_out(t))
            return;
        tt_count_enter(t, TT_COUNTED_PARALLEL);
        tt_put2(t, TT_OMP_TEAM_BEGIN, tt_time(), parallel->value, (uint64_t)threads << 32 | number);
        /* The thread that has the progress loop does so at each iteration. */
        if (number != 0 && t->fold != NULL && !t->stopped && atomic_load_explicit(&tt_process.is_watched, memory_order_relaxed))
            tt_fold_now_and_then(t);
    } else {
        int is_out = tt_team_is_left_out(t);
        t->teams_left_out >>= 1;
        if (is_out)
            return;
        uint64_t time = tt_time();
        if (t->counting != NULL && number != 0)
            tt_end_unread(t, TT_COUNTED_PARALLEL, time); /* it says so when it is needed again */
        else
            tt_count_leave(t, TT_COUNTED_PARALLEL, time);
        tt_put0(t, TT_OMP_TEAM_END, time);
    }
}

static void on_work(int kind, int scope, ompt_data_t *parallel, ompt_data_t *task, uint64_t count,
                    const void *return_address)
{
    static const unsigned char constructs[] = {
        [OMPT_WORK_LOOP] = TT_LOOP,           [OMPT_WORK_SECTIONS] = TT_SECTIONS,
        [OMPT_WORK_SINGLE] = TT_SINGLE,       [OMPT_WORK_SINGLE_OTHER] = TT_SINGLE_OTHER,
        [OMPT_WORK_WORKSHARE] = TT_WORKSHARE, [OMPT_WORK_DISTRIBUTE] = TT_DISTRIBUTE,
        [OMPT_WORK_TASKLOOP] = TT_TASKLOOP,   [OMPT_WORK_SCOPE] = TT_SCOPE,
    };
    (void)parallel;
    (void)task;
    (void)count;
    if (kind >= OMPT_WORK_LOOP_FIRST && kind <= OMPT_WORK_LOOP_LAST)
        put_scope(scope, TT_LOOP, return_address);
    else if (kind >= OMPT_WORK_LOOP && kind <= OMPT_WORK_SCOPE)
        put_scope(scope, constructs[kind], return_address);
}

static void on_masked(int scope, ompt_data_t *parallel, ompt_data_t *task, const void *return_address)
{
    (void)parallel;
    (void)task;
    put_scope(scope, TT_MASTER, return_address);
}

static void on_sync_region(int kind, int scope, ompt_data_t *parallel, ompt_data_t *task, const void *return_address)
{
    static const unsigned char constructs[] = {
        [OMPT_BARRIER] = TT_BARRIER,
        [OMPT_BARRIER_IMPLICIT] = TT_IMPLICIT_BARRIER,
        [OMPT_BARRIER_EXPLICIT] = TT_BARRIER,
        [OMPT_BARRIER_IMPLEMENTATION] = TT_SOME_BARRIER,
        [OMPT_TASKWAIT] = TT_TASKWAIT,
        [OMPT_TASKGROUP] = TT_TASKGROUP,
        [OMPT_BARRIER_IMPLICIT_WORKSHARE] = TT_IMPLICIT_BARRIER,
        [OMPT_BARRIER_IMPLICIT_PARALLEL] = TT_JOIN_BARRIER,
        [OMPT_BARRIER_TEAMS] = TT_JOIN_BARRIER,
    };
    (void)parallel;
    (void)task;
    struct tt_thread *t = tt_thread_self();
    if (tt_team_is_left_out(t))
        return;
    if (t->counting != NULL && scope == OMPT_BEGIN && (kind == OMPT_BARRIER_IMPLICIT_PARALLEL || kind == OMPT_BARRIER_IMPLICIT))
        tt_read_within(t, TT_COUNTED_PARALLEL);
    if (kind >= OMPT_BARRIER && kind <= OMPT_BARRIER_TEAMS && kind != OMPT_REDUCTION)
        put_scope(scope, constructs[kind], return_address);
}

static void on_flush(ompt_data_t *thread, const void *return_address)
{
    (void)thread;
    put_scope(OMPT_BEGIN_END, TT_OMP_FLUSH, return_address);
}

static void on_task_create(ompt_data_t *outer_task, const void *frame, ompt_data_t *task, int flags, int dependences,
                           const void *return_address)
{
    (void)outer_task;
    (void)frame;
    (void)dependences;
    if (task == NULL)
        return;
    task->value = 0;
    struct tt_thread *t = tt_thread_self();
    if (!(flags & OMPT_TASK_EXPLICIT) || tt_team_is_left_out(t))
        return;
    task->value = (uint64_t)(t->index + 1) << 32 | ++t->tasks;
    if (t->fold != NULL)
        tt_note_task(task->value, site_of(return_address));
    tt_put2(t, TT_OMP_TASK_CREATE, tt_time(), task->value, site_of(return_address));
}

static void on_task_schedule(ompt_data_t *prior, int status, ompt_data_t *next)
{
    if (prior == NULL || next == NULL || status == OMPT_TASK_EARLY_FULFILL || status == OMPT_TASK_LATE_FULFILL)
        return;
    struct tt_thread *t = tt_thread_self();
    if (tt_team_is_left_out(t))
        return;
    uint64_t completed = status == OMPT_TASK_COMPLETE || status == OMPT_TASK_CANCEL ? TT_TASK_COMPLETED : 0;
    tt_put2(t, TT_OMP_TASK_SWITCH, tt_time(), completed | prior->value, next->value);
}

/* The interface's callbacks have different types by design. */
#pragma GCC diagnostic ignored "-Wcast-function-type"
#define REGISTER(event, callback) set_callback(event, (ompt_function_t)(callback))

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *tool)
{
    (void)device;
    (void)tool;
    ompt_set_callback_t set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
    if (set_callback == NULL)
        return 0;
    cost = tt_measure_cost(&(struct tt_calibrated){record_constructs, tt_run_nothing, 0}, TT_WHILE_RUNNING);
    tt_set_openmp_cost((double)(cost.pairs + cost.first_pairs) / TT_COST_PAIRS);
    REGISTER(OMPT_PARALLEL_BEGIN, on_parallel_begin);
    REGISTER(OMPT_PARALLEL_END, on_parallel_end);
    REGISTER(OMPT_IMPLICIT_TASK, on_implicit_task);
    REGISTER(OMPT_WORK, on_work);
    REGISTER(OMPT_MASKED, on_masked);
    REGISTER(OMPT_SYNC_REGION, on_sync_region);
    REGISTER(OMPT_MUTEX_ACQUIRE, tt_on_mutex_acquire);
    REGISTER(OMPT_MUTEX_ACQUIRED, tt_on_mutex_acquired);
    REGISTER(OMPT_MUTEX_RELEASED, tt_on_mutex_released);
    REGISTER(OMPT_NEST_LOCK, tt_on_nest_lock);
    REGISTER(OMPT_FLUSH, on_flush);
    REGISTER(OMPT_TASK_CREATE, on_task_create);
    REGISTER(OMPT_TASK_SCHEDULE, on_task_schedule);
    return 1;
}

static void finalize(ompt_data_t *tool)
{
    (void)tool; /* the end of the process writes what is there */
}

static int is_recorded = 1;

static void read_settings(void)
{
    is_recorded = tt_number_setting(TRIMTAB_OPENMP, 1, 0) != 0;
}

TT_API ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime);

/** Called by the OpenMP runtime when it starts; NULL leaves the program alone. */
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    (void)version;
    (void)runtime;
    tt_start();
    return is_recorded ? &result : NULL;
}

const struct tt_component tt_openmp_component = {.name = "openmp", .settings = read_settings};
