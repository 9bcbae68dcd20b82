/* Counters in the archive, and regions that are too short for reading them. */
#ifndef TRIMTAB_FINISH_UNCOUNTED_H
#define TRIMTAB_FINISH_UNCOUNTED_H

#include "archive.h"

/** Finds the regions that counters are not read at: those of one process are those of all. */
void unify_uncounted(struct archive *archive);
/** Whether what is counted in a region is its caller's. */
int is_uncounted(const struct archive *archive, uint32_t region);
/** How many counters a process reads. */
uint32_t counters_of(const struct process *process);
/** Gives the archive the properties that tell of counters. */
void write_counters(struct archive *archive);

#endif
