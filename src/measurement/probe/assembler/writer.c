/*
 * Sleds in functions: one at the entry, one before each way out. A function that leaves by a jump to another one has
 * left; a jump by a register stays inside where the function keeps tables of its labels, or where its frame still
 * stands. A way out that is not seen so is no harm: the next event of a frame further out ends what it left open.
 */
#include "writer.h"

#include <stdlib.h>

#include "../sleds.h"
#include "frame.h"
#include "function.h"

#define TEXT(t) (int)(t).length, (t).at

struct writing {
    FILE *out;
    const struct tt_unit *unit;
    struct tt_function function;
    struct tt_written *written;
    unsigned number;       /* of the function, for its label */
    struct tt_text part;   /* the symbol of the section the code is in now */
    struct tt_frame frame;
    int entered;           /* its entry has a sled */
    int in_assembly;       /* the source's own assembly, which may use `ret` as it likes */
    unsigned ways_out, ways_out_written; /* conditional jumps to other functions, which need a sled of their own */
};

/* Conditional jumps to other functions whose sleds stand at the function's end. */
#define MAX_WAYS_OUT 64u
struct way_out {
    struct tt_text to;
    unsigned label;
};

/* A section that lives and dies with the code of `symbol`: in its group, if it has one, and dropped with it. */
static void begin_section(struct writing *w, const char *section, struct tt_text symbol)
{
    fprintf(w->out, "\t.pushsection\t%s,\"ao?\",@progbits,%.*s\n", section, TEXT(symbol));
}

static void put_sled(struct writing *w, enum tt_sled_kind kind)
{
    static const unsigned char nop[] = TT_SLED_NOP;
    unsigned sled = w->written->sleds++;
    fprintf(w->out, ".LTTs%u:\n\t.byte\t", sled);
    for (unsigned i = 0; i < sizeof nop; i++)
        fprintf(w->out, "%s0x%02x", i == 0 ? "" : ",", nop[i]);
    fputc('\n', w->out);
    begin_section(w, TT_SLEDS_SECTION, w->part);
    fprintf(w->out, "\t.balign\t4\n\t.long\t.LTTs%u-.\n\t.long\t.LTTf%u-.\n\t.long\t%d\n\t.popsection\n", sled, w->number, (int)kind);
}

static unsigned flags_of(const struct tt_function *f)
{
    return (f->loops ? TT_FUNCTION_LOOPS : 0u) | (f->parallel ? TT_FUNCTION_PARALLEL : 0u) |
           (f->system ? TT_FUNCTION_SYSTEM : 0u) | (tt_is_too_small(f) ? TT_FUNCTION_SMALL : 0u) |
           (f->left_out ? TT_FUNCTION_LEFT_OUT : 0u);
}

static void put_facts(struct writing *w)
{
    const struct tt_function *f = &w->function;
    begin_section(w, TT_FUNCTIONS_SECTION, f->name);
    fprintf(w->out, "\t.balign\t8\n\t.long\t.LTTf%u-.\n\t.long\t%u,%u,0\n\t.quad\t0x%llx\n\t.popsection\n", w->number, f->instructions,
            flags_of(f), (unsigned long long)tt_identity(w->unit, f->name));
    for (size_t i = 0; i < f->labels.room; i++) {
        const struct tt_name *callee = &f->labels.slots[i];
        if (callee->name.at == NULL || !(callee->marks & TT_IS_CALLED))
            continue;
        begin_section(w, TT_CALLS_SECTION, f->name);
        fprintf(w->out, "\t.balign\t8\n\t.long\t.LTTf%u-.\n\t.long\t0\n\t.quad\t0x%llx\n\t.popsection\n", w->number,
                (unsigned long long)tt_identity(w->unit, callee->name));
    }
}

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
    put_sled(w, TT_SLED_ENTER);
    if (differs)
        put_line(w, last_line);
}

