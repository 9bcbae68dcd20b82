/* Calls of Python functions that are open, and what recording them may cost. The interpreter's lock is held in all of it. */
#ifndef TRIMTAB_PYTHON_CALLS_H
#define TRIMTAB_PYTHON_CALLS_H

#include "python-functions.h"

/** A call begins, or goes on. @param key what tells it from others of the thread @param frame its own @return whether it is recorded */
int tt_python_enter(struct tt_function *function, const void *key, PyObject *frame);

/** A call ends, or stops. Calls of coroutines that are switched by hand need not end in turn. @return whether it was recorded */
int tt_python_leave(const void *key);

/** All calls of this thread end here, but for those that `stays` says 1 of. */
void tt_python_leave_all(int (*stays)(const void *key, const struct tt_function *function, void *data), void *data);

/** Notes what the probe took for an event, and whether something was recorded then. Where that is too much of the time,
 *  functions that were called most are left out. */
void tt_python_took(uint64_t ticks, int recorded);

/** What was called since the last look at costs is left out, but for what was called a few times only: no more is told of it. */
void tt_python_leave_out_all(void);

/** Writes what was left out, what recording took, and what was called too deeply. */
void tt_note_python_calls(void);

#endif
