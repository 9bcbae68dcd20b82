/* Sections about the code, as bytes. */
#include "debug-section.h"

#include <stdlib.h>

/* Nobody's unit has more of one. */
#define MOST_BYTES (1u << 30)

static int has_room(struct tt_section *section, size_t bytes)
{
    if (section->count + bytes <= section->room)
        return 1;
    size_t room = section->room == 0 ? 4096 : 2 * section->room;
    while (room < section->count + bytes)
        room *= 2;
    unsigned char *larger = room > MOST_BYTES ? NULL : realloc(section->bytes, room);
    if (larger == NULL)
        return 0;
    section->bytes = larger;
    section->room = room;
    return 1;
}

static int add_number(struct tt_section *section, uint64_t number, unsigned bytes)
{
    if (!has_room(section, bytes))
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        section->bytes[section->count++] = (unsigned char)(number >> 8 * i);
    return 1;
}

static int add_field(struct tt_section *section, struct tt_text text, unsigned bytes)
{
    if (section->field_count == section->field_room) {
        size_t room = section->field_room == 0 ? 256 : 2 * section->field_room;
        struct tt_field *larger = realloc(section->fields, room * sizeof *larger);
        if (larger == NULL)
            return 0;
        section->fields = larger;
        section->field_room = room;
    }
    section->fields[section->field_count++] = (struct tt_field){section->count, text};
    return add_number(section, 0, bytes);
}

/* Whether the whole of a text is a number, which is read: decimal, or hexadecimal behind 0x, perhaps below zero. */
static int is_number(struct tt_text text, uint64_t *number)
{
    char digits[32], *end;
    if (text.length == 0 || text.length >= sizeof digits)
        return 0;
    memcpy(digits, text.at, text.length);
    digits[text.length] = '\0';
    *number = digits[0] == '-' ? (uint64_t)strtoll(digits, &end, 0) : strtoull(digits, &end, 0);
    return end == digits + text.length;
}

static int add_leb(struct tt_section *section, uint64_t number, int has_sign)
{
    for (;;) {
        unsigned char byte = number & 0x7f;
        number = has_sign ? (uint64_t)((int64_t)number >> 7) : number >> 7;
        int is_last = has_sign ? (number == 0 && !(byte & 0x40)) || (number == ~UINT64_C(0) && (byte & 0x40)) : number == 0;
        if (!add_number(section, is_last ? byte : byte | 0x80u, 1))
            return 0;
        if (is_last)
            return 1;
    }
}

static int is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* The characters between two quotes. */
static int add_string(struct tt_section *section, struct tt_text word)
{
    for (size_t i = 1; i + 1 < word.length; i++) {
        unsigned char byte = (unsigned char)word.at[i];
        if (byte == '\\' && i + 2 < word.length) {
            byte = (unsigned char)word.at[++i];
            unsigned digits = 0, octal = 0;
            for (; digits < 3 && i + digits + 1 < word.length && is_octal(word.at[i + digits]); digits++)
                octal = 8 * octal + (unsigned)(word.at[i + digits] - '0');
            if (digits > 0) {
                byte = (unsigned char)octal;
                i += digits - 1;
            }
        }
        if (!add_number(section, byte, 1))
            return 0;
    }
    return 1;
}

