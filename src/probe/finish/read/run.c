/* Finding the raw files of a run and bringing its processes into order. */
#include "run.h"

#include "../../fold/part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const int8_t payloads[256] = {
    -1,
#define WORDS(name, count) count,
    TT_RECORDS(WORDS)
#undef WORDS
    [TT_RECORD_TYPES ... 255] = -1,
};

/* How many ranks there may be for each that left records. */
enum { MOST_ABSENT = 1024 };

static int good_header(const struct tt_file_header *header, const char *magic)
{
    return strncmp(header->magic, magic, sizeof header->magic) == 0 && header->byte_order == TT_BYTE_ORDER_MARK &&
           header->version == TT_RAW_VERSION;
}

const uint64_t *give_back(const struct thread *thread, const uint64_t *record, const uint64_t *next)
{
    uintptr_t piece = ~(((uintptr_t)1 << READ_AT_ONCE_BITS) - 1);
    uintptr_t here = (uintptr_t)record & piece, there = (uintptr_t)next & piece;
    uintptr_t begin = (uintptr_t)thread->begin - sizeof(struct tt_file_header), end = begin + thread->mapped;
    uintptr_t from = here > begin ? here : begin, to = next < thread->end && there < end ? there : end;
    /* Nothing was changed in it: what is needed once more is read from the file again. */
    if (to > from)
        madvise((void *)from, to - from, MADV_DONTNEED);
    return next;
}

const struct tt_file_header *map_raw(const char *path, const char *magic, size_t least, size_t *size)
{
    int fd = open_regular(path);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) {
        say("%s cannot be read (%s) and is excluded", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    const struct tt_file_header *header = MAP_FAILED;
    *size = (size_t)info.st_size;
    if (*size >= least)
        header = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (*size < least) {
        say("%s was cut off before its first record", path);
        return NULL;
    }
    if (header != MAP_FAILED && header->magic[0] == '\0') { /* a profile's headers are written last */
        say("%s was cut off while it was written, and is excluded", path);
        return NULL;
    }
    if (header == MAP_FAILED || !good_header(header, magic)) {
        say("%s is not a record file of this version and machine, and is excluded", path);
        return NULL;
    }
    return header;
}

int open_profile(struct thread *thread, const char *path)
{
    size_t size;
    const struct tt_file_header *file = map_raw(path, TT_PROFILE_MAGIC, sizeof *file + sizeof(struct tt_profile_header), &size);
    if (file == NULL)
        return 0;
    const struct tt_profile_header *header = (const struct tt_profile_header *)(file + 1);
    struct profile_file profile = {.header = header, .nodes = (const struct tt_node *)(header + 1)};
    uint64_t needed = (uint64_t)header->nodes * sizeof *profile.nodes + (uint64_t)header->frames * sizeof *profile.frames +
                      (uint64_t)header->teams * sizeof *profile.teams + ((uint64_t)header->words + header->ends) * sizeof *profile.words +
                      (uint64_t)header->series.words * sizeof *profile.words + (uint64_t)header->series.pending * sizeof *profile.pending +
                      (uint64_t)header->channels.channels * sizeof *profile.channels +
                      (uint64_t)header->channels.posted * sizeof *profile.posted;
    if (header->node_bytes != sizeof *profile.nodes || header->frame_bytes != sizeof *profile.frames ||
        header->teams < (uint64_t)header->team_depth + header->fork_depth || needed > size - sizeof *file - sizeof *header) {
        say("%s is cut off or damaged, and is excluded", path);
        return 0;
    }
    profile.frames = (const struct tt_fold_frame *)(profile.nodes + header->nodes);
    profile.teams = (const struct tt_team *)(profile.frames + header->frames);
    profile.words = (const uint64_t *)(profile.teams + header->teams);
    profile.ended = profile.words + header->words;
    profile.series_words = profile.ended + header->ends;
    profile.pending = (const struct tt_series_pending *)(profile.series_words + header->series.words);
    profile.channels = (const struct tt_channel *)(profile.pending + header->series.pending);
    profile.posted = (const struct tt_posted *)(profile.channels + header->channels.channels);
    profile.end = profile.words;
    for (const uint64_t *last = profile.words + header->words; profile.end < last;) {
        unsigned words = tt_fold_words(*profile.end);
        if (words == 0 || words > (size_t)(last - profile.end))
            break;
        profile.end += words;
    }
    thread->profile = profile;
    thread->start_ticks = file->start_ticks;
    thread->near_base = file->near_base;
    return 1;
}

int open_part(struct thread *thread, const char *path)
{
    thread->part = map_raw(path, TT_PART_MAGIC, sizeof *thread->part, &thread->part_bytes);
    if (thread->part == NULL)
        return 0;
    thread->start_ticks = thread->part->start_ticks;
    thread->near_base = thread->part->near_base;
    return 1;
}

int open_thread(struct thread *thread)
{
    const struct tt_file_header *header = map_raw(thread->path, TT_RAW_MAGIC, sizeof *header, &thread->mapped);
    if (header == NULL)
        return 0;
    thread->start_ticks = header->start_ticks;
    thread->near_base = header->near_base;
    thread->begin = (const uint64_t *)(header + 1);
    thread->end = thread->begin + (thread->mapped - sizeof *header) / sizeof(uint64_t);
    if (thread->begin < thread->end && !is_whole(thread, thread->begin))
        thread->end = thread->begin;
    return 1;
}

/* <host>-<pid>.<thread>.rec beside <host>-<pid>.txt. */
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
        if (!has_trace && !has_profile && !has_part) {
            free(thread.path); /* a thread that recorded nothing has no file */
            continue;
        }
        gap = 0;
        for (uint32_t i = 0; i < lost_count; i++)
            if (lost[i].index == index)
                thread.lost = lost[i].lost;
        char *samples = format_text("%.*s.%u.smp", stem, p->path, index);
        open_samples(&thread, samples);
        free(samples);
        APPEND(p->threads, p->thread_count, capacity, thread);
    }
    p->thread_capacity = capacity;
    free(lost);
}

