/* Names and paths as people read them. */
#ifndef TRIMTAB_FINISH_NAMES_H
#define TRIMTAB_FINISH_NAMES_H

#include <stdint.h>

/** The part of a path after the last slash. */
const char *base_name(const char *path);

/** Whether a text begins with one of the words, of which NULL is behind the last. */
int begins_with_any(const char *text, const char *const *words);

/** The path in "path:line", with . and .. taken out and its line in `*line`; NULL, and
 *  line 0, where addr2line gave question marks. Changes `answer`. */
char *split_line(char *answer, uint32_t *line);

/** Whether a file (which may be NULL) has the name of a Fortran source. */
int is_fortran(const char *file);

/** The name to show for a C or Fortran symbol in `file` (which may be NULL). */
char *readable_name(const char *linkage, const char *file);

#endif
