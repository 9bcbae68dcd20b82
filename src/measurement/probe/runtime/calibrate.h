/* What recording costs on this machine. */
#ifndef TRIMTAB_CALIBRATE_H
#define TRIMTAB_CALIBRATE_H

#include "probe.h"

void tt_note_cost(const char *name, void (*record)(void));

#endif
