/*
 * What measures ranges. A sled in the middle of a function may not change anything: it becomes a jump to a stub of its own
 * behind the function, which goes over the red zone (128 bytes below the stack pointer that leaf functions use), finds the
 * function's frame by the rules for unwinders, calls the module's hook, which keeps registers and flags, and jumps back.
 */
#include "range-writer.h"

#include <stdlib.h>

#include "../format/sleds.h"
#include "sled.h"

#define TEXT(t) (int)(t).length, (t).at
#define RED_ZONE 128
#define PUSHED 16
#define RETURN_ADDRESS 8

FILE *tt_later(struct tt_later *later)
{
    if (later->out == NULL)
        later->out = open_memstream(&later->text, &later->size);
    return later->out;
}

void tt_put_later(struct tt_later *later, FILE *out)
{
    if (later->out == NULL)
        return;
    if (fclose(later->out) == 0 && out != NULL)
        fwrite(later->text, 1, later->size, out);
    free(later->text);
    *later = (struct tt_later){0};
}

static void put_string(FILE *out, const char *text)
{
    fputs("\t.string\t\"", out);
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ' || (unsigned char)*text > '~')
            fprintf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    fputs("\"\n", out);
}

/* What the runtime needs of a range in a function. */
static void put_range(const struct tt_range_writer *w, const struct tt_range_place *at, size_t i)
{
    const struct tt_range *range = &w->unit->ranges->list[i];
    char facts[64];
    snprintf(facts, sizeof facts, "%u %u", range->first, range->last);
    fprintf(at->out, "\t.pushsection\t.rodata.trimtab,\"aMS\",@progbits,1\n.LTTx%u_%zu:\n", at->function, i);
    put_string(at->out, range->name);
    fprintf(at->out, ".LTTy%u_%zu:\n\t.ascii\t\"%s %s \"\n", at->function, i, facts, range->group);
    put_string(at->out, w->unit->range_files[i]);
    fprintf(at->out, "\t.popsection\n\t.pushsection\t%s,\"awo?\",@progbits,%.*s\n\t.balign\t4\n", TT_RANGES_SECTION, TEXT(at->part));
    fprintf(at->out, ".LTTr%u_%zu:\n\t.long\t.LTTx%u_%zu-.\n\t.long\t.LTTy%u_%zu-.\n\t.long\t0\n\t.popsection\n", at->function, i,
            at->function, i, at->function, i);
}

/* The address of the function's frame, as function sleds know it: where its return address stands. */
static void put_frame(FILE *out, const struct tt_frame *frame)
{
    int is_kept;
    long through = 0, offset = 0;
    const char *base = tt_frame_base(frame, &is_kept, &through, &offset);
    if (is_kept)
        fprintf(out, "\tmovq\t%ld(%%%s), %%rsi\n\tleaq\t%d(%%rsi), %%rsi\n", through, base, -RETURN_ADDRESS);
    else
        fprintf(out, "\tleaq\t%ld(%%%s), %%rsi\n", offset - RETURN_ADDRESS + (strcmp(base, "rsp") == 0 ? RED_ZONE + PUSHED : 0), base);
}

/* The stub of the module that a sled calls. Of `first` no range of the function is open before: what the frame has was left
 * by an exception or longjmp. */
static const char *stub_of(enum tt_range_kind kind, int first)
{
    return kind == TT_RANGE_END ? "tt_stub_range_end" : first ? "tt_stub_range_first" : "tt_stub_range_begin";
}

static void put_stub(struct tt_range_writer *w, const struct tt_range_place *at, size_t range, const char *stub, unsigned sled)
{
    FILE *out = tt_later(&w->stubs);
    if (out == NULL)
        return;
    int by_pointer = at->frame->now.by_pointer;
    tt_write_rules(out, at->frame);
    fprintf(out, ".LTTq%u:\n\tleaq\t-%d(%%rsp), %%rsp\n\tpushq\t%%rdi\n\tpushq\t%%rsi\n", sled, RED_ZONE);
    if (by_pointer)
        fprintf(out, "\t.cfi_adjust_cfa_offset %d\n", RED_ZONE + PUSHED);
    put_frame(out, at->frame);
    fprintf(out, "\tleaq\t.LTTr%u_%zu(%%rip), %%rdi\n\tcall\t%s\n", at->function, range, stub);
    fprintf(out, "\tpopq\t%%rsi\n\tpopq\t%%rdi\n\tleaq\t%d(%%rsp), %%rsp\n", RED_ZONE);
    if (by_pointer)
        fprintf(out, "\t.cfi_adjust_cfa_offset -%d\n", RED_ZONE + PUSHED);
    fprintf(out, "\tjmp\t.LTTn%u\n", sled);
}

