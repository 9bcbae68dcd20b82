/* Where an x86-64 instruction goes on. */
#ifndef TRIMTAB_X86_H
#define TRIMTAB_X86_H

#include "statement.h"

enum tt_flow {
    TT_GOES_ON,
    TT_CALLS,
    TT_RETURNS,
    TT_JUMPS,          /* to a label */
    TT_JUMPS_WHEN,     /* to a label, under a condition */
    TT_JUMPS_INDIRECT, /* to where a register or memory says */
};

struct tt_step {
    enum tt_flow flow;
    struct tt_text to; /* label, without @PLT; of something indirect its operand without the star */
    int indirect;
};

struct tt_step tt_step_of(struct tt_statement instruction);

/** Whether the instruction only marks a place that indirect jumps may lead to. */
int tt_is_landing(struct tt_statement instruction);

/** Whether `to` is a local label with a number, as 1f or 2b. */
int tt_is_numbered(struct tt_text to);

#endif
