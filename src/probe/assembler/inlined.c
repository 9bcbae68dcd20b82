/*
 * What was inlined where, as DWARF tells it (versions 2 to 5, sections .debug_info, .debug_abbrev, .debug_rnglists and
 * .debug_ranges; the numbers below are its). Each inlined call has the file and line it stands at, and the code made of it, with
 * all that was inlined into that, between labels.
 */
#include "inlined.h"

#include "inlined-walk.h"

#include <stdlib.h>

enum { TAG_INLINED = 0x1d };
enum {
    LOW_PC = 0x11, HIGH_PC = 0x12, RANGES = 0x55, CALL_FILE = 0x58, CALL_LINE = 0x59, LISTS_BASE = 0x74,
};
enum { IMPLICIT_CONST = 0x21, INDIRECT = 0x16, LIST_INDEX = 0x23 };

/* Units that refer to more kinds of entries are none of a compiler. */
#define MOST_ABBREVIATIONS (1u << 20)

/* --- entries --- */

/* How many bytes a form takes; -1: it says itself. */
static int bytes_of(uint64_t form, unsigned version)
{
    static const struct {
        uint64_t form;
        int bytes;
    } sizes[] = {
        {0x01, 8}, {0x05, 2}, {0x06, 4}, {0x07, 8}, {0x0b, 1}, {0x0c, 1},  {0x0e, 4},   {0x11, 1},   {0x12, 2}, {0x13, 4}, {0x14, 8},
        {0x17, 4}, {0x19, 0}, {0x1c, 4}, {0x1d, 4}, {0x1e, 16}, {0x1f, 4}, {0x20, 8},   {0x24, 8},   {0x25, 1}, {0x26, 2}, {0x27, 3},
        {0x28, 4}, {0x29, 1}, {0x2a, 2}, {0x2b, 3}, {0x2c, 4},  {0x1f20, 4}, {0x1f21, 4},
    };
    if (form == 0x10)
        return version < 3 ? 8 : 4;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].form == form)
            return sizes[i].bytes;
    return -1;
}

static struct value read_value(struct walk *walk, uint64_t form, uint64_t implicit)
{
    struct tt_reader *at = &walk->at;
    struct value value = {.is_list_index = form == LIST_INDEX};
    int bytes = bytes_of(form, walk->version);
    if (bytes >= 0 && bytes <= 8)
        value.number = tt_read_number(at, (unsigned)bytes);
    else if (bytes > 8)
        tt_skip(at, (uint64_t)bytes);
    else
        switch (form) {
        case IMPLICIT_CONST:
            at->symbol = (struct tt_text){0};
            value.number = implicit;
            break;
        case 0x03: tt_skip(at, tt_read_number(at, 2)); break;
        case 0x04: tt_skip(at, tt_read_number(at, 4)); break;
        case 0x0a: tt_skip(at, tt_read_number(at, 1)); break;
        case 0x09:
        case 0x18: tt_skip(at, tt_read_leb(at)); break;
        case 0x08: tt_skip_string(at); break;
        case 0x0d: case 0x0f: case 0x15: case 0x1a: case 0x1b: case 0x22: case LIST_INDEX: case 0x1f01: case 0x1f02:
            value.number = tt_read_leb(at);
            break;
        case INDIRECT: {
            uint64_t real = tt_read_leb(at);
            if (real != INDIRECT && real != IMPLICIT_CONST)
                return read_value(walk, real, 0);
        }
            /* fall through */
        default: at->failed = 1;
        }
    value.symbol = at->symbol;
    return value;
}

struct entry {
    struct value low, high, ranges, file, line;
    int has_ranges;
};