static void put_sled(struct tt_range_writer *w, const struct tt_range_place *at, size_t range, enum tt_range_kind kind, int first)
{
    unsigned sled = w->sleds++;
    const struct tt_sled_code code = {'m', sled, w->unit->by_words, TT_JUMP_BY_WORD, ".LTTn", sled};
    tt_put_sled_code(at->out, &code);
    fprintf(at->out, ".LTTn%u:\n\t.pushsection\t%s,\"ao?\",@progbits,%.*s\n\t.balign\t4\n", sled, TT_RANGE_SLEDS_SECTION, TEXT(at->part));
    fprintf(at->out, "\t.long\t.LTTm%u-.\n\t.long\t.LTTq%u-.\n\t.long\t.LTTr%u_%zu-.\n\t.long\t%u\n\t.popsection\n", sled, sled,
            at->function, range, (unsigned)kind | (w->unit->by_words ? TT_SLED_BY_WORD : 0u));
    put_stub(w, at, range, stub_of(kind, first), sled);
    if (kind == TT_RANGE_BEGIN)
        w->counts[range].begins++;
    else
        w->counts[range].ends++;
}

/* Inner ranges end first, outer ones begin first. @param first none of the function is open before */
static void put_sleds(struct tt_range_writer *w, const struct tt_range_place *at, uint64_t begins, uint64_t ends, int first)
{
    for (size_t i = TT_MOST_RANGES; i-- > 0;)
        if ((ends & w->flow.ranges) >> i & 1)
            put_sled(w, at, i, TT_RANGE_END, 0);
    for (size_t i = 0; i < TT_MOST_RANGES; i++)
        if ((begins & w->flow.ranges) >> i & 1) {
            put_sled(w, at, i, TT_RANGE_BEGIN, first);
            first = 0;
        }
}

void tt_open_ranges_of_unit(struct tt_range_writer *w, const struct tt_unit *unit)
{
    *w = (struct tt_range_writer){.unit = unit};
    w->failed = !tt_read_inlined(&w->inlined, unit);
}

void tt_begin_ranges(struct tt_range_writer *w, const struct tt_function *function, const struct tt_range_place *at)
{
    w->next = 0;
    w->is_on = 0;
    if (!w->unit->ranges->asked)
        return;
    if (w->failed || !tt_read_flow(&w->flow, w->unit, &w->inlined, function)) {
        w->flow.refused = "there is not enough memory";
        w->flow.count = 0;
    }
    memset(w->counts, 0, sizeof w->counts);
    w->is_on = w->flow.ranges != 0 && w->flow.refused == NULL;
    for (size_t i = 0; w->is_on && i < TT_MOST_RANGES; i++)
        if (w->flow.ranges >> i & 1)
            put_range(w, at, i);
}

void tt_put_entered(struct tt_range_writer *w, const struct tt_range_place *at)
{
    if (w->is_on)
        put_sleds(w, at, w->flow.steps[0].active & ~w->flow.steps[0].set_before, 0, 1);
}

void tt_put_before(struct tt_range_writer *w, const struct tt_range_place *at, size_t step)
{
    if (!w->is_on)
        return;
    const struct tt_flow_step *s = &w->flow.steps[step];
    put_sleds(w, at, s->set_before & s->active, s->set_before & ~s->active, 0);
}

void tt_put_left(struct tt_range_writer *w, const struct tt_range_place *at, size_t step)
{
    if (w->is_on)
        put_sleds(w, at, 0, w->flow.steps[step].active, 0);
}

void tt_put_behind(struct tt_range_writer *w, const struct tt_range_place *at, size_t step)
{
    if (!w->is_on || step + 1 >= w->flow.count || !tt_falls_through(&w->flow, step))
        return;
    uint64_t set = w->flow.steps[step].set_after, active = w->flow.steps[step + 1].active;
    put_sleds(w, at, tt_begins_between(&w->flow, step, step + 1) | (set & active),
              tt_ends_between(&w->flow, step, step + 1) | (set & ~active), set == 0 && w->flow.steps[step].active == 0);
}

int tt_jump_changes(const struct tt_range_writer *w, size_t step)
{
    if (!w->is_on)
        return 0;
    long to = w->flow.steps[step].target;
    if (w->flow.steps[step].leaves)
        return w->flow.steps[step].active != 0;
    return to >= 0 && (tt_begins_between(&w->flow, step, (size_t)to) | tt_ends_between(&w->flow, step, (size_t)to)) != 0;
}

void tt_put_jump(struct tt_range_writer *w, const struct tt_range_place *at, size_t step)
{
    long to = w->is_on ? w->flow.steps[step].target : -1;
    if (to >= 0)
        put_sleds(w, at, tt_begins_between(&w->flow, step, (size_t)to), tt_ends_between(&w->flow, step, (size_t)to),
                  w->flow.steps[step].active == 0);
}

void tt_put_stubs(struct tt_range_writer *w, FILE *out)
{
    tt_put_later(&w->stubs, out);
}

