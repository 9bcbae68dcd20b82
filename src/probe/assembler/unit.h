/* What has to be known of a whole unit of assembly before its functions are read. */
#ifndef TRIMTAB_UNIT_H
#define TRIMTAB_UNIT_H

#include "files.h"
#include "names.h"
#include "ranges.h"

enum {
    TT_IS_FUNCTION = 1, /* a symbol with the type of functions */
    TT_IS_GLOBAL = 2,   /* seen by other units */
    TT_IS_DEFINED = 4,  /* has a label here */
    TT_IS_TAKEN = 8,    /* a local label whose address is kept somewhere, as in tables of jumps */
    TT_IS_LANDING = 16, /* where exceptions are caught, or what they unwind is cleaned up */
};

enum tt_origin {
    TT_OF_SYSTEM = 1, /* a header of the system */
    TT_OF_LEFT_OUT = 2,
};

struct tt_unit {
    struct tt_text text;
    struct tt_names names;
    unsigned char *origins; /* by the number of a source file: marks of `tt_origin` */
    size_t files;
    const struct tt_left_out *left_out; /* files whose functions are not measured */
    const struct tt_ranges *ranges;     /* of which a mark in what follows is the bit of its number */
    uint64_t *ranges_of_file;           /* by the number of a source file; NULL: no range is in any */
    uint64_t ranges_here;               /* that are in any file */
    char *range_files[TT_MOST_RANGES];  /* for each of those the file's absolute path */
    uint64_t identity; /* of the unit, for names that only it knows */
    int by_compiler;   /* gcc and clang say who they are; assembly written by hand does not */
    int readable;      /* AT&T's syntax throughout */
    int by_words;      /* sleds go by words in memory, see TT_SLED_BY_WORD */
};

/** Reads the unit; 0 when memory is short. @param left_out and @param ranges stay */
int tt_read_unit(struct tt_unit *unit, struct tt_text text, const struct tt_left_out *left_out, const struct tt_ranges *ranges);
void tt_close_unit(struct tt_unit *unit);

/** Ranges that hold a line, by the number of its file. */
uint64_t tt_ranges_at(const struct tt_unit *unit, uint64_t file, uint64_t line);

/** The same number for a function wherever it is called: local functions are those of the unit. */
uint64_t tt_identity(const struct tt_unit *unit, struct tt_text function);

#endif
