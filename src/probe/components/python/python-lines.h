/* How many samples each line of Python has, of which profiles have no records. */
#ifndef TRIMTAB_PYTHON_LINES_H
#define TRIMTAB_PYTHON_LINES_H

#include "python-functions.h"

/** Counts samples of a line of a function. Looked at with the interpreter's lock held. */
void tt_python_count_line(const struct tt_function *function, int line, uint64_t samples);
/** Notes all of them. */
void tt_note_python_lines(void);

#endif
