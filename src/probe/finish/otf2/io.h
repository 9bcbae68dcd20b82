/* Files and handles of a run, each once for all processes. */
#ifndef TRIMTAB_FINISH_IO_H
#define TRIMTAB_FINISH_IO_H

#include "../read/base.h"

struct io_handle {
    uint32_t file, paradigm; /* the file's number, MAP_MISSING: none; enum tt_io_paradigm */
    uint32_t name;           /* a text */
};

struct io_run {
    uint32_t *files; /* their paths, texts */
    uint32_t file_count, file_capacity;
    struct map file_index;
    struct io_handle *handles; /* those of the standard streams come first */
    uint32_t handle_count, handle_capacity;
    struct map handle_index;
    int is_there; /* a process recorded input and output */
};

#endif
