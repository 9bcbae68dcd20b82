/*
 * Functions are those of files below the working folder and that of the script, but for installed packages. They are known by
 * their code objects; the lines of calls by code object and instruction, since finding a line means reading a table.
 */
#include "python-functions.h"

#include "../callers/callers.h"
#include "../../core/probe.h"
#include "../user/definitions.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FUNCTIONS = 1 << 15, /* that are known: a power of two, of which half may be taken */
    LINES = 1 << 12,     /* places of calls that are kept: a power of two */
};

static struct tt_function functions[FUNCTIONS];
static unsigned function_count;

struct place {
    const struct tt_function *function;
    int instruction;
    const void *site;
};
static struct place places[LINES];

static int takes_all;
static char working_folder[PATH_MAX], script_folder[PATH_MAX];

static size_t hash_of(const void *object)
{
    return (size_t)(((uintptr_t)object >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 40);
}

static int is_below(const char *file, const char *folder)
{
    size_t length = strlen(folder);
    return length > 0 && strncmp(file, folder, length) == 0 && file[length] == '/';
}

static int is_of_the_program(const char *file)
{
    if (file[0] != '/')
        return 0;
    if (takes_all)
        return 1;
    return strstr(file, "/site-packages/") == NULL && strstr(file, "/dist-packages/") == NULL &&
           (is_below(file, working_folder) || is_below(file, script_folder));
}

static void take_script_folder(void)
{
    char line[PATH_MAX * 4], path[PATH_MAX];
    FILE *file = fopen("/proc/self/cmdline", "re");
    size_t length = file == NULL ? 0 : fread(line, 1, sizeof line - 1, file);
    if (file != NULL)
        fclose(file);
    line[length] = '\0';
    for (const char *word = line; word < line + length; word += strlen(word) + 1) {
        size_t end = strlen(word);
        if (word == line || end < 3 || strcmp(word + end - 3, ".py") != 0 || realpath(word, path) == NULL)
            continue;
        *strrchr(path, '/') = '\0';
        snprintf(script_folder, sizeof script_folder, "%s", path);
        return;
    }
}

void tt_python_take_folders(int all)
{
    takes_all = all;
    if (getcwd(working_folder, sizeof working_folder) == NULL)
        working_folder[0] = '\0';
    take_script_folder();
}

static char *absolute(char *file)
{
    char path[PATH_MAX * 2], found[PATH_MAX];
    if (file == NULL || file[0] == '<')
        return file;
    if (file[0] == '/')
        snprintf(path, sizeof path, "%s", file);
    else
        snprintf(path, sizeof path, "%s/%s", working_folder, file);
    free(file);
    return strdup(realpath(path, found) != NULL ? found : path);
}

/* Names as people write them: without brackets and "<locals>"; the code of a module itself has no name. */
static char *plain_name(char *name)
{
    static const char locals[] = "<locals>.";
    if (name == NULL || strcmp(name, "<module>") == 0) {
        free(name);
        return NULL;
    }
    for (char *at; (at = strstr(name, locals)) != NULL;)
        memmove(at, at + strlen(locals), strlen(at + strlen(locals)) + 1);
    char *to = name;
    for (const char *from = name; *from != '\0'; from++)
        if (*from != '<' && *from != '>')
            *to++ = *from;
    *to = '\0';
    return name;
}

/* "module.function"; the script's own module by the name of its file. */
static char *name_of(PyObject *frame, PyObject *code, const char *file)
{
    char *function = tt_python_text(code, "co_qualname"); /* 3.11 and later */
    if (function == NULL)
        function = tt_python_text(code, "co_name");
    function = plain_name(function);
    PyObject *globals = tt_python.PyObject_GetAttrString(frame, "f_globals");
    PyObject *known = globals == NULL ? NULL : tt_python.PyDict_GetItemString(globals, "__name__");
    const char *module = known == NULL ? NULL : tt_python.PyUnicode_AsUTF8(known);
    char stem[NAME_MAX + 1] = "";
    const char *slash = strrchr(file, '/');
    if (module == NULL || strcmp(module, "__main__") == 0) {
        snprintf(stem, sizeof stem, "%s", slash != NULL ? slash + 1 : file);
        stem[strcspn(stem, ".")] = '\0';
        module = stem;
    }
    char *name = NULL;
    if (asprintf(&name, "%s%s%s", module, function != NULL ? "." : " ", function != NULL ? function : "(module)") < 0)
        name = NULL;
    free(function);
    if (globals != NULL)
        tt_python.Py_DecRef(globals);
    tt_python.PyErr_Clear();
    return name;
}

static void describe(struct tt_function *f, PyObject *frame)
{
    char *file = absolute(tt_python_text(f->code, "co_filename"));
    if (file == NULL || !is_of_the_program(file)) {
        free(file);
        return;
    }
    f->file = file;
    f->name = frame == NULL ? NULL : name_of(frame, f->code, file);
    if (f->name == NULL)
        return;
    long line = tt_python_number(f->code, "co_firstlineno");
    char place[PATH_MAX + 32];
    snprintf(place, sizeof place, "%ld %s", line > 0 ? line : 1, file);
    f->what = tt_define("python", f->name, place, NULL);
}

struct tt_function *tt_python_function(PyObject *code, PyObject *frame)
{
    size_t at = hash_of(code) & (FUNCTIONS - 1);
    while (functions[at].code != NULL && functions[at].code != code)
        at = (at + 1) & (FUNCTIONS - 1);
    struct tt_function *f = &functions[at];
    if (f->code != NULL)
        return f;
    if (function_count >= FUNCTIONS / 2)
        return NULL;
    function_count++;
    tt_python.Py_IncRef(code);
    f->code = code;
    PyObject *type, *value, *trace;
    tt_python.PyErr_Fetch(&type, &value, &trace);
    describe(f, frame != NULL ? frame : tt_python.PyEval_GetFrame());
    tt_python.PyErr_Restore(type, value, trace);
    return f;
}

struct tt_function *tt_python_function_of(PyObject *frame)
{
    PyObject *code = tt_python.PyFrame_GetCode(frame);
    struct tt_function *f = tt_python_function(code, frame);
    tt_python.Py_DecRef(code); /* the frame has it still */
    return f;
}

static const void *site_of(const struct tt_function *f, PyObject *frame)
{
    int instruction = tt_python.PyFrame_GetLasti == NULL ? -1 : tt_python.PyFrame_GetLasti(frame);
    struct place *p = &places[(hash_of(f) + (size_t)instruction) & (LINES - 1)];
    if (instruction >= 0 && p->function == f && p->instruction == instruction)
        return p->site;
    int line = tt_python.PyFrame_GetLineNumber(frame);
    const void *site = tt_line_site(f->file, line > 0 ? (unsigned)line : 1);
    *p = (struct place){f, instruction, site};
    return site;
}

const void *tt_python_line(PyObject *frame)
{
    const void *site = NULL;
    while (frame != NULL) {
        const struct tt_function *f = tt_python_function_of(frame);
        if (f != NULL && f->file != NULL)
            site = site_of(f, frame);
        PyObject *around = site == NULL ? tt_python.PyFrame_GetBack(frame) : NULL;
        tt_python.Py_DecRef(frame);
        frame = around;
    }
    return site;
}

const struct tt_function *tt_python_innermost(PyObject *frame, int *line)
{
    const struct tt_function *found = NULL;
    while (frame != NULL) {
        const struct tt_function *f = tt_python_function_of(frame);
        if (f != NULL && f->file != NULL) {
            found = f;
            *line = tt_python.PyFrame_GetLineNumber(frame);
        }
        PyObject *around = found == NULL ? tt_python.PyFrame_GetBack(frame) : NULL;
        tt_python.Py_DecRef(frame);
        frame = around;
    }
    return found;
}

void tt_python_each(void (*look)(struct tt_function *function, void *data), void *data)
{
    /* Reading a table that nothing is in would use its memory for the first time. */
    for (size_t i = 0; function_count > 0 && i < FUNCTIONS; i++)
        if (functions[i].what != 0)
            look(&functions[i], data);
}
