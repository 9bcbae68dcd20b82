/* Instructions without a line of their own: they belong to the lines around them. */
#include "flow.h"

/* Instructions of other lines that schedulers move in between: a range goes on over so many of them within a block. */
#define SHORT_GAP 8u

void tt_fill_unmapped(struct tt_control *flow)
{
    uint64_t before = 0;
    for (size_t i = 0; i < flow->count;) {
        if (flow->steps[i].is_mapped) {
            before = flow->steps[i].active = flow->steps[i].in;
            i++;
            continue;
        }
        size_t end = i;
        while (end < flow->count && !flow->steps[end].is_mapped)
            end++;
        uint64_t both = before & (end < flow->count ? flow->steps[end].in : 0);
        for (; i < end; i++)
            flow->steps[i].active = both | flow->steps[i].in;
    }
}

/* File and line of a step, without what follows them. */
static struct tt_text line_of(const struct tt_flow_step *step)
{
    struct tt_text rest = step->line;
    tt_word(&rest, '\0');
    struct tt_text line = tt_word(&rest, '\0');
    return (struct tt_text){step->line.at, (size_t)(line.at + line.length - step->line.at)};
}

void tt_count_filled(struct tt_control *flow)
{
    const struct tt_flow_step *before = NULL;
    unsigned since = 0;
    for (size_t i = 0; i < flow->count; i++) {
        const struct tt_flow_step *step = &flow->steps[i];
        if (!step->is_mapped) {
            since++;
            continue;
        }
        if (before != NULL && tt_same(line_of(before), line_of(step)))
            flow->filled += since;
        before = step;
        since = 0;
    }
}

void tt_close_gaps(struct tt_control *flow, uint64_t bit)
{
    size_t gap = flow->count; /* where it begins; as many as there are: there is none */
    for (size_t i = 0; i < flow->count; i++) {
        struct tt_flow_step *step = &flow->steps[i];
        const struct tt_flow_step *before = i > 0 ? step - 1 : NULL;
        int is_behind_jump = before != NULL && before->flow != TT_GOES_ON && before->flow != TT_CALLS;
        int is_behind_call = before != NULL && before->flow == TT_CALLS && (before->active & bit) == 0;
        if (step->begins_block || is_behind_jump || is_behind_call)
            gap = flow->count;
        if (step->active & bit) {
            for (size_t k = gap; k < i && i - gap <= SHORT_GAP; k++)
                flow->steps[k].active |= bit;
            gap = i + 1;
        }
    }
}

void tt_set_behind_tables(struct tt_control *flow)
{
    uint64_t any = 0, all = ~UINT64_C(0);
    for (size_t i = 0; i < flow->count; i++)
        if (flow->steps[i].flow == TT_JUMPS_INDIRECT && !flow->steps[i].leaves) {
            any |= flow->steps[i].active;
            all &= flow->steps[i].active;
        }
    for (size_t i = 0; i < flow->count; i++) {
        struct tt_flow_step *to = &flow->steps[i];
        if (to->by_table)
            to->set_before |= (any & ~to->active) | (~all & to->active);
    }
}
