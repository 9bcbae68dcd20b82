/* Which files are left out, as people say it: parts of names, and rules in order. */
#ifndef TRIMTAB_FILES_H
#define TRIMTAB_FILES_H

#include <limits.h>
#include <stddef.h>

#define TT_WHOLE_PATH ((size_t)4 * PATH_MAX)

/** The absolute path of a file without `.` and `..`, by its text. @param path as compilers print it */
void tt_whole_path(const char *path, char whole[TT_WHOLE_PATH]);

struct tt_left_out {
    char *parts; /* TRIMTAB_EXCLUDE_FILES, as of parts.h; or NULL */
    char *rules; /* TRIMTAB_FILE_RULES, in the same form: `-` or `+` before a pattern; the last that fits counts; or NULL */
};

struct tt_left_out tt_read_left_out(void);
void tt_close_left_out(struct tt_left_out *left_out);

/** Whether the functions of a file are left out. @param path as compilers print it */
int tt_is_left_out(const struct tt_left_out *left_out, const char *path);

#endif
