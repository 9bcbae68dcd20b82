/* The heap in the archive. */
#ifndef TRIMTAB_FINISH_HEAP_SITES_H
#define TRIMTAB_FINISH_HEAP_SITES_H

#include "archive.h"

/** Collects the places where blocks were asked for. */
void collect_memory(struct archive *archive, const struct process *process);
/** Gives the archive the properties that tell of memory. */
void write_memory(struct archive *archive);

#endif