static struct entry read_entry(struct walk *walk, const struct abbreviation *kind)
{
    struct entry entry = {0};
    struct tt_reader attributes = tt_reader_at(&walk->debug->abbreviations, kind->attributes);
    while (!walk->at.failed) {
        uint64_t name = tt_read_leb(&attributes), form = tt_read_leb(&attributes);
        if (attributes.failed)
            walk->at.failed = 1;
        if (attributes.failed || (name == 0 && form == 0))
            break;
        uint64_t implicit = form == IMPLICIT_CONST ? tt_read_leb(&attributes) : 0;
        struct value value = read_value(walk, form, implicit);
        if (name == LOW_PC)
            entry.low = value;
        else if (name == HIGH_PC)
            entry.high = value;
        else if (name == RANGES) {
            entry.ranges = value;
            entry.has_ranges = 1;
        } else if (name == CALL_FILE)
            entry.file = value;
        else if (name == CALL_LINE)
            entry.line = value;
        else if (name == LISTS_BASE && value.symbol.at != NULL)
            walk->lists_base = tt_place_in(&walk->debug->lists, value.symbol);
    }
    return entry;
}

static void note_entry(struct walk *walk, const struct entry *entry)
{
    uint64_t ranges = tt_ranges_at(walk->unit, entry->file.number, entry->line.number);
    if (ranges == 0)
        return;
    struct tt_text high = entry->high.symbol, from = entry->low.symbol;
    if (entry->has_ranges)
        tt_note_ranges(walk, entry->ranges, ranges);
    else if (high.at != NULL && tt_behind_minus(high).length > 0)
        tt_note_code(walk, tt_behind_minus(high), tt_before_minus(high), ranges);
    else if (high.at != NULL && from.at != NULL)
        tt_note_code(walk, from, high, ranges);
}

static int know(struct walk *walk, uint64_t number, struct abbreviation kind)
{
    if (number >= MOST_ABBREVIATIONS)
        return 0;
    if (number >= walk->known_count) {
        size_t count = number < 128 ? 256 : 2 * (size_t)number;
        struct abbreviation *larger = realloc(walk->known, count * sizeof *larger);
        if (larger == NULL)
            return 0;
        memset(larger + walk->known_count, 0, (count - walk->known_count) * sizeof *larger);
        walk->known = larger;
        walk->known_count = count;
    }
    walk->known[number] = kind;
    return 1;
}

/* 0: they cannot be read. */
static int read_abbreviations(struct walk *walk, size_t start)
{
    struct tt_reader at = tt_reader_at(&walk->debug->abbreviations, start);
    if (walk->known != NULL)
        memset(walk->known, 0, walk->known_count * sizeof *walk->known);
    for (;;) {
        uint64_t number = tt_read_leb(&at);
        if (number == 0 || at.failed)
            return !at.failed;
        struct abbreviation kind = {.tag = tt_read_leb(&at)};
        kind.has_children = tt_read_number(&at, 1) != 0;
        kind.attributes = at.at;
        for (uint64_t name = 1, form = 1; (name != 0 || form != 0) && !at.failed;) {
            name = tt_read_leb(&at);
            form = tt_read_leb(&at);
            if (form == IMPLICIT_CONST)
                tt_read_leb(&at);
        }
        if (!know(walk, number, kind))
            return 0;
    }
}

static void read_entries(struct walk *walk)
{
    size_t depth = 0;
    do {
        uint64_t number = tt_read_leb(&walk->at);
        if (number == 0) {
            depth -= depth > 0;
            continue;
        }
        if (number >= walk->known_count || walk->known[number].attributes == 0) {
            walk->at.failed = 1;
            return;
        }
        const struct abbreviation *kind = &walk->known[number];
        struct entry entry = read_entry(walk, kind);
        if (kind->tag == TAG_INLINED && !walk->at.failed)
            note_entry(walk, &entry);
        depth += (size_t)kind->has_children;
    } while (depth > 0 && !walk->at.failed && !walk->short_of_memory);
}

