/* Which functions of the program are recorded, and how deeply. */
#ifndef TRIMTAB_FUNCTIONS_H
#define TRIMTAB_FUNCTIONS_H

#include <stdint.h>

#include "../../core/calibrate.h"

#define TT_ALL_FUNCTIONS 2

/** Functions are recorded, not only MPI and OpenMP: TT_ALL_FUNCTIONS, or a first set of them; 0: none is. */
extern int tt_functions_wanted;

/** How many open functions each thread records from now on; those that are open below stay as they are. */
void tt_set_depth(uint64_t depth);

/** What pairs of hooks of compilers cost. */
struct tt_cost tt_hook_cost(void);

#endif
