/* Files and handles of a process. */
#ifndef TRIMTAB_FINISH_IO_FACTS_H
#define TRIMTAB_FINISH_IO_FACTS_H

#include <stdint.h>

struct local_io_file {
    char *path;      /* NULL: there is no such number */
    uint32_t global; /* index in the unified files */
};

struct local_io_handle {
    uint32_t file, paradigm; /* local number of the file, 0: none; enum tt_io_paradigm, or TT_IO_PARADIGMS: no such number */
    uint32_t global;
};

struct io_facts {
    int is_recorded; /* input and output were recorded */
    struct local_io_file *files; /* by number */
    uint32_t file_count, file_capacity;
    struct local_io_handle *handles; /* by number */
    uint32_t handle_count, handle_capacity;
};

#endif
