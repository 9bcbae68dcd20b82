/* A run as its raw files describe it. */
#ifndef TRIMTAB_FINISH_RUN_H
#define TRIMTAB_FINISH_RUN_H

#include "base.h"
#include "counters.h"
#include "heap.h"
#include "thread.h"

#include "caller-facts.h"
#include "function-facts.h"
#include "io-facts.h"
#include "live-facts.h"
#include "mpi-facts.h"
#include "openmp-facts.h"
#include "part-facts.h"
#include "posix-facts.h"
#include "python-facts.h"
#include "sample-facts.h"
#include "user-facts.h"

#include "../../format/io-functions.h"
#include "../../format/thread-functions.h"

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

struct cost { /* what recording a number of pairs of calls took */
    uint64_t ticks, pairs;
    uint64_t within;     /* ticks between the readings of the clock of each pair */
    uint64_t half_width; /* of the interval that the median of `ticks` lies in with 95 % */
};

struct named_cost {
    char *name; /* of the kind of calls, such as "mpi" */
    struct cost cost;
};

/* What every process tells of itself, and what each kind of measurement tells. */
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
    struct thread *threads;
    uint32_t thread_count, thread_capacity;
    char *processors;                /* that the process might use, as "0-3,8"; or NULL */
    uint64_t quota, quota_period;    /* processor time that its control group had; period 0: no limit */
    int launched;                    /* the number of processes that the launcher started; 0: unknown */
    char *launcher;                  /* the variable that told so, or NULL */
    struct named_cost *costs;
    uint32_t cost_count, cost_capacity;
    uint64_t lost; /* records that could not be kept, of all threads */
    int preloaded; /* the library was loaded into a program that was not built with it */
    char *stopped; /* why recording stopped, or NULL */
    double used;       /* seconds of processor time until it ended; -1: unknown */
    double waited;     /* seconds in which its first thread could run and had no processor; -1: unknown */
    uint64_t end_time; /* of the last `end` line, in ticks since start_ticks */
    char *end;         /* how it ended, or NULL */

    struct mpi_facts mpi;
    struct openmp_facts openmp;
    struct function_facts functions;
    struct io_facts io;
    struct caller_facts callers;
    struct user_facts users;
    struct python_facts python;
    struct sample_facts samples;
    struct counters counters;
    struct memory memory;
    struct posix_facts posix;
    struct live_facts live;
    struct part_facts parts;
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
/** What pairs of calls of a kind cost; all 0: unknown. */
const struct cost *cost_of(const struct process *process, const char *name);
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
    return number < p->users.count && p->users.list[number].name != NULL && p->users.list[number].kind <= USER_SHARED ? &p->users.list[number] : NULL;
}

/** Ticks of rank 0's clock at `ticks` of this process's. */
uint64_t corrected(const struct process *process, uint64_t ticks);

/* waiting.c */
/** Whether processes that have not ended are to be waited for after so many seconds. */
int still_running(const struct run *run, int seconds);

#endif
