/* Samples of the line that the main thread of Python is at. */
#ifndef TRIMTAB_PYTHON_SAMPLES_H
#define TRIMTAB_PYTHON_SAMPLES_H

#include <stdint.h>

/** Whether the calling thread is the one that can be sampled. */
int tt_python_is_sampled(void);
/** Takes samples of it from now on. */
void tt_python_sample(void);
/** Its calls are not told of meanwhile; after so many milliseconds tt_python_listen_again is called. */
void tt_python_sample_for(uint64_t milliseconds);
/** No more of them are taken. */
void tt_python_stop_samples(void);
/** Calls are told of again (python-profiler.c). */
void tt_python_listen_again(void);
/** Python ends: no more samples are asked for. */
void tt_python_end_samples(void);

#endif
