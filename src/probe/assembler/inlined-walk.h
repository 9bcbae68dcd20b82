/* Reading the debug information of a compilation unit, entry by entry. */
#ifndef TRIMTAB_INLINED_WALK_H
#define TRIMTAB_INLINED_WALK_H

#include "debug-section.h"
#include "inlined.h"

struct debug {
    struct tt_section info, abbreviations, lists, ranges;
};

struct abbreviation {
    uint64_t tag;
    int has_children;
    size_t attributes; /* where they stand; 0: there is none of this number */
};

struct value {
    uint64_t number;
    struct tt_text symbol;
    int is_list_index;
};

struct walk {
    struct tt_inlined *inlined;
    const struct tt_unit *unit;
    const struct debug *debug;
    struct tt_reader at;
    struct abbreviation *known; /* by number */
    size_t known_count;
    unsigned version;
    long lists_base;
    int short_of_memory;
};

/* inlined-ranges.c */
/** The parts of a difference of two labels. */
struct tt_text tt_before_minus(struct tt_text text);
struct tt_text tt_behind_minus(struct tt_text text);
/** Notes that the code of the call that is read lies between two labels, or in a list of ranges. */
void tt_note_code(struct walk *walk, struct tt_text from, struct tt_text to, uint64_t ranges);
void tt_note_ranges(struct walk *walk, struct value where, uint64_t ranges);

#endif
