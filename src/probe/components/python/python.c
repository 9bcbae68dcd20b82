/*
 * Functions of Python: an audit hook, which may be given before Python is initialised, tells when the program begins, so that
 * neither its files nor its environment are changed. From then on the interpreter's own interfaces tell of calls. All of this
 * runs with the interpreter's lock held, except where said.
 */
#include "../../core/component.h"
#include "../../core/probe.h"
#include "../../core/settings.h"
#include "../callers/callers.h"
#include "python-api.h"
#include "python-calls.h"
#include "python-lines.h"
#include "python-samples.h"
#include "python-ways.h"

#include <string.h>

int tt_python_has_threads;
static int is_begun, takes_all, monitors;
static void *main_interpreter;
static uint64_t wanted; /* 0: nothing; 2: libraries too */

/* Said once, and kept with what was recorded. */
static void refuse(const char *why)
{
    tt_say("functions of Python are not recorded, or not all: %s", why);
    tt_note("python-refused %s\n", why);
}

static void begin_program(void)
{
    if (is_begun)
        return;
    is_begun = 1;
    main_interpreter = tt_python.PyInterpreterState_Get();
    if (strstr(tt_python.Py_GetVersion(), "free-threading") != NULL) {
        refuse("this Python has no global lock");
        return;
    }
    tt_python_take_folders(takes_all);
    monitors = tt_python_can_monitor();
    const char *why = monitors ? tt_python_monitor() : NULL;
    if (why != NULL)
        refuse(why);
    if (monitors)
        return;
    tt_python_profile();
    tt_python_sample();
}

/* Interpreters within the process have functions and tools of their own. */
static void see_interpreter(void)
{
    static int said;
    if (said || tt_python.PyInterpreterState_Get() == main_interpreter)
        return;
    said = 1;
    tt_python_has_threads = 1;
    refuse("the program starts interpreters within its process, which are not recorded");
}

static int begins_with(const char *event, const char *text)
{
    return strncmp(event, text, strlen(text)) == 0;
}

static void see_event(const char *event)
{
    if (begins_with(event, "_thread.start_")) /* 3.12 and later */
        tt_python_has_threads = 1;
    else if (strcmp(event, "sys.setprofile") == 0 && !monitors)
        tt_python_profiled();
    see_interpreter();
}

static int on_audit(const char *event, PyObject *arguments, void *data)
{
    (void)arguments;
    (void)data;
    int is_end = is_begun && strcmp(event, "cpython._PySys_ClearAuditHooks") == 0;
    if (is_end)
        tt_python_end_samples();
    if (atomic_load(&tt_process.state) != TT_RECORDING)
        return 0;
    if (is_end)
        tt_python_leave_all(NULL, NULL); /* whose ends nobody told of */
    if (begins_with(event, "cpython.run_") && strcmp(event, "cpython.run_startup") != 0)
        begin_program();
    else if (is_begun)
        see_event(event);
    return 0;
}

/* Without the interpreter's lock, as libraries give it back around calls of MPI. It is taken where nobody else can have it:
 * waiting for another thread that waits for this call would never end. */
static int line_site(const void **site)
{
    *site = NULL;
    if (!is_begun)
        return 0;
    if (tt_python_has_threads || !tt_python.Py_IsInitialized() || tt_python.PyGILState_GetThisThreadState() == NULL)
        return 1;
    int state = tt_python.PyGILState_Ensure();
    PyObject *frame = tt_python.PyEval_GetFrame();
    if (frame != NULL)
        tt_python.Py_IncRef(frame);
    *site = tt_python_line(frame);
    tt_python.PyGILState_Release(state);
    return 1;
}

static void begin(void)
{
    if (wanted == 0)
        return;
    takes_all = wanted > 1;
    if (!tt_find_python())
        return;
    tt_script_site = line_site;
    tt_python.PySys_AddAuditHook(on_audit, NULL);
}

static void read_settings(void)
{
    wanted = tt_number_setting(TRIMTAB_PYTHON, (uint64_t)tt_process.preloaded, 0);
}

/* A child records nothing. */
static void forget(void)
{
    is_begun = 0;
}

static void note_facts(void)
{
    tt_note_python_calls();
    tt_note_python_off();
    tt_note_python_lines();
}

const struct tt_component tt_python_component = {
    .name = "python", .settings = read_settings, .begin = begin, .fork_child = forget, .end = note_facts};
