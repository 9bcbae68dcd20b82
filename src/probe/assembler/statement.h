/* What one line of a compiler's assembly says. */
#ifndef TRIMTAB_STATEMENT_H
#define TRIMTAB_STATEMENT_H

#include "text.h"

enum tt_kind {
    TT_NOTHING,     /* blank, or a comment */
    TT_LABEL,       /* word: its name */
    TT_DIRECTIVE,   /* word: its name with the dot; rest: its arguments */
    TT_INSTRUCTION, /* word: the mnemonic with its prefixes' last; rest: the operands */
    TT_ASSEMBLY_BEGIN, TT_ASSEMBLY_END, /* around what the source wrote as assembly */
    TT_UNKNOWN,     /* several statements in a line, or nothing of these */
};

struct tt_statement {
    enum tt_kind kind;
    struct tt_text word, rest;
};

/** Reads a line as gcc and clang write it for x86-64, in AT&T's syntax. */
struct tt_statement tt_read(struct tt_text line);

#endif
