/* One function of a unit: where it ends, what it does. */
#ifndef TRIMTAB_FUNCTION_H
#define TRIMTAB_FUNCTION_H

#include "frame.h"
#include "unit.h"
#include "x86.h"

struct tt_function {
    struct tt_text name;
    struct tt_text body;    /* from the line of its label up to, without, that of its size */
    struct tt_names labels; /* of the body, and the functions it calls (TT_IS_CALLED) */
    unsigned instructions;
    int loops;    /* jumps back */
    int calls;    /* anything */
    int parallel; /* MPI or OpenMP */
    int system;   /* of a header of the system */
    int left_out; /* of a file that is left out */
    int tables;   /* keeps addresses of its labels: what jumps by them stays inside */
};

enum { TT_IS_LABEL = 1, TT_IS_CALLED = 2 };

/** Reads the function whose label is the first line of `text`. 0: it is none that can be read, as one without end.
 *  Keeps the memory of `labels` of the function before. */
int tt_read_function(struct tt_function *function, const struct tt_unit *unit, struct tt_text name, struct tt_text text);

/** Whether a direct jump to a label leaves the function. */
int tt_leaves(const struct tt_function *function, struct tt_text to);

/** Whether a jump to where a register or memory says leaves it. @param frame as it stands there */
int tt_leaves_indirectly(const struct tt_function *function, const struct tt_frame *frame, struct tt_text operand);

/** Whether the name is that of a part of the function that the compiler put elsewhere. */
int tt_is_part(struct tt_text name, struct tt_text function);

/** Whether the compiler made it of the body of an OpenMP construct, which the tools interface tells of. */
int tt_is_outlined(struct tt_text function);

/** Whether nothing is won by measuring it: it does less than a measurement takes. */
int tt_is_too_small(const struct tt_function *function);

#endif
