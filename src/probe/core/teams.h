/* What the threads of a process know of each other's parallel regions and tasks, for profiles. */
#ifndef TRIMTAB_TEAMS_H
#define TRIMTAB_TEAMS_H

#include "../fold/fold.h"

/** Set by the first region of a program that gcc compiled. */
extern struct tt_openmp tt_openmp;

/** Notes where a task was created, for whichever thread executes it. */
void tt_note_task(uint64_t task, uint64_t site);

#endif
