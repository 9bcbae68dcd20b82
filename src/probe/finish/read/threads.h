/* What is known of the POSIX threads of a process before its events are written: which locks were taken, in which order, where
 * that was recorded later than it happened, and which threads made others. */
#ifndef TRIMTAB_FINISH_THREADS_H
#define TRIMTAB_FINISH_THREADS_H

#include "openmp.h"

struct acquisition {
    uint64_t time;  /* ticks since the start of the process */
    uint64_t given; /* the same of its end; UINT64_MAX: not known */
    uint64_t how;   /* function<<48 | site; 0: the record stands where it was taken */
    uint64_t words; /* of the thread's records before it; 0 where the record stands there */
    uint32_t lock, order;
    int is_bound; /* the time is not that of a clock, but a bound of it */
    int is_shared; /* others may have the lock at the same time, as readers do */
};

struct posix_threads {
    struct map locks; /* from address to number */
    uint32_t lock_count;
    struct acquisition *acquisitions; /* thread by thread, in the order of the records that tell of them */
    uint32_t count, capacity;
    uint32_t *first; /* of each thread, by its place in `threads`, and one more */
    uint32_t *late;  /* acquisitions recorded later, thread by thread, as they stand between the records */
    uint32_t *first_late; /* as `first` */
    uint32_t team;        /* of the threads that made others or were made; MAP_MISSING: none */
};

/** The name that a thread of a process was given; NULL: none. */
const char *thread_name(const struct process *process, uint32_t location_number);

/** The way on which a thread of a process was created; NULL: unknown. */
const struct thread_creator *thread_creator(const struct process *process, uint32_t location_number);

/** Reads the records of POSIX threads of a process, whose OpenMP is collected; NULL: there are none. */
struct posix_threads *collect_threads(struct omp_run *openmp, const struct process *process, uint32_t rank);
void free_threads(struct posix_threads *threads);

#endif
