/* Pools of threads that the program created. */
#ifndef TRIMTAB_FINISH_POOLS_H
#define TRIMTAB_FINISH_POOLS_H

#include "archive.h"

/** Asks for the lines and functions of all calls that created threads, before symbols are resolved. */
void collect_pools(struct archive *archive);
/** Names the pools. */
void name_pools(struct archive *archive);
/** Gives the archive the property that lists them. */
void write_pools(struct archive *archive);

#endif
