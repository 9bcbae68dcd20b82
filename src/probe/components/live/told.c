#include "told.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of answers that are remembered: some clients look at some ranks each. */
enum { MOST_TOLD = 4 };
/* Times nearer to each other than these are shown alike. */
#define SAME_PART 1e-4
#define SAME_NS 1000.0

static struct tt_told all[MOST_TOLD];

void tt_forget_told(struct tt_told *told)
{
    for (size_t i = 0; i < told->count; i++)
        free(told->sums[i].path);
    free(told->sums);
    told->sums = NULL;
    told->count = 0;
    told->first = told->functions = told->functions_changed = 0;
}

struct tt_told *tt_told_of(int tree, const char *ranks)
{
    struct tt_told *oldest = &all[0];
    for (int i = 0; i < MOST_TOLD; i++) {
        if (all[i].ranks != NULL && all[i].tree == tree && strcmp(all[i].ranks, ranks) == 0)
            return &all[i];
        if (all[i].last < oldest->last)
            oldest = &all[i];
    }
    tt_forget_told(oldest);
    free(oldest->ranks);
    oldest->tree = tree;
    oldest->ranks = strdup(ranks);
    return oldest->ranks == NULL ? NULL : oldest;
}

static int is_near(double a, double b)
{
    double by = a > b ? a - b : b - a;
    return by <= SAME_NS || by <= SAME_PART * a;
}

static int is_same(const struct tt_told_sum *a, const struct tt_told_sum *b)
{
    return a->visits == b->visits && a->rank == b->rank && is_near(a->ns, b->ns) && is_near(a->most, b->most);
}

void tt_tell_sums(struct tt_told *told, uint64_t number, struct tt_told_sum *sums, size_t count)
{
    size_t before = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        sums[i].changed = number;
        while (before < told->count && strcmp(told->sums[before].path, sums[i].path) < 0)
            before++;
        if (before == told->count || strcmp(told->sums[before].path, sums[i].path) != 0)
            continue;
        kept++;
        if (is_same(&told->sums[before], &sums[i])) {
            sums[i].changed = told->sums[before].changed;
            sums[i].ns = told->sums[before].ns;
            sums[i].most = told->sums[before].most;
        }
    }
    int is_first = told->first == 0 || kept < told->count; /* what is gone cannot be told by what has changed */
    for (size_t i = 0; i < told->count; i++)
        free(told->sums[i].path);
    free(told->sums);
    told->sums = sums;
    told->count = count;
    told->first = is_first ? number : told->first;
    told->last = number;
}

void tt_tell_functions(struct tt_told *told, uint64_t number, uint64_t functions)
{
    if (functions != told->functions || told->functions_changed == 0)
        told->functions_changed = number;
    told->functions = functions;
}
