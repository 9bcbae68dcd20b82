/* The lines of calls in Fortran sources, where compilers tell them wrong. */
#ifndef TRIMTAB_FINISH_FORTRAN_CALLS_H
#define TRIMTAB_FINISH_FORTRAN_CALLS_H

#include <stdint.h>

/**
 * The line on which `name` is called by the statement that `line` is part of; where it is no call of that, the only call
 * of `name` in the procedure that begins at line `begin` (0: unknown). 0 where neither can be told, and `line` where the
 * source cannot be read or the call may have another name there, as those of generic procedures.
 */
uint32_t fortran_call_line(const char *path, uint32_t line, uint32_t begin, const char *name);

#endif
