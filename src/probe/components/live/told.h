/*
 * What was told of the ranks before, so that who has seen an answer is told only what has changed since then. Sums that grew by
 * less than anybody sees stay as they were told. Answers to requests for other ranks, or by call path, are others.
 */
#ifndef TRIMTAB_LIVE_TOLD_H
#define TRIMTAB_LIVE_TOLD_H

#include <stddef.h>
#include <stdint.h>

/** A sum over all ranks that were asked for. */
struct tt_told_sum {
    char *path;
    uint64_t visits;
    double ns, most; /* of the rank that has most of it */
    int rank;        /* that one */
    uint64_t changed; /* the answer that told it first as it is */
};

struct tt_told {
    int tree;
    char *ranks; /* NULL: nothing was told */
    struct tt_told_sum *sums; /* by path */
    size_t count;
    uint64_t functions, functions_changed; /* what was told of functions, as a hash */
    uint64_t first, last; /* answers: what changed since one of them is known */
};

/** What was told of some ranks, flat or by call path; what was asked for longest ago is forgotten. NULL: no memory. */
struct tt_told *tt_told_of(int tree, const char *ranks);

/** Takes in the sums of answer `number`, all of them and sorted by path, which belong to it from now on. */
void tt_tell_sums(struct tt_told *told, uint64_t number, struct tt_told_sum *sums, size_t count);

/** The same of functions, by a hash of what is told of them. */
void tt_tell_functions(struct tt_told *told, uint64_t number, uint64_t functions);

/** Nothing of before holds any more: the next answer is a first one. */
void tt_forget_told(struct tt_told *told);

#endif
