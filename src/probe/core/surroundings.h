/* What the process was given to run on, and by whom it was started. */
#ifndef TRIMTAB_SURROUNDINGS_H
#define TRIMTAB_SURROUNDINGS_H

#include <stddef.h>

/** Reads a small file of the system as text that ends with a zero, empty where it cannot be read; callable from a signal
 *  handler. @returns its length */
size_t tt_read_text(const char *path, char *text, size_t size);

void tt_read_surroundings(void);
void tt_note_surroundings(void);

/** Whether this is the first of the processes that a launcher started together, or there was none: what all of them would
 *  say before they know their ranks, one says. */
int tt_is_first_launched(void);

#endif
