/*
 * Sleds in functions: one at the entry, one before each way out. A function that leaves by a jump to another one has
 * left; a jump by a register stays inside where the function keeps tables of its labels, or where its frame still
 * stands. A way out that is not seen so is no harm: the next event of a frame further out ends what it left open.
 */
#include "writer.h"

#include "writing.h"

#include <stdlib.h>

#define TEXT(t) (int)(t).length, (t).at

static void copy(struct writing *w, struct tt_text text)
{
    fwrite(text.at, 1, text.length, w->out);
}

/* Labels that stand between a function's own and its first instruction, and are no place that a loop goes back to. */
static int is_label_of_beginning(struct tt_text label)
{
    return tt_starts(label, TT_TEXT(".LFB")) || tt_starts(label, TT_TEXT(".Lfunc_begin")) || tt_starts(label, TT_TEXT(".LVL")) ||
           tt_starts(label, TT_TEXT(".LBB")) || tt_starts(label, TT_TEXT(".LBI")) || tt_starts(label, TT_TEXT(".Ltmp"));
}

static int stays_before_entry(struct tt_statement said)
{
    if (said.kind == TT_NOTHING)
        return 1;
    if (said.kind == TT_LABEL)
        return is_label_of_beginning(said.word);
    return said.kind == TT_DIRECTIVE && (tt_starts(said.word, TT_TEXT(".cfi_")) || tt_starts(said.word, TT_TEXT(".loc")) ||
                                         tt_same(said.word, TT_TEXT(".file")));
}

static int has_sleds(const struct tt_function *f)
{
    return !tt_is_too_small(f) && !f->left_out && !tt_is_outlined(f->name);
}

/* The source line that code after the directive belongs to: without what follows it, which names views once only. */
static void put_line(struct writing *w, struct tt_text place)
{
    struct tt_text file = tt_word(&place, '\0'), line = tt_word(&place, '\0'), column = tt_word(&place, '\0');
    fprintf(w->out, "\t.loc\t%.*s %.*s %.*s\n", TEXT(file), TEXT(line), TEXT(column));
}

/* The sled belongs to the line that the function begins with, as whoever looks for the function's line asks for it. */
static void put_entry(struct writing *w, struct tt_text first_line, struct tt_text last_line)
{
    int has_line = first_line.at != NULL, differs = has_line && first_line.at != last_line.at;
    if (differs)
        put_line(w, first_line);
    /* The sled's bytes are no instruction to the assembler: a line is noted here only where another one follows it. */
    if (has_line)
        put_line(w, first_line);
    tt_put_sled(w, TT_SLED_ENTER);
    if (differs)
        put_line(w, last_line);
}

static struct tt_range_place place_of(const struct writing *w)
{
    return (struct tt_range_place){w->out, &w->frame, w->part, w->number};
}

/* Copies what comes before the first instruction, and puts the sled before it: no loop goes back over it. */
static void write_entry(struct writing *w, struct tt_text *rest)
{
    struct tt_text line, after, first_line = {NULL, 0}, last_line = {NULL, 0};
    tt_line(rest, &line);
    copy(w, line);
    fprintf(w->out, ".LTTf%u:\n", w->number);
    tt_put_facts(w);
    struct tt_range_place at = place_of(w);
    tt_begin_ranges(&w->ranges, &w->function, &at);
    while (after = *rest, tt_line(&after, &line)) {
        struct tt_statement said = tt_read(line);
        int lands = said.kind == TT_INSTRUCTION && tt_is_landing(said);
        if (!lands && !stays_before_entry(said))
            break;
        if (said.kind == TT_DIRECTIVE)
            tt_follow_frame(&w->frame, said);
        if (said.kind == TT_DIRECTIVE && tt_same(said.word, TT_TEXT(".loc"))) {
            last_line = said.rest;
            first_line = first_line.at == NULL ? last_line : first_line;
        }
        copy(w, line);
        *rest = after;
        if (lands) {
            w->ranges.next = 1;
            break;
        }
    }
    if (w->has_sleds)
        put_entry(w, first_line, last_line);
    tt_put_entered(&w->ranges, &at);
    if (w->ranges.next > 0)
        tt_put_behind(&w->ranges, &at, 0);
}

static void put_leave(struct writing *w)
{
    if (w->has_sleds)
        tt_put_sled(w, TT_SLED_LEAVE);
}

/* Leads a conditional jump over sleds that stand at the end of the part. */
static int write_edge(struct writing *w, struct tt_statement said, struct tt_step step, size_t number)
{
    FILE *out = w->out, *later = tt_later(&w->later);
    if (later == NULL)
        return 0;
    const struct tt_flow_step *known = w->ranges.is_on ? &w->ranges.flow.steps[number] : NULL;
    unsigned edge = w->edges++;
    fprintf(out, "\t%.*s\t.LTTo%u\n", TEXT(said.word), edge);
    w->out = later;
    struct tt_range_place at = place_of(w);
    tt_write_rules(later, &w->frame);
    if (known != NULL && known->line.at != NULL)
        put_line(w, known->line);
    fprintf(later, ".LTTo%u:\n", edge);
    if (tt_leaves(&w->function, step.to)) {
        tt_put_left(&w->ranges, &at, number);
        put_leave(w);
    } else
        tt_put_jump(&w->ranges, &at, number);
    fprintf(later, "\tjmp\t%.*s\n", TEXT(said.rest));
    w->out = out;
    return 1;
}

