/*
 * A thread of the probe asks Python for a sample now and then: the interpreter makes the call in its main thread, between two
 * instructions (Py_AddPendingCall), where it looks when it takes its lock; so the lock is asked for too. A sample falls at the
 * end of what a function in C takes, at the line that called it; the processor time since the last one tells how many samples
 * it stands for.
 *
 * Where calls are not told of, those that have ended are seen at the next sample, and end there.
 */
#include "python-samples.h"

#include "../../core/own-thread.h"
#include "../../core/probe.h"
#include "python-calls.h"
#include "python-lines.h"
#include "python-ways.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD_MS = 10, MOST_WEIGHT = 1000 };

static atomic_int wanted, asked;
static int has_thread;
static uint64_t listen_at; /* nanoseconds of CLOCK_MONOTONIC; 0: calls are told of */
static uint64_t last_ns, last_time;

/* Python that ends waits until nobody speaks to it; a thread that asks for its lock then is ended by Python. */
static atomic_int is_speaking, is_over;

int tt_python_is_sampled(void)
{
    return getpid() == gettid();
}

static int is_on_stack(const void *key, const struct tt_function *f, void *top)
{
    (void)f;
    PyObject *frame = top;
    int found = 0;
    tt_python.Py_IncRef(frame);
    while (frame != NULL && !found) {
        found = frame == key;
        PyObject *around = tt_python.PyFrame_GetBack(frame);
        tt_python.Py_DecRef(frame);
        frame = around;
    }
    if (frame != NULL)
        tt_python.Py_DecRef(frame);
    return found;
}

/* How many periods passed; what a library for messages spent waiting is told of by its own records. */
static uint64_t weight(void)
{
    uint64_t now = tt_clock_ns(CLOCK_THREAD_CPUTIME_ID), periods = (now - last_ns) / (PERIOD_MS * UINT64_C(1000000));
    int was_in_mpi = tt_thread_self()->entered > last_time;
    last_ns = now;
    last_time = tt_time();
    if (was_in_mpi || periods == 0)
        return 1;
    return periods < MOST_WEIGHT ? periods : MOST_WEIGHT;
}

static void put_sample(PyObject *frame, uint64_t periods)
{
    tt_python.Py_IncRef(frame);
    const void *site = tt_python_line(frame);
    if (site != NULL)
        tt_put2(tt_thread_self(), TT_LINE_SAMPLE, tt_time(), (uintptr_t)site, periods);
    int line = 0;
    tt_python.Py_IncRef(frame);
    const struct tt_function *function = tt_python_innermost(frame, &line);
    if (function != NULL)
        tt_python_count_line(function, line, periods);
}

static int take_sample(void *unused)
{
    (void)unused;
    atomic_store(&asked, 0);
    PyObject *frame = tt_python.PyEval_GetFrame();
    if (!atomic_load(&wanted) || frame == NULL || atomic_load(&tt_process.state) != TT_RECORDING)
        return 0;
    if (listen_at != 0) {
        tt_python_profile_threads();
        tt_python_leave_all(is_on_stack, frame);
    }
    put_sample(frame, weight());
    if (listen_at != 0 && tt_clock_ns(CLOCK_MONOTONIC) >= listen_at) {
        listen_at = 0;
        tt_python_listen_again();
    }
    return 0;
}

static void ask(void)
{
    if (!atomic_exchange(&asked, 1) && tt_python.Py_AddPendingCall(take_sample, NULL) != 0)
        atomic_store(&asked, 0);
    tt_python.PyGILState_Release(tt_python.PyGILState_Ensure());
}

static void speak_no_more(void *unused)
{
    (void)unused;
    atomic_store(&is_speaking, 0);
}

static void *ask_now_and_then(void *unused)
{
    const struct timespec pause = {0, PERIOD_MS * 1000000L};
    pthread_cleanup_push(speak_no_more, NULL);
    while (atomic_load(&tt_process.state) == TT_RECORDING && !atomic_load(&is_over)) {
        nanosleep(&pause, NULL);
        atomic_store(&is_speaking, 1);
        if (atomic_load(&wanted) && !atomic_load(&is_over))
            ask();
        atomic_store(&is_speaking, 0);
    }
    pthread_cleanup_pop(1);
    return unused;
}

void tt_python_sample(void)
{
    if (!has_thread) {
        has_thread = tt_start_own_thread(ask_now_and_then, 256 << 10);
        if (!has_thread)
            return;
        tt_note("python-sampling %d\n", 1000 / PERIOD_MS);
    }
    if (atomic_load(&wanted))
        return;
    last_ns = tt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    last_time = tt_time();
    atomic_store(&wanted, 1);
}

void tt_python_sample_for(uint64_t milliseconds)
{
    listen_at = tt_clock_ns(CLOCK_MONOTONIC) + milliseconds * UINT64_C(1000000);
    tt_python_sample();
}

void tt_python_stop_samples(void)
{
    atomic_store(&wanted, 0);
}

void tt_python_end_samples(void)
{
    const struct timespec moment = {0, 1000000};
    atomic_store(&is_over, 1);
    while (atomic_load(&is_speaking))
        nanosleep(&moment, NULL);
}
