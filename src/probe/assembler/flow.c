/*
 * From lines to instructions: an instruction belongs to a range when the compiler says that its line is in it, or that it
 * was inlined for a call at such a line. The idea is that of Shende (2001, figure 43), on the edges of the control flow graph in
 * place of a scan from top to bottom: a range begins wherever control goes from an instruction outside to one inside, and ends
 * wherever it goes back.
 */
#include "flow.h"

#include <stdlib.h>

/* What the compiler last said of where the code is from. */
struct place {
    struct tt_text line; /* as in `.loc` */
    uint64_t in;
    int has_line;
    struct tt_inside inlined;
    int dumps, dump_has_line; /* gcc -dP writes each instruction as it knows it itself, with its own line or without */
};

static size_t number_of(struct tt_text word)
{
    size_t number = 0;
    for (size_t i = 0; i < word.length && i < 9 && word.at[i] >= '0' && word.at[i] <= '9'; i++)
        number = number * 10 + (size_t)(word.at[i] - '0');
    return number;
}

static void note_line(struct place *place, const struct tt_unit *unit, struct tt_text rest)
{
    place->line = rest;
    size_t file = number_of(tt_word(&rest, '\0')), line = number_of(tt_word(&rest, '\0'));
    place->has_line = line != 0;
    place->in = tt_ranges_at(unit, file, line);
}

/* Whether a text has "FILE":LINE:COLUMN. */
static int has_place(struct tt_text text)
{
    for (size_t i = 0; i + 3 < text.length; i++)
        if (text.at[i] == '"' && text.at[i + 1] == ':' && text.at[i + 2] >= '0' && text.at[i + 2] <= '9')
            return 1;
    return 0;
}

/* Lines of gcc -dP: `#(insn ...`, and those that go on with it. */
static void note_dump(struct place *place, struct tt_text line)
{
    if (line.length < 2 || line.at[0] != '#')
        return;
    if (line.at[1] == '(') {
        place->dumps = 1;
        place->dump_has_line = 0;
    }
    place->dump_has_line |= place->dumps && has_place(line);
}

/* setjmp and its like, behind which control may come back from anywhere. */
static int returns_twice(struct tt_text callee)
{
    return tt_same(callee, TT_TEXT("setjmp")) || tt_same(callee, TT_TEXT("_setjmp")) || tt_same(callee, TT_TEXT("__sigsetjmp")) ||
           tt_same(callee, TT_TEXT("sigsetjmp")) || tt_same(callee, TT_TEXT("getcontext")) || tt_same(callee, TT_TEXT("savectx"));
}

static struct tt_flow_step *add(struct tt_control *flow)
{
    if (flow->count == flow->room) {
        size_t room = flow->room == 0 ? 256 : 2 * flow->room;
        struct tt_flow_step *more = realloc(flow->steps, room * sizeof *more);
        if (more == NULL)
            return NULL;
        flow->steps = more;
        flow->room = room;
    }
    struct tt_flow_step *step = &flow->steps[flow->count++];
    *step = (struct tt_flow_step){.flow = TT_GOES_ON, .target = -1};
    return step;
}

static void refuse(struct tt_control *flow, const char *why)
{
    if (flow->refused == NULL)
        flow->refused = why;
}

/* Where the jumps go is filled in when all labels are known. */
static int note_instruction(struct tt_control *flow, const struct tt_function *function, struct tt_statement said,
                            const struct tt_frame *frame, const struct place *place, int in_assembly)
{
    struct tt_flow_step *step = add(flow);
    if (step == NULL)
        return 0;
    step->in_assembly = in_assembly;
    step->line = place->line;
    int is_kept;
    long through, offset;
    if (frame->known && tt_frame_base(frame, &is_kept, &through, &offset) == NULL)
        refuse(flow, "the position of its frame is not described in a known way");
    step->is_mapped = place->has_line && (!place->dumps || place->dump_has_line);
    step->in = (step->is_mapped ? place->in : 0) | place->inlined.ranges;
    flow->unmapped += !step->is_mapped;
    if (in_assembly)
        return 1;
    if (said.kind == TT_UNKNOWN) {
        if (!tt_starts(said.word, TT_TEXT("rep")) && !tt_starts(said.word, TT_TEXT("lock")))
            refuse(flow, "one line of the compiler's assembly has several instructions");
        return 1;
    }
    struct tt_step way = tt_step_of(said);
    step->flow = way.flow;
    flow->unmapped_jumps += !step->is_mapped && (way.flow == TT_JUMPS || way.flow == TT_JUMPS_WHEN || way.flow == TT_JUMPS_INDIRECT);
    if (way.flow == TT_CALLS && returns_twice(way.to))
        step->set_after = ~UINT64_C(0);
    if (way.flow == TT_RETURNS)
        step->leaves = 1;
    else if (way.flow == TT_JUMPS || way.flow == TT_JUMPS_WHEN)
        step->leaves = tt_leaves(function, way.to);
    else if (way.flow == TT_JUMPS_INDIRECT) {
        step->leaves = tt_leaves_indirectly(function, frame, way.to);
        flow->jumps_by_table += !step->leaves;
    }
    return 1;
}

