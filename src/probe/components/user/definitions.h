/* What the program has named: regions, phases, entities, counters, parameters and texts, numbered from 1. */
#ifndef TRIMTAB_USER_DEFINITIONS_H
#define TRIMTAB_USER_DEFINITIONS_H

#include <stdint.h>

/** The number of what has this kind, name and detail (NULL as ""), made at the first call and noted with the place of
 *  that call. 0: nothing is recorded, or there are too many. Without locks where it is known. */
uint32_t tt_define(const char *kind, const char *name, const char *detail, const void *site);

/** The name of a number; NULL: there is none. Looks through all. */
const char *tt_defined_name(uint32_t number);

#endif