void open_samples(struct thread *thread, const char *path)
{
    struct stat info;
    int fd = access(path, F_OK) == 0 ? open_regular(path) : -1;
    if (fd < 0)
        return;
    size_t count = fstat(fd, &info) == 0 ? (size_t)info.st_size / sizeof(struct tt_sample) : 0;
    void *samples = count == 0 ? MAP_FAILED : mmap(NULL, count * sizeof(struct tt_sample), PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (samples == MAP_FAILED)
        return;
    thread->samples = samples;
    thread->sample_count = count;
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

/* The process itself, not another one that has got its number. */
static int lives(const struct process *p)
{
    char link[64], exe[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%ld/exe", p->pid);
    ssize_t length = readlink(link, exe, sizeof exe - 1);
    if (length < 0)
        return 0;
    exe[length] = '\0';
    return p->exe != NULL && strcmp(exe, p->exe) == 0;
}

/* A process that started a finisher has ended recording and waits for it, even if it could not write its last line: this
 * one, or another one that waits for this one. */
static int waits_for_finisher(const struct process *p)
{
    if (p->pid == (long)getppid())
        return 1;
    DIR *all = opendir("/proc");
    int waits = 0;
    for (struct dirent *entry; !waits && all != NULL && (entry = readdir(all)) != NULL;) {
        char *path = format_text("/proc/%s/stat", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        long parent;
        waits = file != NULL && fscanf(file, "%*d (trimtab-finish) %*c %ld", &parent) == 1 && parent == p->pid;
        if (file != NULL)
            fclose(file);
        free(path);
    }
    if (all != NULL)
        closedir(all);
    return waits;
}

static int is_end(const struct process *p, const char *how)
{
    return p->end != NULL && strcmp(p->end, how) == 0;
}

int became_another(const struct process *p)
{
    return is_end(p, "exec");
}

int ended_itself(const struct process *p)
{
    return is_end(p, "exit") || became_another(p);
}

/* Whether another program was measured after it in the same process. */
static int goes_on(const struct run *run, const struct process *p)
{
    for (uint32_t i = 0; became_another(p) && i < run->count; i++) {
        const struct process *other = &run->all[i];
        if (other->pid == p->pid && other->start_ticks > p->start_ticks && p->host != NULL && other->host != NULL &&
            strcmp(p->host, other->host) == 0)
            return 1;
    }
    return 0;
}

/* Processes that do not call MPI start a finisher each when they end, and have no raw files before that, so that only the
 * launcher told how many there are. The first finisher makes one archive of all, as far as they end soon after; where
 * some end later the raw files are kept, and the next finisher makes the archive anew. */
enum { WAIT_WITHOUT_MPI = 10 };

uint32_t not_ended(const struct run *run)
{
    uint32_t launched = 0, ended = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        if (run->all[i].rank >= 0)
            return 0;
        if (run->all[i].launched > (int)launched)
            launched = (uint32_t)run->all[i].launched;
        ended += run->all[i].end != NULL && !goes_on(run, &run->all[i]);
    }
    return ended < launched ? launched - ended : 0;
}

/* How many seconds processes that still live are waited for; -1: without end. Records from elsewhere may name any process. */
static long patience(void)
{
    const char *given = getenv("TRIMTAB_FINISH_WAIT");
    return given != NULL && given[0] != '\0' ? strtol(given, NULL, 10) : -1;
}

/* Ranks end a little after rank 0, which starts the finisher. Those on this host are
 * waited for while they live, others for a while. */
static int still_running(const struct run *run, int seconds)
{
    static int said;
    long longest = patience();
    if (longest >= 0 && seconds >= longest)
        return 0;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    uint32_t expected = 0, ended = 0;
    if (not_ended(run) > 0)
        return seconds < WAIT_WITHOUT_MPI;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct process *p = &run->all[i];
        if (p->rank < 0)
            continue;
        expected = (uint32_t)p->size;
        if (ended_itself(p)) {
            ended++;
        } else if (p->host != NULL && strcmp(p->host, host) == 0) {
            if (lives(p) && !waits_for_finisher(p)) {
                if (seconds >= 5 && !said++)
                    say("rank %d (process %ld) still runs: its end is waited for", p->rank, p->pid);
                return 1;
            }
            ended++; /* killed */
        }
    }
    return ended < expected && seconds < 10 && run->count >= expected;
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

int await_turn(const char *directory, const char *target)
{
    char *raw = format_text("%s/raw", directory), *trace = format_text("%s/traces.otf2", target);
    char *profile = format_text("%s/profile.cubex", target);
    /* Where a file system knows no locks on folders, nobody is waited for. It is given back at the program's end. */
    int folder = open(raw, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0)
        while (flock(folder, LOCK_EX) != 0 && errno == EINTR)
            ;
    int is_left = folder < 0 || access(raw, F_OK) == 0 || (access(trace, F_OK) != 0 && access(profile, F_OK) != 0);
    free(raw);
    free(trace);
    free(profile);
    return is_left;
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
