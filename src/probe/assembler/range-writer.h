/* Writes what measures ranges: sleds on edges of the control flow, what they call when they are on, and what was found. */
#ifndef TRIMTAB_RANGE_WRITER_H
#define TRIMTAB_RANGE_WRITER_H

#include <stdio.h>

#include "flow.h"
#include "inlined.h"

/* Text that is written later, as behind all code of a function. */
struct tt_later {
    FILE *out; /* NULL: nothing was written */
    char *text;
    size_t size;
};

/* In one function. */
struct tt_range_place {
    FILE *out;             /* where the sleds go */
    const struct tt_frame *frame;
    struct tt_text part;   /* the symbol of the section */
    unsigned function;     /* its number in the unit */
};

struct tt_range_counts {
    unsigned in, foreign, unmapped, begins, ends;
};

struct tt_range_writer {
    const struct tt_unit *unit;
    struct tt_inlined inlined;
    int failed; /* memory was too short for that */
    struct tt_control flow;
    size_t next; /* instruction */
    int is_on;   /* the function has ranges that can be measured */
    unsigned sleds, edges;
    struct tt_later stubs, facts;
    struct tt_range_counts counts[TT_MOST_RANGES];
    unsigned before[TT_MOST_RANGES], behind[TT_MOST_RANGES]; /* the lines nearest to each range that have instructions */
    unsigned long instructions, unmapped, unmapped_jumps, filled, refused; /* of the unit */
};

/** Reads what was inlined into lines of ranges. */
void tt_open_ranges_of_unit(struct tt_range_writer *w, const struct tt_unit *unit);

/** Reads the function's control flow, and says where its ranges are. */
void tt_begin_ranges(struct tt_range_writer *w, const struct tt_function *function, const struct tt_range_place *at);

/** Sleds for ranges that begin with the function; before an instruction; before one that leaves the function; behind one. */
void tt_put_entered(struct tt_range_writer *w, const struct tt_range_place *at);
void tt_put_before(struct tt_range_writer *w, const struct tt_range_place *at, size_t step);
void tt_put_left(struct tt_range_writer *w, const struct tt_range_place *at, size_t step);
void tt_put_behind(struct tt_range_writer *w, const struct tt_range_place *at, size_t step);

/** Whether ranges begin or end where a jump of the function leads; sleds that do so. */
int tt_jump_changes(const struct tt_range_writer *w, size_t step);
void tt_put_jump(struct tt_range_writer *w, const struct tt_range_place *at, size_t step);

/** Writes what sleds call, behind the code of a part of the function. */
void tt_put_stubs(struct tt_range_writer *w, FILE *out);

/** Notes what became of the ranges in the function. */
void tt_end_ranges(struct tt_range_writer *w, const struct tt_function *function);

/** Writes what was found in the unit. */
void tt_put_range_facts(struct tt_range_writer *w, FILE *out);
void tt_close_ranges_of_unit(struct tt_range_writer *w);

/** Opens a text for later where it is not; writes it and forgets it. */
FILE *tt_later(struct tt_later *later);
void tt_put_later(struct tt_later *later, FILE *out);

#endif
