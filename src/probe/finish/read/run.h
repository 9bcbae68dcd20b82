/* A run as its raw files describe it. */
#ifndef TRIMTAB_FINISH_RUN_H
#define TRIMTAB_FINISH_RUN_H

#include "../../fold/fold.h"
#include "../../format/io-functions.h"
#include "../../format/thread-functions.h"
#include "../../format/record.h"
#include "base.h"
#include "counters.h"
#include "heap.h"

struct object { /* a loaded file */
    uint64_t base, low, high;
    char *path;
};

struct lock_waits { /* what a profile has of waiting for a lock, of threads/contention.h */
    uint64_t lock, waiter, owner; /* its address; function<<48 | site of the calls, 0: not known */
    uint64_t waits, ticks, longest;
};

/* How often threads were sampled from a time on, in ticks since the process's start. */
struct sampling_rate {
    uint64_t from;
    uint32_t hertz;
};

struct clock_reading {
    uint64_t ticks, monotonic_ns, realtime_ns;
};

struct sync { /* add `offset` to this process's ticks at `ticks` to get those of rank 0 */
    uint64_t ticks;
    int64_t offset;
    uint64_t error;
};

struct ranks {
    int *list; /* -1: a process outside the run's world */
    uint32_t count, capacity;
};

enum comm_origin { COMM_WORLD, COMM_SELF, COMM_CHILD, COMM_MADE };

struct local_comm {
    enum comm_origin origin;
    uint32_t parent, child; /* of COMM_CHILD: local number, number of the creation */
    int first;
    uint64_t hash; /* of COMM_MADE */
    uint32_t count;
    struct ranks group, remote;
    char *name;
    /* Of a grid, by dimension: size, whether it is periodic, the coordinate of this process; 3 * dimensions numbers. */
    int *grid;
    uint32_t dimensions;
    uint32_t global; /* index in the unified communicators */
};

struct local_window {
    uint32_t comm, number; /* local number of the communicator, number of the creation over it */
    char *name;
    uint32_t global; /* index in the unified windows */
};

struct local_group { /* of processes that a window was synchronised with */
    struct ranks ranks;
    uint32_t global;
};

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

