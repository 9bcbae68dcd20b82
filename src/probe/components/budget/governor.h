/* Keeping the cost of a measurement within bounds while the program runs. */
#ifndef TRIMTAB_GOVERNOR_H
#define TRIMTAB_GOVERNOR_H

#include "../../core/probe.h"

/** What a pair of records of OpenMP costs, in ticks; before that is known no construct is switched off. */
void tt_set_openmp_cost(double ticks_of_pair);

#endif