static void count_steps(struct tt_range_writer *w)
{
    for (size_t k = 0; k < w->flow.count; k++) {
        const struct tt_flow_step *s = &w->flow.steps[k];
        for (size_t i = 0; (s->active | s->in) >> i != 0 && i < TT_MOST_RANGES; i++) {
            uint64_t bit = UINT64_C(1) << i;
            w->counts[i].in += (s->in & bit) != 0;
            w->counts[i].foreign += (s->active & bit) != 0 && (s->in & bit) == 0 && s->is_mapped;
            w->counts[i].unmapped += (s->active & bit) != 0 && !s->is_mapped;
        }
    }
}

static unsigned number_of(struct tt_text word)
{
    unsigned number = 0;
    for (size_t i = 0; i < word.length && i < 9 && word.at[i] >= '0' && word.at[i] <= '9'; i++)
        number = number * 10 + (unsigned)(word.at[i] - '0');
    return number;
}

/* Lines that have instructions, nearest to ranges of their file. */
static void note_near(struct tt_range_writer *w)
{
    for (size_t k = 0; k < w->flow.count; k++) {
        struct tt_text rest = w->flow.steps[k].line;
        if (!w->flow.steps[k].is_mapped)
            continue;
        unsigned file = number_of(tt_word(&rest, '\0')), line = number_of(tt_word(&rest, '\0'));
        uint64_t here = file < w->unit->files ? w->unit->ranges_of_file[file] : 0;
        for (size_t i = 0; here >> i != 0 && i < TT_MOST_RANGES; i++) {
            const struct tt_range *range = &w->unit->ranges->list[i];
            if ((here >> i & 1) == 0)
                continue;
            if (line < range->first && line > w->before[i])
                w->before[i] = line;
            if (line > range->last && (w->behind[i] == 0 || line < w->behind[i]))
                w->behind[i] = line;
        }
    }
}

void tt_end_ranges(struct tt_range_writer *w, const struct tt_function *function)
{
    FILE *out = !w->unit->ranges->asked ? NULL : tt_later(&w->facts);
    if (out == NULL)
        return;
    w->instructions += w->flow.count;
    w->unmapped += w->flow.unmapped;
    w->unmapped_jumps += w->flow.unmapped_jumps;
    w->filled += w->flow.filled;
    w->refused += w->flow.refused == NULL ? 0 : w->flow.count;
    if (w->unit->ranges_here == 0)
        return;
    count_steps(w);
    note_near(w);
    for (size_t i = 0; i < TT_MOST_RANGES; i++) {
        const struct tt_range *range = &w->unit->ranges->list[i];
        const struct tt_range_counts *c = &w->counts[i];
        if ((w->flow.ranges >> i & 1) == 0)
            continue;
        char line[4096];
        int length = snprintf(line, sizeof line, "range\t%u\t%u\t%s\t%s\t%.*s\t%u\t%u\t%u\t%u\t%u\t%s", range->first, range->last,
                              w->unit->range_files[i], range->name, TEXT(function->name), c->in, c->foreign, c->unmapped, c->begins,
                              c->ends, w->flow.refused == NULL ? "" : w->flow.refused);
        if (length > 0 && length < (int)sizeof line)
            put_string(out, line);
    }
}

void tt_put_range_facts(struct tt_range_writer *w, FILE *out)
{
    if (w->facts.out == NULL)
        return;
    fprintf(out, "\t.weak\ttt_stub_range_first\n\t.hidden\ttt_stub_range_first\n\t.weak\ttt_stub_range_begin\n\t.hidden\ttt_stub_range_begin\n\t.weak\ttt_stub_range_end\n\t.hidden\ttt_stub_range_end\n");
    fprintf(out, "\t.pushsection\t%s,\"\",@progbits\n", TT_RANGE_FACTS_SECTION);
    tt_put_later(&w->facts, out);
    for (size_t i = 0; i < TT_MOST_RANGES; i++) {
        const struct tt_range *range = &w->unit->ranges->list[i];
        char line[4096];
        if ((w->unit->ranges_here >> i & 1) == 0)
            continue;
        int length = snprintf(line, sizeof line, "near\t%u\t%u\t%s\t%s\t%u\t%u", range->first, range->last, w->unit->range_files[i],
                              range->name, w->before[i], w->behind[i]);
        if (length > 0 && length < (int)sizeof line)
            put_string(out, line);
    }
    fprintf(out, "\t.string\t\"unit\\t%llx\\t%lu\\t%lu\\t%lu\\t%lu\\t%lu\"\n\t.popsection\n",
            (unsigned long long)w->unit->identity, w->instructions, w->unmapped, w->unmapped_jumps, w->filled, w->refused);
}

void tt_close_ranges_of_unit(struct tt_range_writer *w)
{
    tt_put_later(&w->stubs, NULL);
    tt_put_later(&w->facts, NULL);
    tt_close_flow(&w->flow);
    tt_close_inlined(&w->inlined);
}
