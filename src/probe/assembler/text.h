/* Pieces of a text that stay where they are: nothing is copied, nothing ends with a zero. */
#ifndef TRIMTAB_TEXT_H
#define TRIMTAB_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct tt_text {
    const char *at;
    size_t length;
};

#define TT_TEXT(literal) ((struct tt_text){(literal), sizeof(literal) - 1})

static inline int tt_same(struct tt_text a, struct tt_text b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static inline int tt_starts(struct tt_text text, struct tt_text with)
{
    return text.length >= with.length && memcmp(text.at, with.at, with.length) == 0;
}

static inline int tt_ends(struct tt_text text, struct tt_text with)
{
    return text.length >= with.length && memcmp(text.at + text.length - with.length, with.at, with.length) == 0;
}

static inline int tt_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/** The text without blanks around it. */
struct tt_text tt_trim(struct tt_text text);

/** Takes the first word, which ends at a blank or at `end`, off the text. */
struct tt_text tt_word(struct tt_text *text, char end);

/** Takes the next line off the text, with its line end; 0 at the end. */
int tt_line(struct tt_text *text, struct tt_text *line);

/** Whether `part` stands anywhere in the text. */
int tt_contains(struct tt_text text, struct tt_text part);

/** The hash that identities are made of, going on from `hash`. */
uint64_t tt_hash_on(uint64_t hash, struct tt_text text);

#endif
