#include "sums.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * TT_MOST_SUMS };

int tt_sums_begin(struct tt_sums *sums)
{
    sums->all = calloc(TT_MOST_SUMS, sizeof *sums->all);
    sums->index = calloc(SLOTS, sizeof *sums->index);
    sums->count = 1;
    if (sums->all != NULL && sums->index != NULL)
        return 1;
    tt_sums_end(sums);
    return 0;
}

void tt_sums_end(struct tt_sums *sums)
{
    free(sums->all);
    free(sums->index);
    memset(sums, 0, sizeof *sums);
}

uint32_t tt_sum_below(struct tt_sums *sums, uint32_t parent, uint64_t key)
{
    uint64_t hash = (key ^ (uint64_t)parent << 40) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t slot = (uint32_t)(hash >> 40) % SLOTS;
    for (uint32_t at; (at = sums->index[slot]) != 0; slot = (slot + 1) % SLOTS)
        if (sums->all[at].parent == parent && sums->all[at].key == key)
            return at;
    if (sums->count == TT_MOST_SUMS)
        return parent;
    sums->all[sums->count] = (struct tt_sum){.key = key, .parent = parent};
    sums->index[slot] = sums->count;
    return sums->count++;
}

/* The time since the last event is the innermost path's own. */
static void count_own(struct tt_sums *sums, struct tt_open_sums *open, uint64_t time)
{
    if (open->depth > 0 && time > open->last)
        sums->all[open->open[open->depth - 1]].ticks += time - open->last;
    open->last = time;
}

void tt_sums_enter(struct tt_sums *sums, struct tt_open_sums *open, uint64_t key, uint64_t time)
{
    count_own(sums, open, time);
    if (open->depth == TT_MOST_OPEN_SUMS) {
        open->deeper++;
        return;
    }
    uint32_t parent = open->depth == 0 ? 0 : open->open[open->depth - 1], sum = tt_sum_below(sums, parent, key);
    open->open[open->depth++] = sum;
    if (sum != parent)
        sums->all[sum].visits++;
}

static int ends(uint64_t key, uint64_t open)
{
    return open == key || (key == TT_SUM_MPI && (open & TT_SUM_MPI) != 0);
}

/* What was entered before anybody looked is left without effect. */
void tt_sums_leave(struct tt_sums *sums, struct tt_open_sums *open, uint64_t key, uint64_t time)
{
    count_own(sums, open, time);
    if (open->deeper > 0) {
        open->deeper--;
        return;
    }
    for (unsigned depth = open->depth; depth > 0; depth--)
        if (ends(key, sums->all[open->open[depth - 1]].key)) {
            open->depth = depth - 1;
            return;
        }
}
