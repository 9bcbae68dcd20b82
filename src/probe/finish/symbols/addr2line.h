/* Asking addr2line, the tool of the compiler's own binary utilities. */
#ifndef TRIMTAB_FINISH_ADDR2LINE_H
#define TRIMTAB_FINISH_ADDR2LINE_H

#include <stdint.h>

enum addr2line_question {
    ADDR2LINE_NAMES,      /* linkage names */
    ADDR2LINE_PLAIN_NAMES /* demangled names */
};

/** The answers for `count` addresses in the file `object`, a text each: the function and `file:line`, then those of the
 *  calls that were inlined around it, the innermost first; every line of them ended by a line feed. NULL if there are
 *  none, after a line on stderr where the tool could not be run. */
char **addr2line(const char *object, const uint64_t *addresses, uint32_t count, enum addr2line_question question);

#endif
