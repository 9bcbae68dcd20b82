/* The files of results: they are made in a folder of the finisher, and moved into place when all are complete. */
#ifndef TRIMTAB_FINISH_RESULTS_H
#define TRIMTAB_FINISH_RESULTS_H

#include "otf2/archive.h"

/* results.c */
int keeps_raw(void);
void make_folder(struct archive *a);
void move_results(const struct archive *a, int trace, int profile);
/** A process that began to record in the meantime keeps its files. */
void remove_used(const struct run *run);

#endif
