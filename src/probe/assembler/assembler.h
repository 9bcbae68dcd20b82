/* The assembler itself: found behind this filter, started. */
#ifndef TRIMTAB_ASSEMBLER_H
#define TRIMTAB_ASSEMBLER_H

#include <stddef.h>

/** Its path: TRIMTAB_AS, else the first `as` of PATH that is not this program; 0 when there is none. */
int tt_find_assembler(char *path, size_t size);

/** Runs it; its exit code. What it says goes to `errors`, a file descriptor, or to standard error where that is -1. */
int tt_assemble(const char *assembler, char *const arguments[], int input, int errors);

#endif
