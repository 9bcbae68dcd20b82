/* Functions of libraries by their numbers in the records: MPI, input and output, POSIX threads. */
#ifndef TRIMTAB_FINISH_LIBRARY_FUNCTIONS_H
#define TRIMTAB_FINISH_LIBRARY_FUNCTIONS_H

#include "../../format/io-functions.h"
#include "../../format/thread-functions.h"

#include <stdint.h>

/** Whether there is one of that number. */
int is_library_function(uint64_t function);

static inline int is_io_function(uint64_t function)
{
    return function >= TT_FIRST_IO_FUNCTION && function < TT_IO_FUNCTIONS_END;
}

static inline int is_thread_function(uint64_t function)
{
    return function >= TT_FIRST_THREAD_FUNCTION && function < TT_THREAD_FUNCTIONS_END;
}

#endif
