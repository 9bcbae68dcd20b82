/* What is known of a run's OpenMP before its events are written: it takes all threads of a
 * process to know a team's members, the end of a barrier or the order at a lock. */
#ifndef TRIMTAB_FINISH_OPENMP_H
#define TRIMTAB_FINISH_OPENMP_H

#include "../../fold/constructs.h"
#include "numbers.h"
#include "run.h"

/* A team of threads; equal teams of a process are one. */
struct omp_team {
    uint32_t rank;
    int is_posix; /* POSIX threads that make each other, and no team of OpenMP */
    uint32_t *members; /* numbers of the process's locations, by number in the team */
    uint32_t size;
};

struct omp_parallel {
    uint64_t site;
    uint32_t requested;
    uint32_t team;
    uint32_t first_member, size; /* in `members` of struct omp */
    /* Ticks since the start of the process. */
    uint64_t last_arrival; /* at the barrier at its end */
    uint64_t barrier_end, end; /* of its first thread; 0: unknown */
};

struct omp_acquisition { /* small: a program may take locks more often than it does anything else */
    uint64_t next; /* time of the next acquisition of this lock, UINT64_MAX: none; until all are ordered, of this one */
    uint32_t lock, order;
};

/* OpenMP in one process. */
struct omp {
    int gnu;
    struct omp_parallel *parallels;
    uint32_t parallel_count, parallel_capacity;
    struct numbers parallel_index; /* by number in the records */
    uint32_t *members;             /* places in `threads` of the process */
    uint32_t member_count, member_capacity;
    struct numbers task_sites;     /* by task; the value is a place in `sites` */
    struct map site_index;         /* from site to place in `sites` */
    uint64_t *sites;
    uint32_t site_count, site_capacity;
    struct map locks; /* from address to number, in the order of the records until acquisitions are ordered */
    uint32_t lock_count;
    struct omp_acquisition *acquisitions; /* thread by thread, in the order of the records */
    uint32_t acquisition_count, acquisition_capacity;
    uint32_t *first_acquisition; /* by place of the thread in `threads` */
};

struct omp_run {
    struct omp *process; /* the one whose events are being written; NULL: it does not use OpenMP */
    int is_used;         /* by any process so far */
    struct omp_team *teams;
    uint32_t team_count, team_capacity;
    struct map team_index;
};

/** Reads the OpenMP records of all threads of a process before its events are written, and numbers its locations by the
 *  threads' places in their first team. */
void collect_openmp(struct omp_run *openmp, struct process *process, uint32_t rank);
/** The number of a team; its members are the run's from now on. */
uint32_t add_team(struct omp_run *openmp, const struct omp_team *team);
/** Frees what only the events of that process need; its teams stay. */
void forget_process(struct omp_run *openmp);

/** Numbers the locations of a process by the numbers that its threads had in their first team, MAP_MISSING: in none. */
void number_threads(struct process *process, const uint32_t *first_numbers);

/** Whether the barrier that `record` begins is the one at the end of `parallel` (which may be
 *  NULL): runtimes before OpenMP 5.1 do not tell, but give no site or the region's own. */
int is_join_barrier(const uint64_t *record, const struct omp_parallel *parallel);

/** Whether a member of a team is the one at `index` in `threads` of the process: its number
 *  in the team, or MAP_MISSING. */
uint32_t number_in_team(const struct omp_team *team, uint32_t location);

/* lock-order.c */
/** A lock is taken by one thread after the other: their times give the order. Locks are numbered in it too. */
void order_omp_acquisitions(struct omp *omp);

#endif
