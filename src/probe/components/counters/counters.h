/* Counters of the processor and of the kernel, read where calls begin and end. */
#ifndef TRIMTAB_COUNTERS_H
#define TRIMTAB_COUNTERS_H

#include "../../core/probe.h"
#include "group.h"

/* Calls deeper than this within each other are not read at. */
#define TT_MOST_COUNTED 256u

struct tt_counting {
    struct tt_open_events events;
    unsigned depth;
    struct {
        uint64_t key, begin;
    } open[TT_MOST_COUNTED]; /* calls whose begin was read, innermost last */
    volatile int is_reading; /* a handler of a signal may come within a reading */
};

/** Whether calls of this are read: until it is known that they are too short for it. Callable from everywhere. */
int tt_is_counted(uint64_t key);

/** Counters whose names fit a pattern, as bits; 0: there is none. */
uint32_t tt_counters_named(const char *pattern);
/** Such counters are read from now on, or no more. What they count meanwhile belongs to what is read first afterwards. */
void tt_switch_counters(uint32_t which, int on);
/** Each one that is counted, and whether it is read. */
void tt_each_counter(void (*take)(void *context, const char *name, int on), void *context);

/* As the two below, where there are any. */
void tt_read_at_begin(struct tt_thread *t, uint64_t key);
void tt_read_at_end(struct tt_thread *t, uint64_t key, uint64_t time);
/** The same of the call of MPI that is open, if its begin was read. */
void tt_read_at_end_of_mpi(struct tt_thread *t, uint64_t time);
/** Where what follows is no work of the call any more, although it is still open. */
void tt_read_within(struct tt_thread *t, uint64_t key);
/** Of a call that is known to have ended long after its work: nothing is read. */
void tt_end_unread(struct tt_thread *t, uint64_t key, uint64_t time);

/** Before the record that enters something; the time it takes belongs to what calls it. */
static inline void tt_count_enter(struct tt_thread *t, uint64_t key)
{
    if (TT_UNLIKELY(t->counting != NULL))
        tt_read_at_begin(t, key);
}

/** Before the record that leaves it, with the time of that. */
static inline void tt_count_leave(struct tt_thread *t, uint64_t key, uint64_t time)
{
    if (TT_UNLIKELY(t->counting != NULL))
        tt_read_at_end(t, key, time);
}

/** Whether the innermost of the calls that were read is this one. */
static inline int tt_is_read(const struct tt_counting *c, uint64_t key)
{
    return c->depth > 0 && c->open[c->depth - 1].key == key;
}

/* counters.c, for readings.c: of the counters that were asked for, by number, why one cannot be counted (NULL: it can be), how
 * many there are, and bits of those that are read. The others count on: what they count belongs to whatever is read next. */
extern char *tt_denied_counters[TT_MOST_COUNTERS];
extern unsigned tt_asked_count;
extern _Atomic uint32_t tt_read_counters;

#endif
