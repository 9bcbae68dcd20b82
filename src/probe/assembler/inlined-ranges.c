/* The code of inlined calls: ranges of addresses, as labels around it. */
#include "inlined.h"

#include "inlined-walk.h"

#include <stdlib.h>

struct tt_text tt_before_minus(struct tt_text text)
{
    const char *minus = memchr(text.at, '-', text.length);
    return (struct tt_text){text.at, minus == NULL ? text.length : (size_t)(minus - text.at)};
}

struct tt_text tt_behind_minus(struct tt_text text)
{
    const char *minus = memchr(text.at, '-', text.length);
    return minus == NULL ? (struct tt_text){0} : (struct tt_text){minus + 1, text.length - (size_t)(minus + 1 - text.at)};
}

/* --- edges --- */

/* The number of a label, plus one; 0 when memory is short. */
static unsigned number_of(struct tt_inlined *inlined, struct tt_text label)
{
    unsigned number = tt_marks(&inlined->labels, label);
    if (number > 0)
        return number;
    if (inlined->labels_count == inlined->labels_room) {
        size_t room = inlined->labels_room == 0 ? 64 : 2 * inlined->labels_room;
        unsigned *larger = realloc(inlined->last, room * sizeof *larger);
        if (larger == NULL)
            return 0;
        inlined->last = larger;
        inlined->labels_room = room;
    }
    inlined->last[inlined->labels_count++] = 0;
    return tt_mark(&inlined->labels, label, (unsigned)inlined->labels_count) ? (unsigned)inlined->labels_count : 0;
}

static int add_edge(struct tt_inlined *inlined, struct tt_text label, uint64_t ranges, int begins)
{
    unsigned number = number_of(inlined, label);
    if (number == 0)
        return 0;
    if (inlined->count == inlined->room) {
        size_t room = inlined->room == 0 ? 64 : 2 * inlined->room;
        struct tt_edge *larger = realloc(inlined->edges, room * sizeof *larger);
        if (larger == NULL)
            return 0;
        inlined->edges = larger;
        inlined->room = room;
    }
    inlined->edges[inlined->count++] = (struct tt_edge){ranges, begins, inlined->last[number - 1]};
    inlined->last[number - 1] = (unsigned)inlined->count;
    return 1;
}

void tt_note_code(struct walk *walk, struct tt_text from, struct tt_text to, uint64_t ranges)
{
    if (from.length == 0 || to.length == 0 || tt_same(from, to))
        return;
    if (!add_edge(walk->inlined, from, ranges, 1) || !add_edge(walk->inlined, to, ranges, 0))
        walk->short_of_memory = 1;
}

/* --- lists of code --- */

/* .debug_rnglists, DWARF 5, 7.25. Where a list says offsets, these are distances from the base: what is before the minus. */
static void note_list(struct walk *walk, size_t at, uint64_t ranges)
{
    struct tt_reader list = tt_reader_at(&walk->debug->lists, at);
    while (!list.failed) {
        struct tt_text from, to;
        switch (tt_read_number(&list, 1)) {
        case 1: /* base, by number */
            tt_read_leb(&list);
            break;
        case 2: /* from and to, by number: labels that stand elsewhere */
            tt_read_leb(&list);
            tt_read_leb(&list);
            break;
        case 3: /* from by number, length */
            tt_read_leb(&list);
            tt_read_leb(&list);
            tt_note_code(walk, tt_behind_minus(list.symbol), tt_before_minus(list.symbol), ranges);
            break;
        case 4: /* distances from the base */
            tt_read_leb(&list);
            from = list.symbol;
            tt_read_leb(&list);
            tt_note_code(walk, tt_before_minus(from), tt_before_minus(list.symbol), ranges);
            break;
        case 5: /* base */
            tt_read_number(&list, 8);
            break;
        case 6: /* from, to */
            tt_read_number(&list, 8);
            from = list.symbol;
            tt_read_number(&list, 8);
            tt_note_code(walk, from, list.symbol, ranges);
            break;
        case 7: /* from, length */
            tt_read_number(&list, 8);
            from = list.symbol;
            tt_read_leb(&list);
            to = tt_before_minus(list.symbol);
            tt_note_code(walk, from, to, ranges);
            break;
        default: /* its end, or what nobody knows */
            return;
        }
    }
}

/* .debug_ranges, DWARF 4, 2.17.3: pairs up to two zeros. */
static void note_pairs(struct walk *walk, size_t at, uint64_t ranges)
{
    struct tt_reader list = tt_reader_at(&walk->debug->ranges, at);
    while (!list.failed) {
        uint64_t first = tt_read_number(&list, 8);
        struct tt_text from = list.symbol;
        uint64_t second = tt_read_number(&list, 8);
        if (from.at == NULL && list.symbol.at == NULL && first == 0 && second == 0)
            return;
        if (from.at != NULL && list.symbol.at != NULL)
            tt_note_code(walk, tt_before_minus(from), tt_before_minus(list.symbol), ranges);
    }
}

void tt_note_ranges(struct walk *walk, struct value where, uint64_t ranges)
{
    const struct debug *debug = walk->debug;
    long at = -1;
    if (walk->version < 5)
        at = where.symbol.at == NULL ? -1 : tt_place_in(&debug->ranges, where.symbol);
    else if (!where.is_list_index)
        at = where.symbol.at == NULL ? -1 : tt_place_in(&debug->lists, where.symbol);
    else if (walk->lists_base >= 0 && where.number < debug->lists.count / 4) {
        struct tt_reader offset = tt_reader_at(&debug->lists, (size_t)walk->lists_base + 4 * where.number);
        tt_read_number(&offset, 4);
        at = offset.symbol.at == NULL ? -1 : tt_place_in(&debug->lists, tt_before_minus(offset.symbol));
    }
    if (at < 0)
        return;
    if (walk->version < 5)
        note_pairs(walk, (size_t)at, ranges);
    else
        note_list(walk, (size_t)at, ranges);
}
