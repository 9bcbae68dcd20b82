/* Where threads are while nothing is recorded: a sample now and then, taken by the kernel. */
#ifndef TRIMTAB_SAMPLING_H
#define TRIMTAB_SAMPLING_H

struct tt_thread;

/* More samples a second cost more than they show. */
#define TT_MOST_HERTZ 10000u

/** Begins to sample the calling thread, where that was asked for and the system allows it; else says so, once. */
void tt_begin_samples(struct tt_thread *thread);
/** From here on each thread is sampled so often a second; 0: none is. */
void tt_sample_at(unsigned hertz);
/** Samples threads, or does not, as what is recorded wants it: profiles have samples only while a part is traced. */
void tt_sample_what_is_traced(void);
/** Why the system allows no samples; NULL: it does. */
const char *tt_why_no_samples(void);
/** Writes the last samples of the calling thread and ends them. */
void tt_end_samples(struct tt_thread *thread);
/** Writes what all threads have so far; where another thread is at that, it is left to that one. */
void tt_write_samples(void);

#endif