/* A part of the run that was traced, in ticks since the process began to record. */
struct part {
    uint64_t begin, end;   /* end: UINT64_MAX where it lasted to the process's end */
    uint64_t from, before; /* iterations: the first one, and that before which it ended; 0: not known */
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

struct cost { /* what recording a number of pairs of calls took */
    uint64_t ticks, pairs;
    uint64_t within;     /* ticks between the readings of the clock of each pair */
    uint64_t half_width; /* of the interval that the median of `ticks` lies in with 95 % */
};

struct left_out { /* a function that was switched off, since recording it cost too much */
    uint64_t entry;        /* the address that its records name */
    uint64_t since, until; /* the time that was looked at, in ticks since the process began to record */
    uint64_t visits;       /* in that time */
};

struct construct_left_out { /* a construct of OpenMP that was not recorded any more */
    unsigned kind;         /* enum omp_kind */
    uint64_t site;         /* 0: all of this kind */
    uint64_t since, until; /* as of functions */
    uint64_t visits;
};

struct thread_name { /* a name that a thread was given */
    uint32_t thread; /* its index */
    char *name;
};

struct python_line { /* what samples tell of a line of Python: "LINE<tab>FUNCTION<tab>FILE" */
    char *text;
    uint64_t samples;
};

struct python_left_out { /* a function of Python that was not recorded any more */
    char *name;
    uint64_t calls; /* since then */
};

enum user_kind { USER_REGION, USER_PHASE, USER_DYNAMIC_PHASE, USER_RANGE, USER_PYTHON, USER_ENTITY, USER_SHARED, USER_COUNTER, USER_NUMBER, USER_TEXT, USER_VALUE };

struct local_user { /* what the program named */
    enum user_kind kind;
    uint64_t site;      /* of the call that named it first */
    char *name, *detail; /* NULL: there is no such number; the detail's NULL: none */
    uint32_t global;    /* a region, counter, parameter or text, by its kind */
};

struct local_io_file {
    char *path;      /* NULL: there is no such number */
    uint32_t global; /* index in the unified files */
};

struct local_io_handle {
    uint32_t file, paradigm; /* local number of the file, 0: none; enum tt_io_paradigm, or TT_IO_PARADIGMS: no such number */
    uint32_t global;
};

struct caller_path { /* what a site below TT_FIRST_ADDRESS stands for */
    uint32_t parent;  /* the path by which the function was called that the call stands in; 0: not known */
    uint64_t address; /* that it goes on at */
    char *file; /* of a line: nothing but its place is known; else NULL */
    uint32_t line;
    uint32_t function; /* the place of that function, MAP_MISSING where it is not known; of no known name: its caller counts */
};

struct process {
    char *path; /* of the text file */
    struct counters counters; /* of the processor and the kernel */
    char *host, *system, *boot, *exe, *clock_kind;
    long pid;
    int rank, size; /* -1 where MPI_Init was not called */
    uint64_t start_ticks;
    char **args;
    uint32_t arg_count, arg_capacity;
    struct object *objects;
    uint32_t object_count, object_capacity;
    struct clock_reading *readings;
    uint32_t reading_count, reading_capacity;
    struct sync *syncs;
    uint32_t sync_count, sync_capacity;
    struct local_comm *comms;
    uint32_t comm_count, comm_capacity;
    struct local_window *windows;
    uint32_t window_count, window_capacity;
    struct local_group *groups;
    uint32_t group_count, group_capacity;
    struct thread *threads;
    uint32_t thread_count, thread_capacity;
    char *processors;                /* that the process might use, as "0-3,8"; or NULL */
    uint64_t quota, quota_period;    /* processor time that its control group had; period 0: no limit */
    int launched;                    /* the number of processes that the launcher started; 0: unknown */
    char *launcher;                  /* the variable that told so, or NULL */
    struct cost function_cost, mpi_cost, openmp_cost, io_cost;
    struct cost messages_cost; /* of calls of MPI that send a message and receive one */
    struct left_out *left_out;
    uint32_t left_out_count, left_out_capacity;
    struct construct_left_out *constructs_left_out;
    uint32_t construct_left_out_count, construct_left_out_capacity;
    uint64_t *asked; /* entries of functions that somebody switched on while the program ran */
    uint32_t asked_count, asked_capacity;
    uint64_t switches, switches_failed, switches_missed; /* of what was switched while it ran */
    uint64_t switches_alike; /* the same number for processes that did the same at the same iterations */
    char **switch_texts;     /* ITERATION TEXT of the first ones */
    uint32_t switch_text_count, switch_text_capacity;
    struct part *parts; /* in order of time */
    uint32_t part_count, part_capacity;
    struct thread_name *thread_names;
    uint32_t thread_name_count, thread_name_capacity;
    struct python_line *python_lines;
    uint32_t python_line_count, python_line_capacity;
    struct python_left_out *python_left_out;
    uint32_t python_left_out_count, python_left_out_capacity;
    uint64_t python_ticks, python_calls; /* what recording so many calls of Python took */
    struct local_user *users; /* by number */
    uint32_t user_count, user_capacity;
    int io; /* input and output were recorded */
    struct local_io_file *io_files; /* by number */
    uint32_t io_file_count, io_file_capacity;
    struct local_io_handle *io_handles; /* by number */
    uint32_t io_handle_count, io_handle_capacity;
    struct caller_path *paths; /* by number, from 1 on */
    uint32_t path_count, path_capacity;
    uint64_t calls_without_path;
    uint64_t lost; /* records that could not be kept, of all threads */
    uint32_t sampling;    /* samples a second of each thread, the most there were; 0: none */
    struct sampling_rate *rates; /* how often from when on, by time */
    uint32_t rate_count, rate_capacity;
    uint32_t line_sampling; /* the same of lines of Python, while its calls were not told of */
    uint64_t python_off;    /* ticks for which they were not, in the main thread */
    char *python_refused;   /* why functions of Python are not recorded, or not all; or NULL */
    char *samples_denied; /* why there are none, though they were asked for; or NULL */
    char *functions_denied; /* why its functions could not be switched on; or NULL */
    struct memory memory;
    struct lock_waits *locks; /* by the numbers that they were noted under */
    uint32_t lock_count, lock_capacity;
    int part_is_faulty; /* some of the iterations that were traced could not be read */
    int preloaded;  /* the library was loaded into a program that was not built with it */
    int gnu_openmp; /* compiled by gcc: its OpenMP interface says less */
    char *stopped; /* why recording stopped, or NULL */
    double used;       /* seconds of processor time until it ended; -1: unknown */
    double waited;     /* seconds in which its first thread could run and had no processor; -1: unknown */
    uint64_t end_time; /* of the last `end` line, in ticks since start_ticks */
    char *end;         /* how it ended, or NULL */
};

struct run {
    char *directory;
    struct process **ranks; /* by rank; NULL where nothing is there */
    uint32_t size;
    int is_mpi;
    struct process *all;
    uint32_t count, capacity;
};

/** Reads one text file; 0 if it is none of the probe's. */
int read_process(const char *path, struct process *process);
/** Takes in a line of a text file that tells of something switched while the program ran; 0: it is none. */
int read_switched(struct process *process, const char *key, const char *rest);
/** Takes in a line of a text file that tells where a part that is traced begins or ends; 0: it is none. */
int read_part(struct process *process, const char *key, const char *rest);
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
/** Waits until no other finisher works on `directory`/raw, so that the folder is one's own until the program ends. Whether
 *  there still is anything to do: another one may have made all of it into the archive in `target`. */
int await_turn(const char *directory, const char *target);
/** Reads what lies in `directory`/raw, waiting for processes that are just ending. */
struct run *read_run(const char *directory);

/** Whether a process went on as another program. */
int became_another(const struct process *process);
/** Whether it did, or ended as it wanted to. */
int ended_itself(const struct process *process);
/** How many processes that a launcher started without MPI have not written how they ended; 0 where there are ranks. */
uint32_t not_ended(const struct run *run);

/** What the program named that can be started, by its number; NULL: there is none. */
static inline const struct local_user *user_region(const struct process *p, uint64_t number)
{
    return number < p->user_count && p->users[number].name != NULL && p->users[number].kind <= USER_SHARED ? &p->users[number] : NULL;
}

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

/** Ticks of rank 0's clock at `ticks` of this process's. */
uint64_t corrected(const struct process *process, uint64_t ticks);

#endif
