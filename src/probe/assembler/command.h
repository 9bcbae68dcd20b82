/* What a compiler asks its assembler to do. */
#ifndef TRIMTAB_COMMAND_H
#define TRIMTAB_COMMAND_H

struct tt_command {
    int input;      /* the argument that is the source; -1: standard input, which has no argument of its own */
    int understood; /* exactly one source, and nothing that hides others */
};

struct tt_command tt_read_command(int count, char *const arguments[]);

#endif
