/* The bytes of sleds. */
#ifndef TRIMTAB_SLED_H
#define TRIMTAB_SLED_H

#include <stdio.h>

/* What stands in the code. */
struct tt_sled_code {
    char label;           /* that tells sleds of functions from those of ranges */
    unsigned number;      /* among them */
    int by_word;          /* see TT_SLED_BY_WORD */
    unsigned char how;    /* second byte of a call or a jump by a word */
    const char *off;      /* the label that such a word leads to at first */
    unsigned off_number;  /* that follows it */
};

/* The second bytes of `call *word(%rip)` and `jmp *word(%rip)`. */
#define TT_CALL_BY_WORD 0x15
#define TT_JUMP_BY_WORD 0x25

/** Writes the sled, whose place gets the label `.LTT<label><number>`, and its word. */
void tt_put_sled_code(FILE *out, const struct tt_sled_code *sled);

#endif
