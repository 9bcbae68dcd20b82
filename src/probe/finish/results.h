/* The files of results: they are made in a folder of the finisher, and moved into place when all are complete. */
#ifndef TRIMTAB_FINISH_RESULTS_H
#define TRIMTAB_FINISH_RESULTS_H

#include "otf2/archive.h"

/** Whether raw records are kept, see TRIMTAB_KEEP_RAW. */
int keeps_raw(void);
/** Makes the folder in which results are made; it is removed at an early end. */
void make_folder(struct archive *a);
/** Moves the trace, the profile, or both to their place. */
void move_results(const struct archive *a, int trace, int profile);
/** Removes the raw files of the run. A process that began to record in the meantime keeps its files. */
void remove_used(const struct run *run);

#endif
