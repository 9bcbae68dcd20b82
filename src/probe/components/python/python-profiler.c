/*
 * Python 3.9 to 3.11: the interpreter calls a profiler in C for each call and return of all functions, of those in C too.
 * Telling of them costs, whatever is made of it. A thread for which that is more than may be spent is told of no more; the
 * main thread tries again later, and is sampled meanwhile.
 */
#include "python-ways.h"

#include "../../core/probe.h"
#include "python-calls.h"
#include "python-samples.h"

#include <stdlib.h>
#include <string.h>

enum {
    CALLBACK_TICKS = 100, /* that the interpreter spends on calling this, about */
    EVENT_NS = 60,        /* that an event costs of which nothing is made: frames become objects, arguments are checked */
    WINDOW = 4096,        /* events between two looks at what they cost */
    TRIAL = 512,          /* the same after a thread was told of nothing for a while */
    LEAST_NS = 10000000,  /* that may be spent in any case: beginnings, where much is imported, are like no other time */
    FIRST_PAUSE_MS = 100,
    LONGEST_PAUSE_MS = 5000,
};

static __thread int is_own; /* it is this that asks for the events of the thread */
static __thread int is_followed; /* nobody else has asked for them since */
static __thread unsigned events, window;
static __thread uint64_t window_ns; /* processor time of the thread at its beginning */

static int is_main_off;
static uint64_t spent_ns; /* by all threads */
static uint64_t off_since, off_ticks; /* the main thread */
static uint64_t pause_ms = FIRST_PAUSE_MS;

static int on_event(PyObject *self, PyObject *frame, int what, PyObject *argument);

static void set_profiler(tt_profiler profiler)
{
    is_own = 1;
    tt_python.PyEval_SetProfile(profiler, NULL);
    is_own = 0;
}

static void listen(unsigned first_window)
{
    events = 0;
    window = first_window;
    window_ns = tt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    set_profiler(on_event);
}

void tt_python_profile(void)
{
    is_followed = 1;
    listen(WINDOW);
}

/* What is open and was called often ends here, what was called a few times is looked for at each sample. */
static int stays(const void *key, const struct tt_function *f, void *data)
{
    (void)key;
    (void)data;
    return !f->left_out;
}

static void go_on_by_samples(void)
{
    is_main_off = 1;
    off_since = tt_time();
    tt_python_sample_for(pause_ms);
    pause_ms = pause_ms < LONGEST_PAUSE_MS ? 2 * pause_ms : pause_ms;
}

static void stop_listening(void)
{
    set_profiler(NULL);
    tt_python_leave_out_all();
    tt_python_leave_all(tt_python_is_sampled() ? stays : NULL, NULL);
    if (tt_python_is_sampled())
        go_on_by_samples();
}

void tt_python_listen_again(void)
{
    off_ticks += tt_time() - off_since;
    is_main_off = 0;
    listen(TRIAL);
}

/* @return whether telling of events takes more of the thread's processor time than may be spent */
static int is_too_dear(void)
{
    uint64_t now = tt_clock_ns(CLOCK_THREAD_CPUTIME_ID), passed = now - window_ns;
    window_ns = now;
    spent_ns += (uint64_t)events * EVENT_NS;
    int is_dear = spent_ns > LEAST_NS && (double)events * EVENT_NS * 100 > (double)passed * tt_process.budget;
    if (!is_dear && window == WINDOW)
        pause_ms = FIRST_PAUSE_MS;
    events = 0;
    window = WINDOW;
    return is_dear;
}

/* Threads are told of by threading, whose functions are seen before it starts one. */
static void see_library(struct tt_function *f)
{
    static const char module[] = "/threading.py";
    if (f->calls++ > 0)
        return;
    char *file = tt_python_text(f->code, "co_filename"), *name = tt_python_text(f->code, "co_name");
    size_t length = file == NULL ? 0 : strlen(file), own = strlen(module);
    if (length >= own && strcmp(file + length - own, module) == 0) {
        tt_python_profile_threads();
        if (name != NULL && strcmp(name, "start") == 0)
            tt_python_has_threads = 1;
    }
    free(file);
    free(name);
}

static int begins(PyObject *frame)
{
    struct tt_function *f = tt_python_function_of(frame);
    if (f != NULL && f->what == 0)
        see_library(f);
    return f != NULL && f->what != 0 && tt_python_enter(f, frame, frame);
}

static void see(PyObject *frame, int what)
{
    uint64_t begin = tt_ticks();
    int recorded = 0;
    if (what == PYTHON_CALL)
        recorded = begins(frame);
    else if (what == PYTHON_RETURN)
        recorded = tt_python_leave(frame);
    tt_python_took(tt_ticks() - begin + CALLBACK_TICKS, recorded);
}

static int on_event(PyObject *self, PyObject *frame, int what, PyObject *argument)
{
    (void)self;
    (void)argument;
    if (atomic_load_explicit(&tt_process.state, memory_order_relaxed) != TT_RECORDING) {
        set_profiler(NULL); /* nothing is recorded any more, or this is a child of fork */
        return 0;
    }
    if (++events >= window && is_too_dear())
        stop_listening();
    else
        see(frame, what);
    return 0;
}

/* What threading calls in a new thread in place of a profiler written in Python. */
static PyObject *in_thread(PyObject *self, PyObject *arguments)
{
    (void)arguments;
    tt_python_has_threads = 1;
    tt_python_profile();
    tt_python.Py_IncRef(self);
    return self;
}

static struct tt_method thread_method = {"trimtab", {.plain = in_thread}, PYTHON_VARARGS, NULL};

/* Unless the program has said itself what profiles its threads. @return 0 while threading is still being imported */
static int set_hook(PyObject *threading, PyObject *starter)
{
    PyObject *known = tt_python.PyObject_GetAttrString(threading, "_profile_hook");
    if (known != NULL && tt_python.PyObject_IsTrue(known) == 0) {
        PyObject *none = tt_python.PyObject_CallMethod(threading, "setprofile", "O", starter);
        if (none != NULL)
            tt_python.Py_DecRef(none);
    }
    if (known != NULL)
        tt_python.Py_DecRef(known);
    return known != NULL;
}

void tt_python_profile_threads(void)
{
    static int is_done;
    if (is_done)
        return;
    PyObject *name = tt_python.PyUnicode_FromString("threading");
    PyObject *threading = name == NULL ? NULL : tt_python.PyImport_GetModule(name);
    PyObject *starter = threading == NULL ? NULL : tt_python.PyCFunction_NewEx(&thread_method, name, NULL);
    is_done = starter != NULL && set_hook(threading, starter);
    if (starter != NULL)
        tt_python.Py_DecRef(starter);
    if (name != NULL)
        tt_python.Py_DecRef(name);
    tt_python.PyErr_Clear();
    if (threading != NULL)
        tt_python.Py_DecRef(threading);
}

void tt_python_profiled(void)
{
    if (is_own || !is_followed)
        return;
    is_followed = 0;
    if (tt_python_is_sampled())
        tt_python_stop_samples();
    tt_python_leave_all(NULL, NULL);
    static int said;
    if (!said++)
        tt_note("python-profiled\n");
}

void tt_note_python_off(void)
{
    uint64_t off = off_ticks + (is_main_off ? tt_time() - off_since : 0);
    if (off > 0)
        tt_note("python-off %llu\n", (unsigned long long)off);
}
