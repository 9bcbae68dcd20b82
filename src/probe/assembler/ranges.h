/* Ranges of source lines that people want measured, as the build is told them. */
#ifndef TRIMTAB_RANGES_H
#define TRIMTAB_RANGES_H

#include <stddef.h>

/* Marks of ranges are bits of a word: so many may lie in the files of one unit. */
#define TT_MOST_RANGES 64u

struct tt_range {
    unsigned first, last; /* lines, from 1, both in it */
    const char *file;     /* its absolute path, or the last parts of it */
    const char *group, *name;
};

struct tt_ranges {
    struct tt_range *list; /* larger ones first, so that those which hold others begin before them */
    size_t count;
    int asked; /* a file was named, though it may hold none */
    char *text;
};

/** Reads the file that TRIMTAB_RANGES names: a range a line, `FIRST LAST FILE GROUP NAME`, by tabs. Lines that are none
 *  are passed over. */
struct tt_ranges tt_read_ranges(void);
void tt_close_ranges(struct tt_ranges *ranges);

/** Whether a range is of the file. @param path as compilers print it */
int tt_is_of_file(const struct tt_range *range, const char *path);

#endif
