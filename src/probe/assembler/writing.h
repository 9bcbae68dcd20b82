/* What a unit is being written with. */
#ifndef TRIMTAB_WRITING_H
#define TRIMTAB_WRITING_H

#include <stdio.h>

#include "../format/sleds.h"
#include "frame.h"
#include "function.h"
#include "range-writer.h"
#include "writer.h"

struct writing {
    FILE *out;
    const struct tt_unit *unit;
    struct tt_function function;
    struct tt_written *written;
    unsigned number;       /* of the function, for its label */
    struct tt_text part;   /* the symbol of the section the code is in now */
    struct tt_frame frame;
    int entered;           /* its entry has a sled */
    int in_assembly;       /* the source's own assembly, which may use `ret` as it likes */
    int has_sleds;         /* the function itself */
    int is_behind;         /* an instruction whose ways on may need sleds */
    struct tt_range_writer ranges;
    unsigned edges;        /* of the unit */
    struct tt_later later; /* where conditional jumps lead that need a sled of their own; at the end of the part */
};

/* sled-sections.c */
/** Writes a sled and its entry in the section of sleds. */
void tt_put_sled(struct writing *w, enum tt_sled_kind kind);
/** What sleds of functions call by their words while they are off. */
void tt_put_nothing(struct writing *w);
/** Writes what is known of the function. */
void tt_put_facts(struct writing *w);

#endif
