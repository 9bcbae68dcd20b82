/* Where the stack pointer stands against the function's caller, by the directives for unwinders. */
#ifndef TRIMTAB_FRAME_H
#define TRIMTAB_FRAME_H

#include "statement.h"

#define TT_REMEMBERED 32

struct tt_frame {
    int known;      /* the unit says anything of it */
    int by_pointer; /* counted from the stack pointer */
    long offset;    /* -1: nothing that is a number */
    struct {
        int by_pointer;
        long offset;
    } remembered[TT_REMEMBERED];
    unsigned depth;
};

void tt_follow_frame(struct tt_frame *frame, struct tt_statement directive);

/** Whether the frame is gone: only the return address is left, as before a return. */
int tt_is_at_return(const struct tt_frame *frame);

#endif
