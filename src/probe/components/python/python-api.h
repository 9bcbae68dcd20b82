/*
 * What is asked of Python: functions of its documented C interface (3.9 and later), found in the process, so that nothing is
 * linked with any version of it. No structure of Python's is looked into.
 */
#ifndef TRIMTAB_PYTHON_API_H
#define TRIMTAB_PYTHON_API_H

#include <stddef.h>

typedef struct tt_object PyObject;
typedef int (*tt_profiler)(PyObject *self, PyObject *frame, int what, PyObject *argument);
typedef int (*tt_audit_hook)(const char *event, PyObject *arguments, void *data);
typedef PyObject *(*tt_c_function)(PyObject *self, PyObject *arguments);
typedef PyObject *(*tt_fast_c_function)(PyObject *self, PyObject *const *arguments, ptrdiff_t count);

/* What the profiler is told, and of C functions: the values are part of the interface. */
enum { PYTHON_CALL = 0, PYTHON_RETURN = 3 };

/* PyMethodDef, of which an interpreter takes the address. */
struct tt_method {
    const char *name;
    union {
        tt_c_function plain;
        tt_fast_c_function fast;
    } function;
    int flags;
    const char *text;
};
enum { PYTHON_VARARGS = 0x1, PYTHON_FASTCALL = 0x80 };

/* name, result, parameters */
#define TT_PYTHON_FUNCTIONS(X)                                         \
    X(PySys_AddAuditHook, int, (tt_audit_hook hook, void *data))       \
    X(PyEval_SetProfile, void, (tt_profiler profiler, PyObject *self)) \
    X(PyEval_GetFrame, PyObject *, (void))                             \
    X(PyFrame_GetCode, PyObject *, (PyObject *frame))                  \
    X(PyFrame_GetBack, PyObject *, (PyObject *frame))                  \
    X(PyFrame_GetLineNumber, int, (PyObject *frame))                   \
    X(PyInterpreterState_Get, void *, (void))                          \
    X(PyObject_IsTrue, int, (PyObject *object))                        \
    X(Py_AddPendingCall, int, (int (*call)(void *), void *argument))   \
    X(PyObject_GetAttrString, PyObject *, (PyObject *of, const char *name)) \
    X(PyDict_GetItemString, PyObject *, (PyObject *of, const char *key)) \
    X(PySys_GetObject, PyObject *, (const char *name))                 \
    X(PyObject_CallMethod, PyObject *, (PyObject *of, const char *name, const char *format, ...)) \
    X(PyImport_GetModule, PyObject *, (PyObject *name))                \
    X(PyUnicode_FromString, PyObject *, (const char *text))            \
    X(PyUnicode_AsUTF8, const char *, (PyObject *text))                \
    X(PyLong_AsLong, long, (PyObject *number))                         \
    X(PyCFunction_NewEx, PyObject *, (struct tt_method *method, PyObject *self, PyObject *module)) \
    X(PyErr_Clear, void, (void))                                       \
    X(PyErr_Fetch, void, (PyObject **type, PyObject **value, PyObject **trace)) \
    X(PyErr_Restore, void, (PyObject *type, PyObject *value, PyObject *trace)) \
    X(PyGILState_Ensure, int, (void))                                  \
    X(PyGILState_Release, void, (int state))                           \
    X(PyGILState_GetThisThreadState, void *, (void))                   \
    X(Py_IsInitialized, int, (void))                                   \
    X(Py_GetVersion, const char *, (void))                             \
    X(Py_IncRef, void, (PyObject *object))                             \
    X(Py_DecRef, void, (PyObject *object))

/* Those that older versions have not: NULL. */
#define TT_LATER_PYTHON_FUNCTIONS(X) X(PyFrame_GetLasti, int, (PyObject *frame)) /* 3.11 */

struct tt_python_api {
#define TT_FIELD(name, result, parameters) result(*name) parameters;
    TT_PYTHON_FUNCTIONS(TT_FIELD)
    TT_LATER_PYTHON_FUNCTIONS(TT_FIELD)
#undef TT_FIELD
};

extern struct tt_python_api tt_python;

/** Finds all of them; 0 where the process is no Python, or one of another time. */
int tt_find_python(void);

/** An attribute that is a text, as one that stays; NULL where there is none of that name. No exception is left. */
char *tt_python_text(PyObject *of, const char *name);
/** An attribute that is a number, 0 where there is none. */
long tt_python_number(PyObject *of, const char *name);

#endif
