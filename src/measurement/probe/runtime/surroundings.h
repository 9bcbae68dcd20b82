/* What the process was given to run on, and by whom it was started. */
#ifndef TRIMTAB_SURROUNDINGS_H
#define TRIMTAB_SURROUNDINGS_H

void tt_read_surroundings(void);
void tt_note_surroundings(void);

#endif
