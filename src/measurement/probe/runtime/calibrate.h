/* What recording costs on this machine. */
#ifndef TRIMTAB_CALIBRATE_H
#define TRIMTAB_CALIBRATE_H

#include <stdint.h>

/* Pairs of enter and leave whose time is told. */
#define TT_COST_PAIRS 96

uint64_t tt_measure_cost(void (*record)(void));
void tt_note_cost(const char *name, uint64_t ticks);

#endif
