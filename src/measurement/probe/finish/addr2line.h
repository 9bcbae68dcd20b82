/* Asking addr2line, the tool of the compiler's own binary utilities. */
#ifndef TRIMTAB_FINISH_ADDR2LINE_H
#define TRIMTAB_FINISH_ADDR2LINE_H

#include <stdint.h>

enum addr2line_question {
    ADDR2LINE_CHAINS,     /* one answer an address: file:line, and those of the calls that were inlined
                           * around it, the innermost first, each ended by a line feed */
    ADDR2LINE_NAMES,      /* two: linkage name, file:line */
    ADDR2LINE_PLAIN_NAMES /* two: demangled name, file:line */
};

/** The answers for `count` addresses in the file `object`; NULL if there are none, after a
 *  line on stderr where the tool could not be run. */
char **addr2line(const char *object, const uint64_t *addresses, uint32_t count, enum addr2line_question question);

#endif
