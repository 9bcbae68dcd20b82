#include "library-functions.h"

#include <stddef.h>

#include "mpi_regions.h"

int is_library_function(uint64_t function)
{
    return function < sizeof tt_mpi_regions / sizeof *tt_mpi_regions || is_io_function(function) || is_thread_function(function);
}