/* Copies what comes before the first instruction, and puts the sled before it: no loop goes back over it. */
static void write_entry(struct writing *w, struct tt_text *rest)
{
    struct tt_text line, after, first_line = {NULL, 0}, last_line = {NULL, 0};
    tt_line(rest, &line);
    copy(w, line);
    fprintf(w->out, ".LTTf%u:\n", w->number);
    put_facts(w);
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
        if (lands)
            break;
    }
    if (has_sleds(&w->function))
        put_entry(w, first_line, last_line);
}

/* Whether a direct jump leaves the function. */
static int leaves(const struct writing *w, struct tt_text to)
{
    if (to.length == 0 || to.at[0] == '.' || tt_is_numbered(to) || tt_is_part(to, w->function.name))
        return 0;
    /* Its own beginning has a sled that says it is entered. */
    return tt_same(to, w->function.name) || !(tt_marks(&w->function.labels, to) & TT_IS_LABEL);
}

static int leaves_indirectly(const struct writing *w, struct tt_text operand)
{
    if (memchr(operand.at, '@', operand.length) != NULL)
        return 1;
    return !w->function.tables && tt_is_at_return(&w->frame);
}

static void write_ways_out(struct writing *w, struct way_out *ways)
{
    for (; w->ways_out_written < w->ways_out; w->ways_out_written++) {
        const struct way_out *way = &ways[w->ways_out_written];
        fprintf(w->out, ".LTTo%u_%u:\n", w->number, way->label);
        put_sled(w, TT_SLED_LEAVE);
        fprintf(w->out, "\tjmp\t%.*s\n", TEXT(way->to));
    }
}

static void write_instruction(struct writing *w, struct tt_statement said, struct tt_text line, struct way_out *ways)
{
    struct tt_step step = tt_step_of(said);
    if (step.flow == TT_RETURNS || (step.flow == TT_JUMPS && leaves(w, step.to)) ||
        (step.flow == TT_JUMPS_INDIRECT && leaves_indirectly(w, step.to)))
        put_sled(w, TT_SLED_LEAVE);
    if (step.flow == TT_JUMPS_WHEN && leaves(w, step.to) && w->ways_out < MAX_WAYS_OUT && tt_same(w->part, w->function.name)) {
        ways[w->ways_out] = (struct way_out){said.rest, w->ways_out};
        fprintf(w->out, "\t%.*s\t.LTTo%u_%u\n", TEXT(said.word), w->number, w->ways_out++);
        return;
    }
    copy(w, line);
}

static void write_body(struct writing *w, struct tt_text rest)
{
    struct way_out ways[MAX_WAYS_OUT];
    struct tt_text line;
    while (tt_line(&rest, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind == TT_ASSEMBLY_BEGIN || said.kind == TT_ASSEMBLY_END)
            w->in_assembly = said.kind == TT_ASSEMBLY_BEGIN;
        if (said.kind == TT_LABEL && tt_is_part(said.word, w->function.name))
            w->part = said.word;
        if (said.kind == TT_DIRECTIVE) {
            tt_follow_frame(&w->frame, said);
            if (tt_same(said.word, TT_TEXT(".cfi_endproc")))
                write_ways_out(w, ways);
        }
        if (said.kind == TT_INSTRUCTION && !w->in_assembly)
            write_instruction(w, said, line, ways);
        else
            copy(w, line);
    }
    write_ways_out(w, ways);
}

static void write_function(struct writing *w, struct tt_text *rest)
{
    struct tt_text body = w->function.body;
    rest->at += body.length;
    rest->length -= body.length;
    w->number = w->written->functions++;
    w->part = w->function.name;
    w->frame = (struct tt_frame){.by_pointer = 1};
    w->in_assembly = 0;
    w->ways_out = w->ways_out_written = 0;
    write_entry(w, &body);
    if (has_sleds(&w->function))
        write_body(w, body);
    else
        copy(w, body);
}

void tt_write_unit(FILE *out, const struct tt_unit *unit, struct tt_written *written)
{
    struct writing w = {.out = out, .unit = unit, .written = written};
    struct tt_text rest = unit->text, line, after;
    *written = (struct tt_written){0, 0};
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
    free(w.function.labels.slots);
}
