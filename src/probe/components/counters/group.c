/*
 * Opening and reading the events of a thread. Those of the processor are one group as long as the kernel takes it; further
 * ones make groups of their own, which take turns. They count what the program does, not what the kernel does for it, as
 * PAPI's do; events of software count both. What the kernel does not let perf count is asked for otherwise where it can be.
 */
#include "group.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../core/clock.h"
#include "../../core/facts.h"
#include "registers.h"

static int open_in(int leader, const struct tt_event *event)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = event->type;
    attributes.config = event->number;
    attributes.exclude_kernel = !tt_is_software(event);
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

/* A high number, which nothing else comes by: a program that closes files it did not open must not have its own ones read. */
static int moved_up(int fd)
{
    struct rlimit most;
    if (fd < 0 || getrlimit(RLIMIT_NOFILE, &most) != 0)
        return fd;
    rlim_t half = most.rlim_cur == RLIM_INFINITY || most.rlim_cur > 1 << 16 ? 1 << 15 : most.rlim_cur / 2;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, (int)half);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static void map_page(struct tt_event_group *g, unsigned at)
{
    void *page = g->is_software || !TT_HAS_REGISTERS
                     ? MAP_FAILED
                     : mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, g->fds[at], 0);
    g->pages[at] = page == MAP_FAILED ? NULL : page;
}

static void join(struct tt_event_group *g, int fd, unsigned number)
{
    g->fds[g->count] = fd;
    g->members[g->count] = number;
    map_page(g, g->count);
    g->count++;
}

/* In a group of its kind that takes it, else in a new one. */
static int open_by_perf(struct tt_open_events *open, const struct tt_event *event, unsigned number)
{
    int software = tt_is_software(event);
    for (unsigned i = 0; i < open->group_count; i++) {
        struct tt_event_group *g = &open->groups[i];
        int fd = g->is_software == software ? moved_up(open_in(g->fd, event)) : -1;
        if (fd >= 0) {
            join(g, fd, number);
            return 1;
        }
    }
    int fd = moved_up(open_in(-1, event));
    if (fd < 0)
        return 0;
    struct tt_event_group *g = &open->groups[open->group_count++];
    *g = (struct tt_event_group){.fd = fd, .is_software = software};
    join(g, fd, number);
    return 1;
}

static uint64_t told(enum tt_told_by by)
{
    struct rusage use;
    if (by == TT_BY_CLOCK)
        return tt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    if (getrusage(RUSAGE_THREAD, &use) != 0)
        return 0;
    switch (by) {
    case TT_BY_FAULTS:
        return (uint64_t)(use.ru_minflt + use.ru_majflt);
    case TT_BY_MINOR_FAULTS:
        return (uint64_t)use.ru_minflt;
    case TT_BY_MAJOR_FAULTS:
        return (uint64_t)use.ru_majflt;
    default:
        return (uint64_t)(use.ru_nvcsw + use.ru_nivcsw);
    }
}

const char *tt_open_event(struct tt_open_events *open, const struct tt_event *event, unsigned number)
{
    open->told_by[number] = TT_BY_PERF;
    if (open_by_perf(open, event, number))
        return NULL;
    if (event->told_by == TT_BY_PERF)
        return tt_error_text(errno);
    open->told_by[number] = event->told_by;
    open->base[number] = told(event->told_by);
    open->others++;
    return NULL;
}

/* The registers' values where all of a group can be had that way. */
static int read_registers(const struct tt_event_group *g, uint64_t *counted)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->pages[i] == NULL || !tt_read_page(g->pages[i], &counted[i]))
            return 0;
    return 1;
}

static int read_kernel(const struct tt_event_group *g, uint64_t *counted, uint64_t *enabled, uint64_t *running)
{
    uint64_t words[3 + TT_MOST_COUNTERS];
    size_t size = (3 + g->count) * sizeof *words;
    if (read(g->fd, words, size) != (ssize_t)size || words[0] != g->count)
        return 0;
    *enabled = words[1];
    *running = words[2];
    memcpy(counted, words + 3, g->count * sizeof *words);
    return 1;
}

static void add(struct tt_open_events *open, struct tt_event_group *g, const uint64_t *counted, uint64_t all, uint64_t part)
{
    for (unsigned i = 0; i < g->count; i++) {
        open->values[g->members[i]] += tt_scaled(counted[i] - g->counted[i], all, part);
        g->counted[i] = counted[i];
    }
}

/* Adds what a group has counted since it was read last. Where it was not counted meanwhile, the time until now belongs to
 * what comes next. */
static int read_group(struct tt_open_events *open, struct tt_event_group *g)
{
    uint64_t counted[TT_MOST_COUNTERS], enabled, running;
    if (read_registers(g, counted)) {
        add(open, g, counted, 1, 1); /* it shares its registers with none */
        return 1;
    }
    if (!read_kernel(g, counted, &enabled, &running))
        return 0;
    for (unsigned i = 0; i < g->count; i++) {
        open->enabled[g->members[i]] = enabled;
        open->running[g->members[i]] = running;
    }
    if (running <= g->running)
        return 1;
    add(open, g, counted, enabled - g->enabled, running - g->running);
    g->enabled = enabled;
    g->running = running;
    return 1;
}

int tt_read_events(struct tt_open_events *open)
{
    for (unsigned i = 0; i < open->group_count; i++)
        if (!read_group(open, &open->groups[i]))
            return 0;
    for (unsigned number = 0; open->others > 0 && number < TT_MOST_COUNTERS; number++)
        if (open->told_by[number] != TT_BY_PERF)
            open->values[number] = told(open->told_by[number]) - open->base[number];
    return 1;
}

void tt_close_events(struct tt_open_events *open)
{
    for (unsigned i = 0; i < open->group_count; i++)
        for (unsigned m = open->groups[i].count; m-- > 0;) {
            if (open->groups[i].pages[m] != NULL)
                munmap(open->groups[i].pages[m], (size_t)sysconf(_SC_PAGESIZE));
            close(open->groups[i].fds[m]);
        }
    open->group_count = open->others = 0;
}

#else

const char *tt_open_event(struct tt_open_events *open, const struct tt_event *event, unsigned number)
{
    (void)open;
    (void)event;
    (void)number;
    return "this system has no perf_event_open";
}

int tt_read_events(struct tt_open_events *open)
{
    (void)open;
    return 0;
}

void tt_close_events(struct tt_open_events *open)
{
    (void)open;
}

#endif
