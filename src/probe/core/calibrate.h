/* What recording costs on this machine. */
#ifndef TRIMTAB_CALIBRATE_H
#define TRIMTAB_CALIBRATE_H

#include <stdint.h>

/* Pairs of enter and leave in a block, whose time is told. */
#define TT_COST_PAIRS 1000

/* What a block of TT_COST_PAIRS pairs costs, in ticks. */
struct tt_cost {
    uint64_t pairs;  /* from before the first enter until after the last leave; 0: not known */
    uint64_t within; /* the part of it between the two readings of the clock of each pair */
    uint64_t half_width; /* of the interval that the median of `pairs` lies in with 95 % */
    uint64_t first_pairs, first_within; /* what is added to both where memory is used for the first time */
};

/* Both run what is recorded `pairs` times: with the hooks, and without them. */
struct tt_calibrated {
    void (*with)(int pairs), (*without)(int pairs);
    int between; /* records of what a call does, between its enter and its leave */
};

/*
 * An enter takes a before it reads the clock and b after it, a leave c before and d after. n pairs report t1 = n(b + c)
 * as the time of the calls; the whole block takes t2, measured by a pair that reports b + n(a + b + c + d) + c, or by two
 * readings of the clock, which report t0 for a block in which nothing is recorded. Then b + c = t1/n and a + b + c + d = (t2 - t0)/n,
 * where t0 = t1/n for a pair (Shende and Malony, overhead compensation). Both are given for n pairs. Where something is done between
 * enter and leave, t0 has it too, and t1 is less what it takes.
 */
static inline struct tt_cost tt_cost_of_block(uint64_t t0, uint64_t t1, uint64_t t2)
{
    uint64_t pairs = t2 > t0 ? t2 - t0 : 0;
    return (struct tt_cost){.pairs = pairs, .within = t1 < pairs ? t1 : pairs};
}

/* How long calibrating may take, in nanoseconds: as long as a program that starts, and within one that runs. */
#define TT_AT_START 1500000u
#define TT_WHILE_RUNNING 300000u

struct tt_cost tt_measure_cost(const struct tt_calibrated *what, uint64_t nanoseconds);
void tt_run_nothing(int pairs);

/** Notes what pairs cost while the program begins: into memory that is used for the first time, unless it keeps a profile. */
void tt_note_cost(const char *name, const struct tt_cost *cost);

/** Notes all costs once more when the program ends.
 *  @param first_use the part of the recorded bytes that went into memory that was used for the first time */
void tt_note_costs_at_end(double first_use);

#endif
