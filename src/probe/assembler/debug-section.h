/* What a section about the code holds, as far as assembly tells it before the assembler has made numbers of labels. */
#ifndef TRIMTAB_DEBUG_SECTION_H
#define TRIMTAB_DEBUG_SECTION_H

#include "names.h"
#include "statement.h"

/* A number that only the assembler knows, as it is written: a label, or the distance of two. */
struct tt_field {
    size_t at; /* of its first byte */
    struct tt_text text;
};

struct tt_section {
    unsigned char *bytes; /* those of a field are zero; it has one where its length is not known */
    size_t count, room;
    struct tt_field *fields; /* by their places */
    size_t field_count, field_room;
    struct tt_names labels; /* marks: the number of the byte behind it, plus one */
    int unreadable;         /* has what cannot be told in bytes: nothing in it is known */
};

/** Adds what a directive puts into the section. 0 when memory is short. */
int tt_add_data(struct tt_section *section, struct tt_statement said);
int tt_add_label(struct tt_section *section, struct tt_text label);
void tt_close_section(struct tt_section *section);

/** The byte that an expression leads to, LABEL or LABEL+NUMBER; -1: none of this section. */
long tt_place_in(const struct tt_section *section, struct tt_text expression);

/* Reads a section from a place on; `symbol` is what was written where the last number is none, `at` is NULL otherwise. */
struct tt_reader {
    const struct tt_section *section;
    size_t at, field;
    struct tt_text symbol;
    int failed; /* there was less than what was read */
};

struct tt_reader tt_reader_at(const struct tt_section *section, size_t at);
uint64_t tt_read_number(struct tt_reader *reader, unsigned bytes);
/** A number in base 128; of one with a sign just what is read is right. */
uint64_t tt_read_leb(struct tt_reader *reader);
void tt_skip(struct tt_reader *reader, uint64_t bytes);
void tt_skip_string(struct tt_reader *reader);

#endif
