/* The raw files of a thread: headers are checked, contents are mapped. */
#include "run.h"

#include "../../fold/part.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const int8_t payloads[256] = {
    -1,
#define WORDS(name, count) count,
    TT_RECORDS(WORDS)
#undef WORDS
    [TT_RECORD_TYPES ... 255] = -1,
};

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
