/* Functions of Python: what is known of their code, and which are the program's. */
#ifndef TRIMTAB_PYTHON_FUNCTIONS_H
#define TRIMTAB_PYTHON_FUNCTIONS_H

#include "python-api.h"

#include <stdint.h>

/* A code object of Python. All of this is looked at and changed with the interpreter's lock held. */
struct tt_function {
    PyObject *code; /* kept, so that no other function has its address */
    const char *file; /* NULL: none of the program */
    char *name;
    uint32_t what; /* as records name it; 0: it is not recorded */
    uint32_t open; /* recorded calls of it that have not ended, of all threads */
    int left_out;  /* it is recorded no more, since that cost too much */
    uint32_t recent;         /* calls that were seen since the last look at costs */
    uint64_t calls;          /* that were seen */
    uint64_t unrecorded;     /* of these, since it is left out */
    uint64_t until; /* ticks when its calls were told of for the last time; 0: they are still */
    double rate;    /* calls a tick when it was left out, without what telling of them took */
};

/** Which functions are the program's: those of files below the working folder and the script's, or all. */
void tt_python_take_folders(int all);

/** What is known of a code object, found out where it is new; NULL where there are too many.
 *  @param frame one that runs it; NULL: the calling thread's */
struct tt_function *tt_python_function(PyObject *code, PyObject *frame);

/** The same of what a frame runs. */
struct tt_function *tt_python_function_of(PyObject *frame);

/** What stands for the innermost line of the program from a frame on, whose reference is given back; NULL: none. */
const void *tt_python_line(PyObject *frame);

/** The innermost function of the program from a frame on, whose reference is given back, and its line; NULL: none. */
const struct tt_function *tt_python_innermost(PyObject *frame, int *line);

/** Calls `look` for each function that is recorded, or was until it was left out. */
void tt_python_each(void (*look)(struct tt_function *function, void *data), void *data);

#endif
