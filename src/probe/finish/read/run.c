/* Finding the raw files of a run and bringing its processes into order. */
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* How many ranks there may be for each that left records. */
enum { MOST_ABSENT = 1024 };

/* <host>-<pid>.<thread>.rec beside <host>-<pid>.txt; of a thread that called nothing recorded, samples alone. */
static void find_threads(struct process *p)
{
    int stem = (int)strlen(p->path) - 4;
    struct thread *lost = p->threads;
    uint32_t lost_count = p->thread_count, capacity = 0;
    p->threads = NULL;
    p->thread_count = 0;
    for (uint32_t index = 0, gap = 0; gap < 64; index++, gap++) {
        struct thread thread = {.index = index, .number = index, .path = format_text("%.*s.%u.rec", stem, p->path, index)};
        char *profile = format_text("%.*s.%u.prof", stem, p->path, index), *part = format_text("%.*s.%u.part", stem, p->path, index);
        int has_trace = access(thread.path, F_OK) == 0 && open_thread(&thread);
        int has_profile = access(profile, F_OK) == 0 && open_profile(&thread, profile);
        int has_part = !has_trace && access(part, F_OK) == 0 && open_part(&thread, part);
        free(profile);
        free(part);
        char *samples = format_text("%.*s.%u.smp", stem, p->path, index);
        open_samples(&thread, samples);
        free(samples);
        int has_samples_alone = !has_trace && !has_profile && !has_part && thread.sample_count > 0;
        if (has_samples_alone)
            thread.start_ticks = p->start_ticks;
        if (!has_trace && !has_profile && !has_part && !has_samples_alone) {
            free(thread.path); /* a thread that recorded nothing has no file */
            continue;
        }
        gap = 0;
        for (uint32_t i = 0; i < lost_count; i++)
            if (lost[i].index == index)
                thread.lost = lost[i].lost;
        APPEND(p->threads, p->thread_count, capacity, thread);
    }
    p->thread_capacity = capacity;
    free(lost);
}

static int has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

static void scan(struct run *run)
{
    char *folder = format_text("%s/raw", run->directory);
    DIR *dir = opendir(folder);
    if (dir == NULL)
        fail("%s: %s; name the folder of a run, the one that has raw/ in it", folder, strerror(errno));
    run->count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (!has_suffix(entry->d_name, ".txt"))
            continue;
        struct process process;
        char *path = format_text("%s/%s", folder, entry->d_name);
        if (read_process(path, &process))
            APPEND(run->all, run->count, run->capacity, process);
        else
            say("%s is damaged or of another version, and is excluded", path);
        free(path);
    }
    closedir(dir);
    free(folder);
}

static void wait_for_processes(struct run *run)
{
    struct timespec start, now, pause = {0, 2000000};
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (;;) {
        scan(run);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (!still_running(run, (int)(now.tv_sec - start.tv_sec))) {
            scan(run); /* one may have written its last line since it was read */
            return;
        }
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 200000000)
            pause.tv_nsec *= 2;
    }
}

static uint64_t started(const struct process *p)
{
    return p->reading_count > 0 ? p->readings[0].realtime_ns : 0;
}

static int by_start(const void *left, const void *right)
{
    uint64_t a = started(left), b = started(right);
    return (a > b) - (a < b);
}

/* Two processes with one rank come from two runs in one folder: the newer counts. */
static void place(struct run *run, struct process *p, uint32_t rank)
{
    const struct process *other = run->ranks[rank];
    if (other != NULL) {
        say("rank %u exists twice: the older one (%s) is excluded", rank,
            started(other) < started(p) ? other->path : p->path);
        if (started(other) >= started(p))
            return;
    }
    run->ranks[rank] = p;
}

static void order_by_rank(struct run *run)
{
    uint32_t without = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        if (run->all[i].size > (int)run->size)
            run->size = (uint32_t)run->all[i].size;
        without += run->all[i].rank < 0;
    }
    run->is_mpi = run->size > 0;
    if (!run->is_mpi) {
        run->size = run->count;
        qsort(run->all, run->count, sizeof *run->all, by_start);
    } else if (without > 0)
        say("%u process(es) never called MPI_Init and are excluded", without);
    /* Each rank is given a file of events, also one that left nothing. */
    if (run->size / MOST_ABSENT > run->count)
        fail("%s/raw holds records of %u of %u ranks: too few, or a damaged number of ranks", run->directory, run->count,
             run->size);
    run->ranks = allocate(run->size, sizeof *run->ranks);
    for (uint32_t i = 0; i < run->count; i++) {
        if (!run->is_mpi)
            place(run, &run->all[i], i);
        else if (run->all[i].rank >= 0)
            place(run, &run->all[i], (uint32_t)run->all[i].rank);
    }
}

static int has_rate(const struct process *p)
{
    return p->reading_count >= 2 && p->readings[p->reading_count - 1].monotonic_ns > p->readings[0].monotonic_ns;
}

/* A process that was killed, or left without what is done at exit, read the clocks once only: the counter of its machine goes
 * as fast as for the others there. */
static void lend_rates(struct run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        struct process *p = &run->all[i];
        if (p->reading_count == 0 || has_rate(p) || p->boot == NULL || p->clock_kind == NULL)
            continue;
        for (uint32_t j = 0; j < run->count; j++) {
            const struct process *other = &run->all[j];
            if (!has_rate(other) || other->boot == NULL || other->clock_kind == NULL || strcmp(p->boot, other->boot) != 0 ||
                strcmp(p->clock_kind, other->clock_kind) != 0)
                continue;
            const struct clock_reading *first = &other->readings[0], *last = &other->readings[other->reading_count - 1];
            struct clock_reading later = p->readings[0];
            later.ticks += last->ticks - first->ticks;
            later.monotonic_ns += last->monotonic_ns - first->monotonic_ns;
            later.realtime_ns += last->realtime_ns - first->realtime_ns;
            APPEND(p->readings, p->reading_count, p->reading_capacity, later);
            break;
        }
    }
}

struct run *read_run(const char *directory)
{
    struct run *run = allocate(1, sizeof *run);
    run->directory = copy_text(directory);
    wait_for_processes(run);
    if (run->count == 0)
        fail("%s/raw holds no run of the probe: was the program linked with trimtab-cc and started?", directory);
    lend_rates(run);
    order_by_rank(run);
    for (uint32_t r = 0; r < run->size; r++)
        if (run->ranks[r] != NULL)
            find_threads(run->ranks[r]);
    return run;
}

/* Between the first and the last measurement linearly, outside as at the nearer one:
 * what readers of OTF2 do with the clock offsets written. */
uint64_t corrected(const struct process *p, uint64_t ticks)
{
    if (p->sync_count == 0)
        return ticks;
    const struct sync *first = &p->syncs[0], *last = &p->syncs[p->sync_count - 1];
    if (last->ticks <= first->ticks)
        return ticks + (uint64_t)first->offset;
    double slope = (double)(last->offset - first->offset) / (double)(last->ticks - first->ticks);
    double since = (double)(int64_t)(ticks - first->ticks);
    return ticks + (uint64_t)(first->offset + (int64_t)(slope * since));
}