static int leaves_under_condition(const struct writing *w, struct tt_step step)
{
    return w->has_sleds && step.flow == TT_JUMPS_WHEN && tt_leaves(&w->function, step.to) &&
           (w->frame.known || tt_same(w->part, w->function.name));
}

static void write_instruction(struct writing *w, struct tt_statement said, struct tt_text line, size_t number)
{
    struct tt_step step = tt_step_of(said);
    struct tt_range_place at = place_of(w);
    tt_put_before(&w->ranges, &at, number);
    if (step.flow == TT_RETURNS || (step.flow == TT_JUMPS && tt_leaves(&w->function, step.to)) ||
        (step.flow == TT_JUMPS_INDIRECT && tt_leaves_indirectly(&w->function, &w->frame, step.to))) {
        tt_put_left(&w->ranges, &at, number);
        put_leave(w);
    } else if (step.flow == TT_JUMPS)
        tt_put_jump(&w->ranges, &at, number);
    if (!(leaves_under_condition(w, step) || (step.flow == TT_JUMPS_WHEN && tt_jump_changes(&w->ranges, number))) ||
        !write_edge(w, said, step, number))
        copy(w, line);
}

static void write_assembly(struct writing *w, struct tt_text line, size_t number)
{
    struct tt_range_place at = place_of(w);
    tt_put_before(&w->ranges, &at, number);
    copy(w, line);
}

/* What an instruction does to the frame is said behind it, and has to be known there. */
static int is_of_instruction(struct tt_statement said)
{
    return said.kind == TT_NOTHING || (said.kind == TT_DIRECTIVE && tt_starts(said.word, TT_TEXT(".cfi_")) &&
                                       !tt_same(said.word, TT_TEXT(".cfi_endproc")));
}

static void write_behind(struct writing *w)
{
    struct tt_range_place at = place_of(w);
    if (w->is_behind)
        tt_put_behind(&w->ranges, &at, w->ranges.next - 1);
    w->is_behind = 0;
}

static void write_what_is_later(struct writing *w)
{
    tt_put_later(&w->later, w->out);
    tt_put_stubs(&w->ranges, w->out);
}

static void write_body(struct writing *w, struct tt_text rest)
{
    struct tt_text line;
    while (tt_line(&rest, &line)) {
        struct tt_statement said = tt_read(line);
        if (!is_of_instruction(said))
            write_behind(w);
        if (said.kind == TT_ASSEMBLY_BEGIN || said.kind == TT_ASSEMBLY_END)
            w->in_assembly = said.kind == TT_ASSEMBLY_BEGIN;
        if (said.kind == TT_LABEL && tt_is_part(said.word, w->function.name))
            w->part = said.word;
        if (said.kind == TT_DIRECTIVE) {
            if (tt_same(said.word, TT_TEXT(".cfi_endproc")))
                write_what_is_later(w);
            tt_follow_frame(&w->frame, said);
        }
        if (said.kind == TT_INSTRUCTION && !w->in_assembly)
            write_instruction(w, said, line, w->ranges.next++);
        else if (said.kind == TT_INSTRUCTION || said.kind == TT_UNKNOWN)
            write_assembly(w, line, w->ranges.next++);
        else
            copy(w, line);
        w->is_behind |= said.kind == TT_INSTRUCTION || said.kind == TT_UNKNOWN;
    }
    write_behind(w);
    write_what_is_later(w);
}

static void write_function(struct writing *w, struct tt_text *rest)
{
    struct tt_text body = w->function.body;
    rest->at += body.length;
    rest->length -= body.length;
    w->number = w->written->functions++;
    w->part = w->function.name;
    w->frame = (struct tt_frame){0};
    w->in_assembly = 0;
    w->has_sleds = has_sleds(&w->function);
    write_entry(w, &body);
    if (w->has_sleds || w->ranges.is_on)
        write_body(w, body);
    else
        copy(w, body);
    tt_end_ranges(&w->ranges, &w->function);
}

void tt_write_unit(FILE *out, const struct tt_unit *unit, struct tt_written *written)
{
    struct writing w = {.out = out, .unit = unit, .written = written};
    struct tt_text rest = unit->text, line, after;
    *written = (struct tt_written){0, 0};
    tt_open_ranges_of_unit(&w.ranges, unit);
    while (after = rest, tt_line(&after, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind == TT_LABEL && (tt_marks(&unit->names, said.word) & TT_IS_FUNCTION) && line.at[0] != ' ' && line.at[0] != '\t' &&
            tt_read_function(&w.function, unit, said.word, rest)) {
            write_function(&w, &rest);
            continue;
        }
        copy(&w, line);
        rest = after;
    }
    tt_put_nothing(&w);
    tt_put_range_facts(&w.ranges, out);
    tt_close_ranges_of_unit(&w.ranges);
    tt_put_later(&w.later, NULL);
    free(w.function.labels.slots);
}
