/*
 * Samples of where a thread is, as the kernel takes them: a software event counts the thread's processor time, and the
 * kernel writes address and time into a ring that is mapped here, without a signal. A thread of ours empties the rings
 * twice a second into a file for each thread, since a loop may run for minutes without any record.
 *
 * Only code of the program is sampled, never the kernel: that needs no rights where perf_event_paranoid is 2 or less.
 *
 * The rate may change while threads run: all samplers rest before the time is noted from which the new one holds, so that each
 * sample is known to be of the rate that its time tells.
 */
#include "sampling.h"

#include "../../core/own-thread.h"
#include "../../core/part.h"
#include "../../core/component.h"
#include "../../core/settings.h"
#include "ring.h"

static _Atomic unsigned wanted; /* samples a second of each thread */

unsigned tt_sampling_rate(void)
{
    return atomic_load(&wanted);
}

static void read_settings(void)
{
    uint64_t hertz = tt_number_setting(TRIMTAB_SAMPLING, 0, 0);
    atomic_store(&wanted, (unsigned)(hertz < TT_MOST_HERTZ ? hertz : TT_MOST_HERTZ));
}

static void describe(void)
{
    if (atomic_load(&wanted) > 0)
        tt_note("sampling %u\n", atomic_load(&wanted));
}

#ifdef __linux__

#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAUSE_NS 500000000L

/* One at a time goes through the list: the thread that empties the rings, or one that ends. */
static atomic_flag at_work = ATOMIC_FLAG_INIT;
static struct tt_sampler *samplers;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin_work(void)
{
    while (atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire))
        sched_yield();
}

static void end_work(void)
{
    atomic_flag_clear_explicit(&at_work, memory_order_release);
}

/* How often threads are sampled just now. */
static unsigned rate(void)
{
    return tt_process.mode == TT_PROFILE && !tt_is_in_part() ? 0 : atomic_load(&wanted);
}

static void empty_all(int at_end)
{
    for (struct tt_sampler *s = samplers; s != NULL; s = s->next)
        tt_empty_ring(s, at_end);
}

static void *empty_now_and_then(void *unused)
{
    const struct timespec pause = {0, PAUSE_NS};
    while (atomic_load(&tt_process.state) == TT_RECORDING) {
        nanosleep(&pause, NULL);
        begin_work();
        empty_all(0);
        end_work();
    }
    return unused;
}

/* Its signals are the program's, and its memory is little: it calls nothing but what stands here. */
static void start_emptying(void)
{
    if (!tt_start_own_thread(empty_now_and_then, 256 << 10))
        tt_say("no thread can be started that keeps samples: only those of the first seconds are available");
}

static void deny(const char *why)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said))
        return;
    tt_say("lines are not sampled (perf_event_open: %s): kernel.perf_event_paranoid must be 2 or less", why);
    tt_note("samples-denied %s\n", why);
}

static void release(struct tt_sampler *s)
{
    munmap(s->ring, s->mapped);
    close(s->ring_fd);
    if (s->lost > 0)
        tt_note("samples-lost %u %llu\n", s->thread->index, (unsigned long long)s->lost);
    if (s->file >= 0)
        close(s->file);
    free(s);
}

/* Of any thread of the process, by whoever holds the list. */
static void add(struct tt_thread *t, unsigned hertz)
{
    int ring_fd = tt_open_ring(t->number, hertz);
    if (ring_fd < 0) {
        deny(tt_error_text(errno));
        return;
    }
    size_t mapped = (1 + TT_RING_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    void *ring = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, ring_fd, 0);
    struct tt_sampler *s = malloc(sizeof *s);
    if (ring == MAP_FAILED || s == NULL) {
        deny(ring == MAP_FAILED ? tt_error_text(errno) : "no memory");
        if (ring != MAP_FAILED)
            munmap(ring, mapped);
        free(s);
        close(ring_fd);
        return;
    }
    *s = (struct tt_sampler){.thread = t, .ring_fd = ring_fd, .file = -1, .ring = ring, .mapped = mapped};
    s->next = samplers;
    samplers = s;
    t->sampler = s;
    pthread_once(&once, start_emptying);
}

/* The thread is in the list of threads by now: either it sees a rate that was asked for, or whoever asked sees it. */
static void begin_thread(struct tt_thread *t)
{
    if (atomic_load(&wanted) == 0)
        return;
    begin_work();
    if (rate() > 0 && t->sampler == NULL)
        add(t, rate());
    end_work();
}

static void rest(void)
{
    for (const struct tt_sampler *s = samplers; s != NULL; s = s->next)
        ioctl(s->ring_fd, PERF_EVENT_IOC_DISABLE, 0);
}

static void go_on(struct tt_thread *t, unsigned hertz)
{
    uint64_t period = tt_sampling_period(hertz);
    if (t->sampler == NULL)
        add(t, hertz);
    else if (ioctl(t->sampler->ring_fd, PERF_EVENT_IOC_PERIOD, &period) != 0 || ioctl(t->sampler->ring_fd, PERF_EVENT_IOC_ENABLE, 0) != 0)
        deny(tt_error_text(errno));
}

void tt_sample_at(unsigned hertz)
{
    tt_hold_threads();
    begin_work();
    rest();
    if (hertz != atomic_load(&wanted)) {
        tt_note("sampling-from %llu %u\n", (unsigned long long)tt_time(), hertz);
        atomic_store(&wanted, hertz);
    }
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL && rate() > 0; t = t->next)
        if (t->begin != NULL && !t->stopped)
            go_on(t, rate());
    end_work();
    tt_release_threads();
}

void tt_sample_what_is_traced(void)
{
    if (atomic_load(&wanted) > 0)
        tt_sample_at(atomic_load(&wanted));
}

const char *tt_why_no_samples(void)
{
    int ring_fd = tt_open_ring(0, 1000);
    if (ring_fd < 0)
        return tt_error_text(errno);
    close(ring_fd);
    return NULL;
}

static void end_thread(struct tt_thread *t)
{
    struct tt_sampler *s = t->sampler;
    if (s == NULL)
        return;
    t->sampler = NULL;
    begin_work();
    for (struct tt_sampler **at = &samplers; *at != NULL; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    tt_empty_ring(s, 1);
    end_work();
    release(s);
}

/* Where another thread is at that, it is left to that one. */
static void save(void)
{
    if (atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire))
        return;
    empty_all(1);
    end_work();
}

/* A preloaded library has no functions that would begin the thread. */
static void begin(void)
{
    if (tt_process.preloaded && atomic_load(&wanted) > 0)
        tt_thread_self();
}

const struct tt_component tt_sampling_component = {
    .name = "sampling",
    .settings = read_settings,
    .begin = begin,
    .describe = describe,
    .begin_thread = begin_thread,
    .end_thread = end_thread,
    .save = save,
};

#else

void tt_sample_at(unsigned hertz)
{
    (void)hertz;
}

void tt_sample_what_is_traced(void)
{
}

const char *tt_why_no_samples(void)
{
    return "this system has none";
}

const struct tt_component tt_sampling_component = {.name = "sampling", .settings = read_settings, .describe = describe};

#endif
