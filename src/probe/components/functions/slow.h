/* What hooks do that is not usual. */
#ifndef TRIMTAB_SLOW_H
#define TRIMTAB_SLOW_H

#include <stdint.h>

typedef void tt_hook(uintptr_t function, uintptr_t caller, uintptr_t frame);

/** Calls a function of ordinary code with all vector registers kept as they are. */
void tt_slowly(tt_hook *what, uintptr_t function, uintptr_t caller, uintptr_t frame);

tt_hook tt_enter_slowly, tt_leave_slowly, tt_begin_iteration;

/** Ranges of lines, with what they are known by (TT_OPEN_RANGE) as the function, and where they stand as the frame; of those
 *  that begin, the caller is the place below which frames are gone. */
tt_hook tt_begin_slowly, tt_end_slowly;

/** Finds out what registers this processor has; before any sled is switched on. */
void tt_find_registers(void);

#endif