/* The header of a unit, DWARF 5, 7.5.1. */
static void read_compiled(struct walk *walk)
{
    struct tt_reader *at = &walk->at;
    if (tt_read_number(at, 4) == 0xffffffff) { /* with offsets of 64 bits */
        at->failed = 1;
        return;
    }
    walk->version = (unsigned)tt_read_number(at, 2);
    walk->lists_base = -1;
    uint64_t type = walk->version >= 5 ? tt_read_number(at, 1) : 0;
    uint64_t address = walk->version >= 5 ? tt_read_number(at, 1) : 0;
    uint64_t number = tt_read_number(at, 4);
    struct tt_text symbol = at->symbol;
    if (walk->version < 5)
        address = tt_read_number(at, 1);
    if (type == 4 || type == 5) /* parts of it lie elsewhere: their number */
        tt_skip(at, 8);
    else if (type == 2 || type == 6) /* of a type: its signature and place */
        tt_skip(at, 12);
    long start = symbol.at == NULL ? (long)number : tt_same(symbol, TT_TEXT(".debug_abbrev")) ? 0 : tt_place_in(&walk->debug->abbreviations, symbol);
    if (walk->version < 2 || walk->version > 5 || address != 8 || start < 0 || !read_abbreviations(walk, (size_t)start))
        at->failed = 1;
    if (!at->failed)
        read_entries(walk);
}

/* --- the unit --- */

static struct tt_section *section_named(struct debug *debug, struct tt_text name)
{
    if (tt_same(name, TT_TEXT(".debug_info")))
        return &debug->info;
    if (tt_same(name, TT_TEXT(".debug_abbrev")))
        return &debug->abbreviations;
    if (tt_same(name, TT_TEXT(".debug_rnglists")))
        return &debug->lists;
    return tt_same(name, TT_TEXT(".debug_ranges")) ? &debug->ranges : NULL;
}

static int read_sections(struct debug *debug, const struct tt_unit *unit)
{
    struct tt_text text = unit->text, line;
    struct tt_section *section = NULL;
    int ok = 1;
    while (ok && tt_line(&text, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind == TT_LABEL && section != NULL)
            ok = tt_add_label(section, said.word);
        if (said.kind != TT_DIRECTIVE)
            continue;
        if (tt_same(said.word, TT_TEXT(".section"))) {
            struct tt_text rest = said.rest;
            section = section_named(debug, tt_word(&rest, ','));
        } else if (tt_same(said.word, TT_TEXT(".text")) || tt_same(said.word, TT_TEXT(".data")) || tt_same(said.word, TT_TEXT(".bss")) ||
                   tt_same(said.word, TT_TEXT(".previous")))
            section = NULL;
        else if (section != NULL)
            ok = tt_add_data(section, said);
    }
    return ok;
}

int tt_read_inlined(struct tt_inlined *inlined, const struct tt_unit *unit)
{
    struct debug debug = {0};
    *inlined = (struct tt_inlined){0};
    int ok = unit->ranges_here == 0 || read_sections(&debug, unit);
    if (ok && !debug.info.unreadable && !debug.abbreviations.unreadable) {
        struct walk walk = {.inlined = inlined, .unit = unit, .debug = &debug, .at = tt_reader_at(&debug.info, 0)};
        while (walk.at.at < debug.info.count && !walk.at.failed && !walk.short_of_memory)
            read_compiled(&walk);
        ok = !walk.short_of_memory;
        free(walk.known);
    }
    tt_close_section(&debug.info);
    tt_close_section(&debug.abbreviations);
    tt_close_section(&debug.lists);
    tt_close_section(&debug.ranges);
    return ok;
}

void tt_close_inlined(struct tt_inlined *inlined)
{
    free(inlined->labels.slots);
    free(inlined->edges);
    free(inlined->last);
}

void tt_pass_label(struct tt_inside *inside, const struct tt_inlined *inlined, struct tt_text label)
{
    unsigned number = tt_marks(&inlined->labels, label);
    for (unsigned edge = number == 0 ? 0 : inlined->last[number - 1]; edge != 0; edge = inlined->edges[edge - 1].next) {
        const struct tt_edge *at = &inlined->edges[edge - 1];
        for (unsigned i = 0; i < TT_MOST_RANGES; i++) {
            if ((at->ranges >> i & 1) == 0)
                continue;
            if (at->begins)
                inside->open[i]++;
            else if (inside->open[i] > 0)
                inside->open[i]--;
            inside->ranges = (inside->ranges & ~(UINT64_C(1) << i)) | (uint64_t)(inside->open[i] > 0) << i;
        }
    }
}
