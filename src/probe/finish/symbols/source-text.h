/* Reading the program's source, for what its compiler does not tell. */
#ifndef TRIMTAB_FINISH_SOURCE_TEXT_H
#define TRIMTAB_FINISH_SOURCE_TEXT_H

#include <stdint.h>

/** The first line from `first` to `last` with an OpenMP directive that has one of the words
 *  (ended by NULL; ^WORD must come first) and ends no construct; 0 if there is none, or the file cannot be read. */
uint32_t directive_at(const char *path, uint32_t first, uint32_t last, const char *const *words);

/** The line of the Fortran directive of the parallel region that is open at a line; 0 if there is none. */
uint32_t parallel_around(const char *path, uint32_t number);

/** Whether the statement of a line is a loop. */
int is_loop(const char *path, uint32_t number);

/** Whether the worksharing directive of a line, or the one that ends it, says "nowait". */
int has_nowait(const char *path, uint32_t number);

#endif
