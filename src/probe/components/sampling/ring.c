#include "ring.h"

#include "../../core/probe.h"

#ifdef __linux__

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 512 };

uint64_t tt_sampling_period(unsigned hertz)
{
    return UINT64_C(1000000000) / hertz;
}

int tt_open_ring(int thread, unsigned hertz)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.sample_period = tt_sampling_period(hertz);
    attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.use_clockid = 1;
    attributes.clockid = CLOCK_MONOTONIC;
    return (int)syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Copies from the ring, whose end may lie within what is copied. */
static void from_ring(const struct tt_sampler *s, uint64_t at, void *to, size_t size)
{
    size_t room = s->mapped / (1 + TT_RING_PAGES) * TT_RING_PAGES;
    const char *data = (const char *)s->ring + s->mapped - room;
    size_t from = (size_t)(at % room), first = room - from < size ? room - from : size;
    memcpy(to, data + from, first);
    memcpy((char *)to + first, data, size - first);
}

/* Whether there is a file, made with the first samples: where it lies is known for sure once rank 0 has told all, and a
 * process that nobody wants files of has none before its end. */
static int has_file(struct tt_sampler *s, int at_end)
{
    if (s->file < 0 && !s->failed && (at_end || tt_process.wanted)) {
        s->file = tt_open_thread_file(s->thread->index, "smp");
        s->failed = s->file < 0;
    }
    return s->file >= 0;
}

static void put(struct tt_sampler *s, const struct tt_sample *samples, size_t count)
{
    size_t size = count * sizeof *samples;
    if (size > 0 && tt_write(s->file, samples, size, s->written) == (ssize_t)size)
        s->written += size;
    else
        s->lost += count;
}

void tt_empty_ring(struct tt_sampler *s, int at_end)
{
    if (!has_file(s, at_end))
        return;
    struct tt_sample samples[AT_ONCE];
    size_t count = 0;
    uint64_t head = __atomic_load_n(&s->ring->data_head, __ATOMIC_ACQUIRE), tail = s->ring->data_tail;
    while (tail < head) {
        struct perf_event_header header;
        from_ring(s, tail, &header, sizeof header);
        if (header.size < sizeof header)
            break; /* the kernel never writes that */
        uint64_t words[2] = {0, 0};
        if (header.size >= sizeof header + sizeof words)
            from_ring(s, tail + sizeof header, words, sizeof words);
        if (header.type == PERF_RECORD_SAMPLE)
            samples[count++] = (struct tt_sample){.time = words[1], .address = words[0]};
        else if (header.type == PERF_RECORD_LOST)
            s->lost += words[1];
        if (count == AT_ONCE) {
            put(s, samples, count);
            count = 0;
        }
        tail += header.size;
    }
    put(s, samples, count);
    __atomic_store_n(&s->ring->data_tail, tail, __ATOMIC_RELEASE);
}

#endif
