/* Where functions and variables begin, by the symbol tables of loaded files. */
#ifndef TRIMTAB_FINISH_FUNCTION_STARTS_H
#define TRIMTAB_FINISH_FUNCTION_STARTS_H

#include <stdint.h>

struct function_start {
    uint64_t begin, end; /* offsets as of places, see symbols.h */
    char *name;
};

struct function_starts {
    struct function_start *list; /* in order, none within another */
    uint32_t count;
};

/** Those of a file's own symbols and of those that it exports; none of what is no ELF file of this machine. */
struct function_starts read_function_starts(const char *path);
/** The same of variables. */
struct function_starts read_variable_starts(const char *path);
void free_starts(struct function_starts *starts);
/** The function, or variable, that an offset lies in; NULL where no symbol says so. */
const struct function_start *function_at(const struct function_starts *starts, uint64_t offset);

#endif
