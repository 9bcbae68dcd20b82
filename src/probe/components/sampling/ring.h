/* The ring of a thread's samples, which the kernel fills. */
#ifndef TRIMTAB_RING_H
#define TRIMTAB_RING_H

#include <stddef.h>
#include <stdint.h>

/* A ring of 256 KiB holds ten seconds of a thousand samples a second, which are 24 bytes each. */
enum { TT_RING_PAGES = 64 };

struct perf_event_mmap_page;
struct tt_thread;

struct tt_sampler {
    struct tt_thread *thread;
    int ring_fd, file, failed;
    struct perf_event_mmap_page *ring;
    size_t mapped;
    uint64_t written, lost;
    struct tt_sampler *next;
};

/** Nanoseconds between two samples. */
uint64_t tt_sampling_period(unsigned hertz);
/** A descriptor for samples of a thread; -1, with errno, where the system allows none. */
int tt_open_ring(int thread, unsigned hertz);
/** Writes the samples that are in the ring to the file of the thread. */
void tt_empty_ring(struct tt_sampler *sampler, int at_end);

#endif
