/* Where threads are while nothing is recorded: a sample now and then, taken by the kernel. */
#ifndef TRIMTAB_SAMPLING_H
#define TRIMTAB_SAMPLING_H

/* More samples a second cost more than they show. */
#define TT_MOST_HERTZ 10000u

/** Samples a second of each thread that are asked for; 0: none. */
unsigned tt_sampling_rate(void);
/** From here on each thread is sampled so often a second; 0: none is. */
void tt_sample_at(unsigned hertz);
/** Samples threads, or does not, as what is recorded wants it: profiles have samples only while a part is traced. */
void tt_sample_what_is_traced(void);
/** Why the system allows no samples; NULL: it does. */
const char *tt_why_no_samples(void);

#endif
