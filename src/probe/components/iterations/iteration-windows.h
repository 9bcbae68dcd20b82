/* The iterations that TRIMTAB_ITERATIONS names: functions are recorded in them only. */
#ifndef TRIMTAB_WINDOWS_H
#define TRIMTAB_WINDOWS_H

#include <stdint.h>

/** Reads `100-110,200`; 0, and there are none, if it is no list of rising iterations. */
int tt_read_windows(const char *text);
/** The iteration at which functions are switched next; UINT64_MAX: none. */
uint64_t tt_next_window(void);
/** Passes it. @returns whether they are switched on there */
int tt_pass_window(void);

#endif
