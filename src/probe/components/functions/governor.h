/* Keeping the cost of a measurement within bounds while the program runs. */
#ifndef TRIMTAB_GOVERNOR_H
#define TRIMTAB_GOVERNOR_H

#include "../../core/probe.h"

/* Records between two looks: 4,096 of the usual two words, 64 KiB. */
#define TT_CHUNK_WORDS 8192u

/** What a pair of enter and leave costs, in ticks; before that is known nothing is switched off. */
void tt_set_cost(double ticks_of_pair);

/** The same of a pair of records of OpenMP. */
void tt_set_openmp_cost(double ticks_of_pair);

/** Looks at the records that the calling thread has written since the last look, and switches off what costs more than
 *  TRIMTAB_BUDGET allows. */
void tt_govern(struct tt_thread *t);

#endif
