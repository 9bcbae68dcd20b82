/* Where threads are while nothing is recorded: a sample now and then, taken by the kernel. */
#ifndef TRIMTAB_SAMPLING_H
#define TRIMTAB_SAMPLING_H

struct tt_thread;

/** Begins to sample the calling thread, where that was asked for and the system allows it; else says so, once. */
void tt_begin_samples(struct tt_thread *thread);
/** Writes the last samples of the calling thread and ends them. */
void tt_end_samples(struct tt_thread *thread);
/** Writes what all threads have so far; where another thread is at that, it is left to that one. */
void tt_write_samples(void);

#endif
