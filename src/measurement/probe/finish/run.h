/* A run as its raw files describe it. */
#ifndef TRIMTAB_FINISH_RUN_H
#define TRIMTAB_FINISH_RUN_H

#include "../fold/fold.h"
#include "../record.h"
#include "base.h"

struct object { /* a loaded file */
    uint64_t base, low, high;
    char *path;
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
    uint32_t *map;               /* of one that goes on where a trace ends: nodes of `tree` by its own; else NULL */
};

struct thread {
    uint32_t index;
    uint32_t number; /* of the location: the index, or the place in its OpenMP team */
    char *path;
    const uint64_t *begin, *end; /* the records of its trace */
    size_t mapped;
    uint64_t start_ticks, near_base;
    uint64_t lost;
    const struct tt_sample *samples; /* in order of time; NULL: none */
    size_t sample_count;
    uint64_t samples_lost;
    struct profile_file profile; /* what the thread folded itself */
    struct tt_node *tree; /* of its call paths, for a profile; NULL: none */
    uint32_t tree_size;
    struct tt_fold_counts counts; /* of the records in it */
    uint32_t closed;              /* paths that were open at their end */
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

enum user_kind { USER_REGION, USER_PHASE, USER_DYNAMIC_PHASE, USER_ENTITY, USER_SHARED, USER_COUNTER, USER_NUMBER, USER_TEXT, USER_VALUE };

struct local_user { /* what the program named */
    enum user_kind kind;
    uint64_t site;      /* of the call that named it first */
    char *name, *detail; /* NULL: there is no such number; the detail's NULL: none */
    uint32_t global;    /* a region, counter, parameter or text, by its kind */
};

struct process {
    char *path; /* of the text file */
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
    struct cost function_cost, mpi_cost, openmp_cost;
    struct left_out *left_out;
    uint32_t left_out_count, left_out_capacity;
    struct local_user *users; /* by number */
    uint32_t user_count, user_capacity;
    uint64_t lost; /* records that could not be kept, of all threads */
    uint32_t sampling;    /* samples a second of each thread; 0: none */
    char *samples_denied; /* why there are none, though they were asked for; or NULL */
    int gnu_openmp; /* compiled by gcc: its OpenMP interface says less */
    char *stopped; /* why recording stopped, or NULL */
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
/** Maps the record file of a thread; 0, after a line on stderr, if it cannot be used. */
int open_thread(struct thread *thread);
/** Maps the profile of a thread; 0, after a line on stderr where it is there and cannot be used. */
int open_profile(struct thread *thread, const char *path);
/** Maps the samples of a thread, if there are any; a file that is cut ends with its last whole one. */
void open_samples(struct thread *thread, const char *path);
/** Waits until no other finisher works on `directory`/raw, so that the folder is one's own until the program ends. Whether
 *  there still is anything to do: another one may have made all of it into the archive in `target`. */
int await_turn(const char *directory, const char *target);
/** Reads what lies in `directory`/raw, waiting for processes that are just ending. */
struct run *read_run(const char *directory);

/** How many processes that a launcher started without MPI have not written how they ended; 0 where there are ranks. */
uint32_t not_ended(const struct run *run);

/** The number of words after word 0 of a record; -1 for an unknown type. */
int payload_of(unsigned type);
/** The record after `record`, or the end, for reading all records of a thread in their order: gives the memory of what was
 *  read back now and then, so that no more of a file is in it than a few MiB. What is given back can still be read. */
const uint64_t *following(const struct thread *thread, const uint64_t *record);

/** Ticks of rank 0's clock at `ticks` of this process's. */
uint64_t corrected(const struct process *process, uint64_t ticks);

#endif
