/* Which files are left out, as people say it: parts of names, and rules in order. */
#ifndef TRIMTAB_FILES_H
#define TRIMTAB_FILES_H

struct tt_left_out {
    char *parts; /* TRIMTAB_EXCLUDE_FILES, as of parts.h; or NULL */
    char *rules; /* TRIMTAB_FILE_RULES, in the same form: `-` or `+` before a pattern; the last that fits counts; or NULL */
};

struct tt_left_out tt_read_left_out(void);
void tt_close_left_out(struct tt_left_out *left_out);

/** Whether the functions of a file are left out. @param path as compilers print it */
int tt_is_left_out(const struct tt_left_out *left_out, const char *path);

#endif
