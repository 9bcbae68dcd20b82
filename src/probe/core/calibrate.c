/*
 * What recording costs on this machine: blocks of pairs of enter and leave are recorded into memory that is given back,
 * pages of its own for each block and then the same ones again, since a buffer's pages are used for the first time only until it is
 * full. Medians of the blocks count, since others may use the processor meanwhile.
 */
#include "calibrate.h"
#include "probe.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The longest pair there is, so that nothing of it is ever written: a call that enters, sends a message and receives one, and leaves. */
enum { MOST_BLOCKS = 50, LEAST_BLOCKS = 9, PAIRS = TT_COST_PAIRS, WORDS_PER_PAIR = 2 + 4 + 5 + 1, BLOCK_WORDS = PAIRS * WORDS_PER_PAIR };
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

/* The time between the readings of the clock of all pairs. @param between records of what each does */
static uint64_t time_within(const uint64_t *from, const uint64_t *to, int between)
{
    uint64_t sum = 0, entered = 0;
    for (int place = 0; from < to; from += tt_record_words(*from), place = (place + 1) % (between + 2)) {
        uint64_t time = *from & TT_TIME_MASK;
        if (place == 0)
            entered = time;
        else if (place == between + 1)
            sum += time - entered;
    }
    return sum;
}

/** Of what does nothing but what is measured: nothing. */
void tt_run_nothing(int pairs)
{
    for (int pair = 0; pair < pairs; pair++)
        __asm__ volatile("");
}

static uint64_t time_block(void (*run)(int))
{
    uint64_t start = tt_ticks();
    run(PAIRS);
    return tt_ticks() - start;
}

/* What a block takes in which nothing is recorded: the least of some, since there is so little of it. */
static uint64_t empty_block(void (*run)(int))
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 8; i++) {
        uint64_t took = time_block(run);
        least = took < least ? took : least;
    }
    return least;
}

/* One block, recorded from the thread's place on. */
static struct tt_cost block_of(const struct tt_calibrated *what, struct tt_thread *scratch, uint64_t empty)
{
    const uint64_t *first = scratch->cur;
    uint64_t took = time_block(what->with), within = time_within(first, scratch->cur, what->between);
    /* What is done within a pair is none of the recording. */
    uint64_t done = what->without == tt_run_nothing ? 0 : empty;
    return tt_cost_of_block(empty, within > done ? within - done : 0, took);
}

static uint64_t more(uint64_t first, uint64_t again)
{
    return first > again ? first - again : 0;
}

/** What a block of pairs costs; all 0: there is no memory to find out.
 *  @param nanoseconds after which no block more begins, once there are enough */
struct tt_cost tt_measure_cost(const struct tt_calibrated *what, uint64_t nanoseconds)
{
    uint64_t *words = mmap(NULL, WORDS * sizeof *words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED)
        return (struct tt_cost){0};
    struct tt_open_frame frames[2];
    struct tt_thread *self = tt_self;
    struct tt_thread scratch = {
        .fd = -1, .begin = words, .cur = words, .end = words + WORDS, .limit = words + WORDS, .frames = frames, .frames_room = 2,
    };
    uint64_t first[MOST_BLOCKS], first_within[MOST_BLOCKS], pairs[MOST_BLOCKS], within[MOST_BLOCKS];
    uint64_t empty = empty_block(what->without), begin = tt_clock_ns(CLOCK_MONOTONIC);
    int count = 0;
    tt_self = &scratch;
    while (count < MOST_BLOCKS && (count < LEAST_BLOCKS || tt_clock_ns(CLOCK_MONOTONIC) - begin < nanoseconds)) {
        uint64_t *place = scratch.cur;
        struct tt_cost block = block_of(what, &scratch, empty);
        uint64_t *next = scratch.cur;
        first[count] = block.pairs;
        first_within[count] = block.within;
        scratch.cur = place;
        block = block_of(what, &scratch, empty); /* the same memory again */
        scratch.cur = next;
        pairs[count] = block.pairs;
        within[count++] = block.within;
    }
    tt_self = self;
    munmap(words, WORDS * sizeof *words);
    struct tt_cost cost = {.pairs = median_of(pairs, count), .within = median_of(within, count)};
    cost.half_width = half_width_of(pairs, count);
    cost.first_pairs = more(median_of(first, count), cost.pairs);
    cost.first_within = more(median_of(first_within, count), cost.within);
    return cost;
}

static struct {
    const char *name;
    struct tt_cost cost;
} noted[5];

static void note(const char *name, const struct tt_cost *cost, double first_use)
{
    double pairs = (double)cost->pairs + first_use * (double)cost->first_pairs;
    double within = (double)cost->within + first_use * (double)cost->first_within;
    tt_note("cost %s %.0f %d %.0f %llu\n", name, pairs, TT_COST_PAIRS, within, (unsigned long long)cost->half_width);
}

void tt_note_cost(const char *name, const struct tt_cost *cost)
{
    if (cost->pairs == 0)
        return; /* the archive tells no overhead */
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        if (noted[i].name == NULL || noted[i].name == name) {
            noted[i].name = name;
            noted[i].cost = *cost;
            break;
        }
    note(name, cost, tt_process.mode == TT_PROFILE ? 0 : 1);
}

void tt_note_costs_at_end(double first_use)
{
    for (size_t i = 0; i < sizeof noted / sizeof *noted && noted[i].name != NULL; i++)
        note(noted[i].name, &noted[i].cost, first_use);
}
