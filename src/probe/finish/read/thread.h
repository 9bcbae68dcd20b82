/* The raw files of a thread. */
#ifndef TRIMTAB_FINISH_THREAD_H
#define TRIMTAB_FINISH_THREAD_H

#include "../../fold/fold.h"
#include "../../format/record.h"
#include "base.h"

struct profile_file {
    const struct tt_profile_header *header; /* NULL: there is none */
    const struct tt_node *nodes;
    const struct tt_fold_frame *frames;
    const struct tt_team *teams;
    const uint64_t *words, *end; /* whole records that were not folded */
    const uint64_t *ended;       /* records that end what the thread's trace began */
    const uint64_t *series_words;            /* values by iteration */
    const struct tt_series_pending *pending; /* and of the last bucket */
    const struct tt_channel *channels;       /* messages by channel */
    const struct tt_posted *posted;
    uint32_t *map;               /* of one that goes on where a trace ends: nodes of `tree` by its own; else NULL */
};

struct thread {
    uint32_t index;
    uint32_t number; /* of the location: the index, or the place in its OpenMP team */
    char *path;
    const uint64_t *begin, *end; /* the records of its trace; until they are looked through, the last may be cut */
    int uses_openmp, forks;      /* whether any record is of OpenMP, of a fork */
    int tells_heap;              /* whether any record is of how much the process holds */
    int uses_locks, makes_threads; /* of locks of POSIX threads; of threads that it made, or that it was made */
    uint32_t first_number;       /* of the thread, in its first team; MAP_MISSING: none */
    size_t mapped;
    uint64_t start_ticks, near_base;
    uint64_t lost;
    const struct tt_sample *samples; /* in order of time; NULL: none */
    size_t sample_count;
    uint64_t samples_lost;
    struct profile_file profile; /* what the thread folded itself */
    const struct tt_file_header *part; /* records of chosen iterations, see fold/part.h; NULL: there are none */
    size_t part_bytes;
    struct tt_node *tree; /* of its call paths, for a profile; NULL: none */
    uint32_t tree_size;
    struct tt_fold_counts counts; /* of the records in it */
    uint32_t closed;              /* paths that were open at their end */
    uint64_t *series;             /* values of the paths by iteration, see fold/series.h; NULL: none */
    uint32_t series_words;
    uint64_t stride, iterations, phase; /* phase: as records of TT_ITERATION have it */
};

/** The headers of a raw file that has so many bytes at least; NULL, after a line on stderr, if it cannot be used. */
const struct tt_file_header *map_raw(const char *path, const char *magic, size_t least, size_t *size);
/** Maps the record file of a thread; 0, after a line on stderr, if it cannot be used. */
int open_thread(struct thread *thread);
/** Maps the profile of a thread; 0, after a line on stderr where it is there and cannot be used. */
int open_profile(struct thread *thread, const char *path);
/** Maps what a thread of a profile left of parts that were traced; 0, after a line on stderr, where it cannot be used. */
int open_part(struct thread *thread, const char *path);
/** Maps the samples of a thread, if there are any; a file that is cut ends with its last whole one. */
void open_samples(struct thread *thread, const char *path);

/* The number of words after word 0 of a record by its type, which has eight bits; -1 for an unknown one. */
extern const int8_t payloads[256];

static inline int payload_of(unsigned type)
{
    return payloads[type];
}

/** Whether a record is of a known type and complete: a killed process may have left part of one. */
static inline int is_whole(const struct thread *thread, const uint64_t *record)
{
    int payload = payload_of((unsigned)(*record >> TT_TIME_BITS));
    return payload >= 0 && thread->end - record > payload;
}

/* How much of a file is read before its memory is given back: so many bytes are a power of two of it. */
enum { READ_AT_ONCE_BITS = 22 };

/** Gives back the memory of what was read before `next`, which need not be within the file any more; returns `next`. */
const uint64_t *give_back(const struct thread *thread, const uint64_t *record, const uint64_t *next);

/** The record after `record`, or the end, for reading all records of a thread in their order: gives the memory of what was
 *  read back now and then, so that no more of a file is in it than a few MiB. What is given back can still be read. */
static inline const uint64_t *following(const struct thread *thread, const uint64_t *record)
{
    const uint64_t *next = record + 1 + payload_of((unsigned)(*record >> TT_TIME_BITS));
    if ((((uintptr_t)record ^ (uintptr_t)next) >> READ_AT_ONCE_BITS) == 0 && next < thread->end)
        return next;
    return give_back(thread, record, next);
}

#endif
