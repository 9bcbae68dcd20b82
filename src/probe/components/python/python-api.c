#include "python-api.h"

#include <dlfcn.h>
#include <string.h>

struct tt_python_api tt_python;

int tt_find_python(void)
{
    int found = 1;
    void *at;
#define TT_FIND(name, result, parameters)              \
    at = dlsym(RTLD_DEFAULT, #name);                   \
    memcpy(&tt_python.name, &at, sizeof at);           \
    found = found && at != NULL;
#define TT_FIND_LATER(name, result, parameters)        \
    at = dlsym(RTLD_DEFAULT, #name);                   \
    memcpy(&tt_python.name, &at, sizeof at);
    TT_PYTHON_FUNCTIONS(TT_FIND)
    TT_LATER_PYTHON_FUNCTIONS(TT_FIND_LATER)
#undef TT_FIND
#undef TT_FIND_LATER
    return found;
}

char *tt_python_text(PyObject *of, const char *name)
{
    PyObject *value = tt_python.PyObject_GetAttrString(of, name);
    const char *text = value == NULL ? NULL : tt_python.PyUnicode_AsUTF8(value);
    char *copy = text == NULL ? NULL : strdup(text);
    if (value != NULL)
        tt_python.Py_DecRef(value);
    tt_python.PyErr_Clear();
    return copy;
}

long tt_python_number(PyObject *of, const char *name)
{
    PyObject *value = tt_python.PyObject_GetAttrString(of, name);
    long number = value == NULL ? 0 : tt_python.PyLong_AsLong(value);
    tt_python.PyErr_Clear();
    if (value != NULL)
        tt_python.Py_DecRef(value);
    return number;
}
