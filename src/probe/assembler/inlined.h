/* Where the code of inlined functions lies whose calls stand in ranges of lines. */
#ifndef TRIMTAB_INLINED_H
#define TRIMTAB_INLINED_H

#include "unit.h"

/* At a label, ranges begin or end to hold inlined code. */
struct tt_edge {
    uint64_t ranges;
    int begins;
    unsigned next; /* another edge at the same label; 0: none, else its number plus one */
};

struct tt_inlined {
    struct tt_names labels; /* marks: the number of the last edge there, plus one, in `last` */
    struct tt_edge *edges;
    unsigned *last;
    size_t count, room, labels_count, labels_room;
};

/**
 * Reads from what the compiler tells debuggers (DWARF 2 to 5) which code was inlined at lines that are in ranges: it belongs to
 * them as the call would. What it does not tell, or tells in another way, is in none. 0 when memory is short.
 */
int tt_read_inlined(struct tt_inlined *inlined, const struct tt_unit *unit);
void tt_close_inlined(struct tt_inlined *inlined);

/** How often code at a place is in each range by inlining; kept from label to label. */
struct tt_inside {
    unsigned open[TT_MOST_RANGES];
    uint64_t ranges; /* those that are open */
};

/** Goes past a label. */
void tt_pass_label(struct tt_inside *inside, const struct tt_inlined *inlined, struct tt_text label);

#endif
