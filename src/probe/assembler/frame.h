/* Where the stack pointer stands against the function's caller, by the directives for unwinders. */
#ifndef TRIMTAB_FRAME_H
#define TRIMTAB_FRAME_H

#include <stdio.h>

#include "statement.h"

#define TT_REMEMBERED 32
/* Of the registers by DWARF's numbers, those that a function keeps for its caller are below. */
#define TT_FRAME_REGISTERS 16

struct tt_rules {
    int by_pointer; /* the caller's frame is counted from the stack pointer */
    long base;      /* DWARF's number of the register that it is counted from; -1: it is none */
    long offset;    /* -1: nothing that is a number */
    struct tt_statement whole;                     /* the directive that said so, where it is an expression */
    struct tt_statement saved[TT_FRAME_REGISTERS]; /* what says last where the caller's registers are; of length 0: where they were */
};

struct tt_frame {
    int known; /* the unit says anything of it */
    struct tt_rules now, remembered[TT_REMEMBERED];
    unsigned depth;
};

void tt_follow_frame(struct tt_frame *frame, struct tt_statement directive);

/** Whether the frame is gone: only the return address is left, as before a return. */
int tt_is_at_return(const struct tt_frame *frame);

/** The register from which the frame can be counted, and how far: the address of the frame is `*offset` over it, or over
 *  what stands in memory at `*through` over it where `*is_kept` says so. NULL: it is not known. */
const char *tt_frame_base(const struct tt_frame *frame, int *is_kept, long *through, long *offset);

/** Says to unwinders that the rules of the frame hold for what follows. */
void tt_write_rules(FILE *out, const struct tt_frame *frame);

#endif