static unsigned size_of(struct tt_text word)
{
    static const struct {
        struct tt_text name;
        unsigned bytes;
    } sizes[] = {
        {{".byte", 5}, 1}, {{".value", 6}, 2}, {{".short", 6}, 2}, {{".2byte", 6}, 2}, {{".long", 5}, 4},
        {{".int", 4}, 4},  {{".4byte", 6}, 4}, {{".quad", 5}, 8},  {{".8byte", 6}, 8},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (tt_same(word, sizes[i].name))
            return sizes[i].bytes;
    return 0;
}

static int add_numbers(struct tt_section *section, struct tt_text rest, unsigned bytes)
{
    while (rest.length > 0) {
        uint64_t number;
        struct tt_text word = tt_word(&rest, ',');
        if (!(is_number(word, &number) ? add_number(section, number, bytes) : add_field(section, word, bytes)))
            return 0;
    }
    return 1;
}

static int add_lebs(struct tt_section *section, struct tt_text rest, int has_sign)
{
    while (rest.length > 0) {
        uint64_t number;
        struct tt_text word = tt_word(&rest, ',');
        if (!(is_number(word, &number) ? add_leb(section, number, has_sign) : add_field(section, word, 1)))
            return 0;
    }
    return 1;
}

static int add_strings(struct tt_section *section, struct tt_text rest, int ends_with_zero)
{
    while (rest.length > 0) {
        struct tt_text word = tt_word(&rest, ',');
        if (word.length < 2 || word.at[0] != '"' || word.at[word.length - 1] != '"') {
            section->unreadable = 1;
            return 1;
        }
        if (!add_string(section, word) || (ends_with_zero && !add_number(section, 0, 1)))
            return 0;
    }
    return 1;
}

static int add_zeros(struct tt_section *section, struct tt_text rest)
{
    uint64_t count;
    if (!is_number(tt_word(&rest, ','), &count) || count > MOST_BYTES || rest.length > 0) {
        section->unreadable = 1;
        return 1;
    }
    if (!has_room(section, count))
        return 0;
    memset(section->bytes + section->count, 0, count);
    section->count += count;
    return 1;
}

int tt_add_data(struct tt_section *section, struct tt_statement said)
{
    unsigned bytes = size_of(said.word);
    if (bytes > 0)
        return add_numbers(section, said.rest, bytes);
    if (tt_same(said.word, TT_TEXT(".uleb128")))
        return add_lebs(section, said.rest, 0);
    if (tt_same(said.word, TT_TEXT(".sleb128")))
        return add_lebs(section, said.rest, 1);
    if (tt_same(said.word, TT_TEXT(".string")) || tt_same(said.word, TT_TEXT(".asciz")))
        return add_strings(section, said.rest, 1);
    if (tt_same(said.word, TT_TEXT(".ascii")))
        return add_strings(section, said.rest, 0);
    if (tt_same(said.word, TT_TEXT(".zero")) || tt_same(said.word, TT_TEXT(".skip")) || tt_same(said.word, TT_TEXT(".space")))
        return add_zeros(section, said.rest);
    return 1;
}

int tt_add_label(struct tt_section *section, struct tt_text label)
{
    return tt_mark(&section->labels, label, (unsigned)section->count + 1);
}

void tt_close_section(struct tt_section *section)
{
    free(section->bytes);
    free(section->fields);
    free(section->labels.slots);
}

long tt_place_in(const struct tt_section *section, struct tt_text expression)
{
    uint64_t more = 0;
    const char *plus = memchr(expression.at, '+', expression.length);
    struct tt_text label = {expression.at, plus == NULL ? expression.length : (size_t)(plus - expression.at)};
    if (plus != NULL && !is_number((struct tt_text){plus + 1, expression.length - label.length - 1}, &more))
        return -1;
    unsigned mark = tt_marks(&section->labels, label);
    return mark == 0 || more > section->count - (mark - 1) ? -1 : (long)(mark - 1 + more);
}

/* The first field that does not lie before a place. */
static size_t field_from(const struct tt_section *section, size_t at)
{
    size_t low = 0, high = section->field_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (section->fields[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct tt_reader tt_reader_at(const struct tt_section *section, size_t at)
{
    return (struct tt_reader){.section = section, .at = at, .field = field_from(section, at)};
}

/* The number of bytes that can be read, and the symbol that stands here. */
static int begin(struct tt_reader *reader, uint64_t bytes)
{
    const struct tt_section *section = reader->section;
    reader->symbol = (struct tt_text){0};
    if (reader->failed || reader->at > section->count || bytes > section->count - reader->at) {
        reader->failed = 1;
        return 0;
    }
    while (reader->field < section->field_count && section->fields[reader->field].at < reader->at)
        reader->field++;
    if (bytes > 0 && reader->field < section->field_count && section->fields[reader->field].at == reader->at)
        reader->symbol = section->fields[reader->field].text;
    return 1;
}

uint64_t tt_read_number(struct tt_reader *reader, unsigned bytes)
{
    uint64_t number = 0;
    if (!begin(reader, bytes))
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)reader->section->bytes[reader->at++] << 8 * i;
    return number;
}

uint64_t tt_read_leb(struct tt_reader *reader)
{
    uint64_t number = 0;
    for (unsigned shift = 0; begin(reader, 1); shift += 7) {
        unsigned char byte = reader->section->bytes[reader->at++];
        if (shift < 64)
            number |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            break;
    }
    return number;
}

void tt_skip(struct tt_reader *reader, uint64_t bytes)
{
    if (begin(reader, bytes))
        reader->at += bytes;
}

void tt_skip_string(struct tt_reader *reader)
{
    while (begin(reader, 1) && reader->section->bytes[reader->at++] != 0)
        continue;
}
