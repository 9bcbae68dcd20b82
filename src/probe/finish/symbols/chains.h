/* Chains of inlined calls, as addr2line prints them: function and line in turn, the innermost call first. */
#ifndef TRIMTAB_FINISH_CHAINS_H
#define TRIMTAB_FINISH_CHAINS_H

#include "symbols.h"

/* One call of a chain; the texts are those of the chain. */
struct step {
    char *function, *file;
    uint32_t line;
};

/* chains.c */
/** Whether a file is a header of the system. */
int is_system_header(const char *file);
/** Takes the next call off a chain; 0 at its end. */
int next_step(char **chain, struct step *step);
/** The first line of the program in a chain of inlined calls, the innermost first; else the first that is known. */
void set_line_of_chain(struct place *place, char *chain);
/** The function itself is the outermost of the chain: its first instruction may be that of a function that was inlined.
 * Its line is what the compiler, or the sled, says of that instruction. */
struct step function_of_chain(char *chain);
/** Names of the functions around a call, by tabs; NULL: it is not inlined. The chain is used up. */
char *functions_around(char *chain);
/** The function that the line of a call is in, which set_line_of_chain() found. */
char *function_with_line(const char *chain);
/** Whether a line of a chain is a name that compilers of C++, Rust or D made: these begin with _Z, _R or _D. */
int has_mangled_name(const char *chain);

#endif
