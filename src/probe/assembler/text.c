/* Pieces of a text. */
#include "text.h"

#include "../format/sleds.h"

struct tt_text tt_trim(struct tt_text text)
{
    while (text.length > 0 && (tt_is_blank(text.at[0]) || text.at[0] == '\n')) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && (tt_is_blank(text.at[text.length - 1]) || text.at[text.length - 1] == '\n'))
        text.length--;
    return text;
}

struct tt_text tt_word(struct tt_text *text, char end)
{
    *text = tt_trim(*text);
    struct tt_text word = {text->at, 0};
    int quoted = 0;
    while (word.length < text->length) {
        char c = word.at[word.length];
        if (c == '"' && (word.length == 0 || word.at[word.length - 1] != '\\'))
            quoted = !quoted;
        if (!quoted && (c == end || tt_is_blank(c)))
            break;
        word.length++;
    }
    text->at += word.length;
    text->length -= word.length;
    *text = tt_trim(*text);
    if (text->length > 0 && text->at[0] == end) {
        text->at++;
        text->length--;
        *text = tt_trim(*text);
    }
    return word;
}

int tt_line(struct tt_text *text, struct tt_text *line)
{
    if (text->length == 0)
        return 0;
    const char *end = memchr(text->at, '\n', text->length);
    line->at = text->at;
    line->length = end == NULL ? text->length : (size_t)(end - text->at) + 1;
    text->at += line->length;
    text->length -= line->length;
    return 1;
}

int tt_contains(struct tt_text text, struct tt_text part)
{
    return memmem(text.at, text.length, part.at, part.length) != NULL;
}

uint64_t tt_hash_on(uint64_t hash, struct tt_text text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = tt_identity_on(hash, (unsigned char)text.at[i]);
    return hash;
}
