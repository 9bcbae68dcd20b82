/*
 * What recording costs on this machine: pairs of enter and leave are recorded into memory that is given back,
 * a page for each batch so that its first use is part of the cost, as it is in the buffers. The median batch counts,
 * since others may use the processor meanwhile.
 */
#include "calibrate.h"
#include "probe.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The longest pair there is, so that nothing of it is ever written: an enter with whole addresses, and a leave. */
enum { BATCHES = 21, PAIRS = TT_COST_PAIRS, WORDS_PER_PAIR = 4 + 2 };

static int by_size(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/** The ticks that TT_COST_PAIRS pairs of calls of `record` take; 0: there is no memory to find out. */
uint64_t tt_measure_cost(void (*record)(void))
{
    enum { WORDS = BATCHES * PAIRS * WORDS_PER_PAIR + TT_MAX_WORDS };
    uint64_t *words = mmap(NULL, WORDS * sizeof *words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED)
        return 0;
    struct tt_open_frame frames[2];
    struct tt_thread *self = tt_self;
    struct tt_thread scratch = {
        .fd = -1, .begin = words, .cur = words, .end = words + WORDS, .limit = words + WORDS, .frames = frames, .frames_room = 2,
    };
    uint64_t ticks[BATCHES];
    tt_self = &scratch;
    for (int batch = 0; batch < BATCHES; batch++) {
        uint64_t start = tt_ticks();
        for (int pair = 0; pair < PAIRS; pair++)
            record();
        ticks[batch] = tt_ticks() - start;
    }
    tt_self = self;
    munmap(words, WORDS * sizeof *words);
    qsort(ticks, BATCHES, sizeof *ticks, by_size);
    return ticks[BATCHES / 2];
}

/** Notes the ticks that a number of pairs take, as the fact `cost NAME`; without it the archive tells no overhead. */
void tt_note_cost(const char *name, uint64_t ticks)
{
    if (ticks > 0)
        tt_note("cost %s %llu %d\n", name, (unsigned long long)ticks, TT_COST_PAIRS);
}
