/* Reading counters where calls begin and end. */
#include "counters.h"

#include "worth.h"

/* All of them: reading takes as long for one as for all. */
static int none_is_read(void)
{
    return atomic_load_explicit(&tt_read_counters, memory_order_relaxed) == 0;
}

/* Reads all counters; 0: not now, within a reading that a signal's handler came in. */
static int read_now(struct tt_thread *t)
{
    struct tt_counting *c = t->counting;
    if (c->is_reading || t->stopped || none_is_read())
        return 0;
    c->is_reading = 1;
    atomic_signal_fence(memory_order_seq_cst);
    int done = tt_read_events(&c->events);
    atomic_signal_fence(memory_order_seq_cst);
    c->is_reading = 0;
    if (!done) {
        tt_say("counters of thread %u can be read no more: the program has closed what it did not open", t->index);
        t->counting = NULL; /* its memory stays, for whoever reads it just now */
    }
    return done;
}

static void put(struct tt_thread *t, uint64_t time, uint64_t enters)
{
    const struct tt_counting *c = t->counting;
    uint32_t which = atomic_load_explicit(&tt_read_counters, memory_order_relaxed);
    for (unsigned i = 0; i < tt_asked_count; i++)
        if (tt_denied_counters[i] == NULL && which >> i & 1)
            tt_put2(t, TT_COUNTER, time, enters | i, c->events.values[i]);
}

void tt_read_at_begin(struct tt_thread *t, uint64_t key)
{
    struct tt_counting *c = t->counting;
    if (c->depth == TT_MOST_COUNTED || !tt_is_counted(key) || !read_now(t))
        return;
    uint64_t time = tt_time();
    put(t, time, TT_COUNTER_ENTERS);
    c->open[c->depth].key = key;
    c->open[c->depth].begin = time;
    c->depth++;
}

/* The height of a call whose begin was read; 0: it is not open. */
static unsigned height_of(const struct tt_counting *c, uint64_t key)
{
    unsigned height = c->depth;
    while (height > 0 && c->open[height - 1].key != key)
        height--;
    return height;
}

void end(struct tt_counting *c, unsigned height, uint64_t time)
{
    uint64_t begin = c->open[height - 1].begin;
    c->depth = height - 1;
    if (time > begin)
        tt_note_counted(c->open[height - 1].key, time - begin);
}

void tt_read_at_end(struct tt_thread *t, uint64_t key, uint64_t time)
{
    struct tt_counting *c = t->counting;
    unsigned height = height_of(c, key);
    if (height == 0)
        return;
    if (read_now(t))
        put(t, time, 0);
    end(c, height, time);
}

void tt_read_at_end_of_mpi(struct tt_thread *t, uint64_t time)
{
    struct tt_counting *c = t->counting;
    if (c->depth > 0 && TT_IS_COUNTED_MPI(c->open[c->depth - 1].key))
        tt_read_at_end(t, c->open[c->depth - 1].key, time);
}

void tt_read_within(struct tt_thread *t, uint64_t key)
{
    if (height_of(t->counting, key) != 0 && read_now(t))
        put(t, tt_time(), 0);
}

void tt_end_unread(struct tt_thread *t, uint64_t key, uint64_t time)
{
    unsigned height = height_of(t->counting, key);
    if (height != 0)
        end(t->counting, height, time);
}
