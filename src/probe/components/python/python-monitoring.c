/*
 * Python 3.12 and later: the interpreter tells tools of calls (PEP 669, sys.monitoring), for which the code of functions is
 * changed where it runs. A tool that wants to hear no more of a place says so, and it costs nothing then: so do all functions
 * that are not the program's, and those that are left out. Tools do not see each other: profilers of the program go on.
 */
#include "python-ways.h"

#include "../../core/probe.h"
#include "python-calls.h"

#include <stdio.h>

enum {
    FIRST_TOOL = 3, /* 0 to 2 and 5 are those of debuggers, coverage, profilers and optimisers */
    LAST_TOOL = 4,
    CALL_TICKS = 100, /* that the interpreter spends on telling of one event, about */
};

static PyObject *no_more; /* what says so */

static PyObject *answer(PyObject *object)
{
    tt_python.Py_IncRef(object);
    return object;
}

static int is_recording(void)
{
    return atomic_load_explicit(&tt_process.state, memory_order_relaxed) == TT_RECORDING;
}

static int is_unwanted(const struct tt_function *f)
{
    return f == NULL || f->what == 0 || (f->left_out && f->open == 0);
}

static void told_no_more(struct tt_function *f)
{
    if (f != NULL && f->left_out && f->until == 0)
        f->until = tt_time();
}

/* @return whether calls of the function are wanted on */
static int begins(PyObject *code)
{
    uint64_t begin = tt_ticks();
    struct tt_function *f = tt_python_function(code, NULL);
    PyObject *frame = is_unwanted(f) ? NULL : tt_python.PyEval_GetFrame();
    int recorded = frame != NULL && tt_python_enter(f, f, frame), wanted = !is_unwanted(f);
    if (!wanted)
        told_no_more(f);
    tt_python_took(tt_ticks() - begin + CALL_TICKS, recorded);
    return wanted;
}

static int ends(PyObject *code)
{
    uint64_t begin = tt_ticks();
    const struct tt_function *f = tt_python_function(code, NULL);
    int recorded = f != NULL && (f->open > 0 || f->left_out) && tt_python_leave(f);
    tt_python_took(tt_ticks() - begin + CALL_TICKS, recorded);
    return !is_unwanted(f);
}

static PyObject *on_begin(PyObject *self, PyObject *const *arguments, ptrdiff_t count)
{
    return answer(count > 0 && is_recording() && begins(arguments[0]) ? self : no_more);
}

static PyObject *on_end(PyObject *self, PyObject *const *arguments, ptrdiff_t count)
{
    return answer(count > 0 && is_recording() && ends(arguments[0]) ? self : no_more);
}

/* Of exceptions the interpreter tells always: they are of no place. */
static PyObject *on_throw(PyObject *self, PyObject *const *arguments, ptrdiff_t count)
{
    if (count > 0 && is_recording())
        begins(arguments[0]);
    return answer(self);
}

static PyObject *on_unwind(PyObject *self, PyObject *const *arguments, ptrdiff_t count)
{
    if (count > 0 && is_recording())
        ends(arguments[0]);
    return answer(self);
}

static struct event {
    const char *name;
    struct tt_method method;
} events[] = {
    {"PY_START", {"begins", {.fast = on_begin}, PYTHON_FASTCALL, NULL}},
    {"PY_RESUME", {"goes_on", {.fast = on_begin}, PYTHON_FASTCALL, NULL}},
    {"PY_RETURN", {"ends", {.fast = on_end}, PYTHON_FASTCALL, NULL}},
    {"PY_YIELD", {"stops", {.fast = on_end}, PYTHON_FASTCALL, NULL}},
    {"PY_THROW", {"is_thrown_into", {.fast = on_throw}, PYTHON_FASTCALL, NULL}},
    {"PY_UNWIND", {"is_left", {.fast = on_unwind}, PYTHON_FASTCALL, NULL}},
};

/* Whether the call was made; no exception is left. */
static int made(PyObject *result)
{
    if (result != NULL)
        tt_python.Py_DecRef(result);
    tt_python.PyErr_Clear();
    return result != NULL;
}

static int take_tool(PyObject *monitoring)
{
    for (int tool = LAST_TOOL; tool >= FIRST_TOOL; tool--)
        if (made(tt_python.PyObject_CallMethod(monitoring, "use_tool_id", "is", tool, "trimtab")))
            return tool;
    return -1;
}

/* @return the events that are told of from now on */
static int register_events(PyObject *monitoring, int tool)
{
    int set = 0;
    PyObject *numbers = tt_python.PyObject_GetAttrString(monitoring, "events");
    PyObject *self = tt_python.PyUnicode_FromString("trimtab");
    for (size_t i = 0; numbers != NULL && self != NULL && i < sizeof events / sizeof events[0]; i++) {
        int number = (int)tt_python_number(numbers, events[i].name);
        PyObject *function = tt_python.PyCFunction_NewEx(&events[i].method, self, NULL);
        if (number != 0 && function != NULL &&
            made(tt_python.PyObject_CallMethod(monitoring, "register_callback", "iiO", tool, number, function)))
            set |= number;
        if (function != NULL)
            tt_python.Py_DecRef(function);
    }
    if (numbers != NULL)
        tt_python.Py_DecRef(numbers);
    if (self != NULL)
        tt_python.Py_DecRef(self);
    tt_python.PyErr_Clear();
    return set;
}

int tt_python_can_monitor(void)
{
    return tt_python.PySys_GetObject("monitoring") != NULL;
}

const char *tt_python_monitor(void)
{
    PyObject *monitoring = tt_python.PySys_GetObject("monitoring");
    no_more = tt_python.PyObject_GetAttrString(monitoring, "DISABLE");
    int tool = no_more == NULL ? -1 : take_tool(monitoring);
    tt_python.PyErr_Clear();
    if (tool < 0)
        return "other tools have all numbers that Python 3.12 and later keep for tools (sys.monitoring)";
    int set = register_events(monitoring, tool);
    if (!made(tt_python.PyObject_CallMethod(monitoring, "set_events", "ii", tool, set)))
        return "Python does not report calls (sys.monitoring.set_events)";
    return NULL;
}