static int read_steps(struct tt_control *flow, const struct tt_unit *unit, const struct tt_inlined *inlined,
                      const struct tt_function *function)
{
    struct tt_text rest = function->body, line;
    struct place place = {0};
    struct tt_frame *frame = &(struct tt_frame){0};
    int in_assembly = 0, ok = 1;
    while (ok && tt_line(&rest, &line)) {
        struct tt_statement said = tt_read(line);
        switch (said.kind) {
        case TT_ASSEMBLY_BEGIN:
        case TT_ASSEMBLY_END:
            in_assembly = said.kind == TT_ASSEMBLY_BEGIN;
            break;
        case TT_NOTHING:
            note_dump(&place, line);
            break;
        case TT_LABEL:
            tt_pass_label(&place.inlined, inlined, said.word);
            if (!in_assembly && !tt_is_numbered(said.word))
                ok = tt_mark(&flow->labels, said.word, (unsigned)flow->count + 1);
            break;
        case TT_DIRECTIVE:
            if (in_assembly && (tt_contains(said.word, TT_TEXT("section")) || tt_same(said.word, TT_TEXT(".previous"))))
                refuse(flow, "the source's own assembly goes to another section");
            tt_follow_frame(frame, said);
            if (tt_same(said.word, TT_TEXT(".loc")))
                note_line(&place, unit, said.rest);
            break;
        default:
            ok = note_instruction(flow, function, said, frame, &place, in_assembly);
        }
    }
    if (!frame->known)
        refuse(flow, "the compiler wrote no call frame information");
    return ok;
}

/* The instruction behind a label; -1: there is none. */
static long behind(const struct tt_control *flow, struct tt_text label)
{
    unsigned mark = tt_marks(&flow->labels, label);
    return mark == 0 || mark > flow->count ? -1 : (long)mark - 1;
}

static int is_part_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

/* What cannot be led over an edge of our own: labels that the source's own assembly names (`asm goto`), and short jumps. */
static void set_at_labels_in(struct tt_control *flow, struct tt_text text)
{
    for (size_t i = 0; i + 2 < text.length; i++) {
        if (text.at[i] != '.' || text.at[i + 1] != 'L' || (i > 0 && is_part_of_name(text.at[i - 1])))
            continue;
        struct tt_text name = {text.at + i, 0};
        while (i + name.length < text.length && is_part_of_name(name.at[name.length]))
            name.length++;
        long to = behind(flow, name);
        if (to >= 0)
            flow->steps[to].set_before = ~UINT64_C(0);
        i += name.length;
    }
}

static int is_short_jump(struct tt_text word)
{
    return tt_starts(word, TT_TEXT("loop")) || tt_same(word, TT_TEXT("jrcxz")) || tt_same(word, TT_TEXT("jecxz"));
}

static void find_targets(struct tt_control *flow, const struct tt_function *function)
{
    struct tt_text rest = function->body, line;
    size_t at = 0;
    while (tt_line(&rest, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind != TT_INSTRUCTION && said.kind != TT_UNKNOWN)
            continue;
        struct tt_flow_step *step = &flow->steps[at++];
        if (step->in_assembly || is_short_jump(said.word))
            set_at_labels_in(flow, line);
        if (!step->in_assembly && (step->flow == TT_JUMPS || step->flow == TT_JUMPS_WHEN) && !step->leaves) {
            step->target = behind(flow, tt_step_of(said).to);
            if (step->target < 0)
                refuse(flow, "a jump leads to where the assembly does not show");
            else
                flow->steps[step->target].begins_block = 1;
        }
    }
}

/* Labels that are reached without a jump that names them. */
static void find_other_ways(struct tt_control *flow, const struct tt_unit *unit)
{
    size_t taken = 0;
    for (size_t i = 0; i < flow->labels.room; i++) {
        const struct tt_name *label = &flow->labels.slots[i];
        if (label->name.at == NULL || label->marks > flow->count)
            continue;
        unsigned marks = tt_marks(&unit->names, label->name);
        struct tt_flow_step *to = &flow->steps[label->marks - 1];
        if ((marks & TT_IS_LANDING) != 0)
            to->set_before = ~UINT64_C(0);
        if ((marks & TT_IS_TAKEN) != 0 && flow->jumps_by_table > 0) {
            to->by_table = 1;
            taken++;
        }
        if (to->by_table || to->set_before != 0)
            to->begins_block = 1;
    }
    if (flow->jumps_by_table > 0 && taken == 0)
        refuse(flow, "it jumps to where only the running program knows");
}

int tt_falls_through(const struct tt_control *flow, size_t from)
{
    enum tt_flow way = flow->steps[from].flow;
    return way != TT_JUMPS && way != TT_RETURNS && way != TT_JUMPS_INDIRECT;
}

static uint64_t changes_between(const struct tt_control *flow, size_t from, size_t to)
{
    const struct tt_flow_step *a = &flow->steps[from], *b = &flow->steps[to];
    return (a->active ^ b->active) & ~(b->set_before & flow->ranges);
}

uint64_t tt_begins_between(const struct tt_control *flow, size_t from, size_t to)
{
    return changes_between(flow, from, to) & flow->steps[to].active;
}

uint64_t tt_ends_between(const struct tt_control *flow, size_t from, size_t to)
{
    return changes_between(flow, from, to) & flow->steps[from].active;
}

int tt_read_flow(struct tt_control *flow, const struct tt_unit *unit, const struct tt_inlined *inlined,
                 const struct tt_function *function)
{
    struct tt_names labels = flow->labels;
    tt_forget(&labels);
    *flow = (struct tt_control){.steps = flow->steps, .room = flow->room, .labels = labels};
    if (!read_steps(flow, unit, inlined, function))
        return 0;
    for (size_t i = 0; i < flow->count; i++)
        flow->ranges |= flow->steps[i].in;
    find_targets(flow, function);
    find_other_ways(flow, unit);
    tt_count_filled(flow);
    if (flow->ranges == 0)
        return 1;
    tt_fill_unmapped(flow);
    for (size_t i = 0; i < TT_MOST_RANGES; i++)
        if ((flow->ranges >> i & 1) != 0)
            tt_close_gaps(flow, UINT64_C(1) << i);
    tt_set_behind_tables(flow);
    return 1;
}

void tt_close_flow(struct tt_control *flow)
{
    free(flow->steps);
    free(flow->labels.slots);
}
