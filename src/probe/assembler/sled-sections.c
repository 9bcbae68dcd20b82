/* Sections with the data of sleds and of functions that have some. */
#include "writer.h"

#include "writing.h"
#include "sled.h"

#define TEXT(t) (int)(t).length, (t).at

/* A section that lives and dies with the code of `symbol`: in its group, if it has one, and dropped with it. */
static void begin_section(struct writing *w, const char *section, struct tt_text symbol)
{
    fprintf(w->out, "\t.pushsection\t%s,\"ao?\",@progbits,%.*s\n", section, TEXT(symbol));
}

void tt_put_sled(struct writing *w, enum tt_sled_kind kind)
{
    unsigned sled = w->written->sleds++;
    const struct tt_sled_code code = {'s', sled, w->unit->by_words, TT_CALL_BY_WORD, ".LTTz", 0};
    tt_put_sled_code(w->out, &code);
    begin_section(w, TT_SLEDS_SECTION, w->part);
    fprintf(w->out, "\t.balign\t4\n\t.long\t.LTTs%u-.\n\t.long\t.LTTf%u-.\n\t.long\t%u\n\t.popsection\n", sled, w->number,
            (unsigned)kind | (w->unit->by_words ? TT_SLED_BY_WORD : 0u));
}

void tt_put_nothing(struct writing *w)
{
    if (w->unit->by_words && w->written->sleds > 0)
        fprintf(w->out, "\t.pushsection\t.text.trimtab,\"ax\",@progbits\n.LTTz0:\n\tret\n\t.popsection\n");
}

static unsigned flags_of(const struct tt_function *f)
{
    return (f->loops ? TT_FUNCTION_LOOPS : 0u) | (f->parallel ? TT_FUNCTION_PARALLEL : 0u) |
           (f->system ? TT_FUNCTION_SYSTEM : 0u) | (tt_is_too_small(f) ? TT_FUNCTION_SMALL : 0u) |
           (f->left_out ? TT_FUNCTION_LEFT_OUT : 0u);
}

void tt_put_facts(struct writing *w)
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
