/* Writes a unit with sleds. */
#ifndef TRIMTAB_WRITER_H
#define TRIMTAB_WRITER_H

#include <stdio.h>

#include "unit.h"

struct tt_written {
    unsigned functions, sleds;
};

/** Writes the unit; functions that cannot be read stay as they are. Errors of the stream are the caller's to look for. */
void tt_write_unit(FILE *out, const struct tt_unit *unit, struct tt_written *written);

#endif
