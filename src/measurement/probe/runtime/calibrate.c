/*
 * What recording costs on this machine: blocks of pairs of enter and leave are recorded into memory that is given back,
 * pages of its own for each block so that their first use is part of the cost, as it is in the buffers. Medians of the
 * blocks count, since others may use the processor meanwhile.
 */
#include "calibrate.h"
#include "probe.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The longest pair there is, so that nothing of it is ever written: an enter with whole addresses, and a leave. */
enum { MOST_BLOCKS = 50, LEAST_BLOCKS = 9, PAIRS = TT_COST_PAIRS, WORDS_PER_PAIR = 4 + 2, BLOCK_WORDS = PAIRS * WORDS_PER_PAIR };
enum { WORDS = MOST_BLOCKS * BLOCK_WORDS + TT_MAX_WORDS };

static int by_size(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static uint64_t median_of(uint64_t *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[count / 2];
}

/* Of sorted values: half of what lies between those that the median of all there could be lies between with 95 %, which
 * are 0.98 √count places away from the middle (binomial distribution, by its normal approximation). */
static uint64_t half_width_of(const uint64_t *sorted, int count)
{
    int away = 0;
    while (10000 * away * away < 9604 * count)
        away++;
    int low = count / 2 - away, high = count / 2 + away;
    return (sorted[high < count ? high : count - 1] - sorted[low > 0 ? low : 0]) / 2;
}

/* The time between the readings of the clock of all pairs. */
static uint64_t time_within(const uint64_t *from, const uint64_t *to)
{
    uint64_t sum = 0, entered = 0;
    for (int place = 0; from < to; from += tt_record_words(*from), place++) {
        uint64_t time = *from & TT_TIME_MASK;
        if (place % 2 == 0)
            entered = time;
        else
            sum += time - entered;
    }
    return sum;
}

static __attribute__((noinline)) void record_nothing(void)
{
    __asm__ volatile("");
}

static uint64_t time_block(void (*record)(void))
{
    uint64_t start = tt_ticks();
    for (int pair = 0; pair < PAIRS; pair++)
        record();
    return tt_ticks() - start;
}

/* What a block takes in which nothing is recorded: the least of some, since there is so little of it. */
static uint64_t empty_block(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 8; i++) {
        uint64_t took = time_block(record_nothing);
        least = took < least ? took : least;
    }
    return least;
}

/** What a block of pairs of calls of `record` costs; all 0: there is no memory to find out.
 *  @param nanoseconds after which no block more begins, once there are enough */
struct tt_cost tt_measure_cost(void (*record)(void), uint64_t nanoseconds)
{
    uint64_t *words = mmap(NULL, WORDS * sizeof *words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED)
        return (struct tt_cost){0};
    struct tt_open_frame frames[2];
    struct tt_thread *self = tt_self;
    struct tt_thread scratch = {
        .fd = -1, .begin = words, .cur = words, .end = words + WORDS, .limit = words + WORDS, .frames = frames, .frames_room = 2,
    };
    uint64_t pairs[MOST_BLOCKS], within[MOST_BLOCKS];
    uint64_t empty = empty_block(), begin = tt_clock_ns(CLOCK_MONOTONIC);
    int count = 0;
    tt_self = &scratch;
    while (count < MOST_BLOCKS && (count < LEAST_BLOCKS || tt_clock_ns(CLOCK_MONOTONIC) - begin < nanoseconds)) {
        const uint64_t *first = scratch.cur;
        uint64_t took = time_block(record);
        struct tt_cost block = tt_cost_of_block(empty, time_within(first, scratch.cur), took);
        pairs[count] = block.pairs;
        within[count++] = block.within;
    }
    tt_self = self;
    munmap(words, WORDS * sizeof *words);
    struct tt_cost cost = {.pairs = median_of(pairs, count), .within = median_of(within, count)};
    cost.half_width = half_width_of(pairs, count);
    return cost;
}

/** Notes what pairs cost, as the fact `cost NAME`; without it the archive tells no overhead. */
void tt_note_cost(const char *name, const struct tt_cost *cost)
{
    if (cost->pairs > 0)
        tt_note("cost %s %llu %d %llu %llu\n", name, (unsigned long long)cost->pairs, TT_COST_PAIRS,
                (unsigned long long)cost->within, (unsigned long long)cost->half_width);
}
