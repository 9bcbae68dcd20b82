/* What the process was given to run on, and by whom it was started. */
#ifndef TRIMTAB_SURROUNDINGS_H
#define TRIMTAB_SURROUNDINGS_H

void tt_read_surroundings(void);
void tt_note_surroundings(void);

/** Whether this is the first of the processes that a launcher started together, or there was none: what all of them would
 *  say before they know their ranks, one says. */
int tt_is_first_launched(void);

#endif
