/*
 * Patterns of names, as `src/measurement/selection/glob.ts` writes them: `*` any number of characters, `?` one, `[a-z]` and
 * `[!a-z]` one of some, `\` takes the next character as it is. Texts are UTF-8. The time grows with the length of the text
 * times that of the pattern at most.
 */
#ifndef TRIMTAB_GLOB_H
#define TRIMTAB_GLOB_H

#include <stddef.h>

/** The character at a place, which moves behind it; 0 at the end. What is no UTF-8 counts byte by byte. */
static inline unsigned long tt_next_character(const char **at)
{
    const unsigned char *byte = (const unsigned char *)*at;
    unsigned long value = byte[0];
    unsigned more = value >= 0xf0 ? 3 : value >= 0xe0 ? 2 : value >= 0xc0 ? 1 : 0;
    if (value == 0)
        return 0;
    for (unsigned i = 1; i <= more; i++)
        if ((byte[i] & 0xc0u) != 0x80u)
            more = 0;
    value = more == 3 ? value & 0x07 : more == 2 ? value & 0x0f : more == 1 ? value & 0x1f : value;
    for (unsigned i = 1; i <= more; i++)
        value = value << 6 | (byte[i] & 0x3fu);
    *at += 1 + more;
    return value;
}

/** The next character of a pattern, or of a class, with the one that a backslash keeps. */
static inline unsigned long tt_next_kept(const char **at)
{
    if (**at == '\\' && (*at)[1] != '\0')
        (*at)++;
    return tt_next_character(at);
}

/** Whether a class holds the character. @param at behind its bracket; moves behind the one that closes it */
static inline int tt_fits_class(const char **at, unsigned long character)
{
    int negated = **at == '!', found = 0;
    *at += negated;
    while (**at != ']' && **at != '\0') {
        unsigned long from = tt_next_kept(at), to = from;
        if (**at == '-' && (*at)[1] != ']' && (*at)[1] != '\0') {
            (*at)++;
            to = tt_next_kept(at);
        }
        found |= from <= character && character <= to;
    }
    *at += **at == ']';
    return found != negated;
}

/** Whether what the pattern has at its place, which is no `*`, fits the character. Moves behind it. */
static inline int tt_fits_one(const char **pattern, unsigned long character)
{
    if (**pattern == '?') {
        (*pattern)++;
        return 1;
    }
    if (**pattern == '[') {
        (*pattern)++;
        return tt_fits_class(pattern, character);
    }
    return tt_next_kept(pattern) == character;
}

/** Whether the pattern fits the whole text. Where it does not, the last `*` takes a character more; those before it never
 *  have to give anything back, since what it can take includes all that they could give. */
static inline int tt_fits(const char *pattern, const char *text)
{
    const char *retry = NULL, *from = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            retry = ++pattern;
            from = text;
            continue;
        }
        const char *next = pattern, *rest = text;
        unsigned long character = tt_next_character(&rest);
        if (*pattern != '\0' && tt_fits_one(&next, character)) {
            pattern = next;
            text = rest;
        } else if (retry != NULL) {
            tt_next_character(&from);
            pattern = retry;
            text = from;
        } else
            return 0;
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

#endif
