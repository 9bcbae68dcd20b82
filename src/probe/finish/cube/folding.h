/* The state of folding the threads of a process. */
#ifndef TRIMTAB_FINISH_FOLDING_H
#define TRIMTAB_FINISH_FOLDING_H

#include "profile.h"

/* What the threads of a process tell of parallel regions and tasks. */
struct shared {
    const struct omp *omp; /* of its records; NULL: they use no OpenMP, or there are none */
    struct tt_team *teams;
    uint32_t team_count, team_capacity;
    struct map team_index;
    struct map task_sites; /* of tasks that the last records create: places in `sites` */
    uint64_t *sites;
    uint32_t site_count, site_capacity;
};

struct folding {
    struct tt_fold fold;
    struct thread *thread;
    const uint64_t *next, *end;
    int is_trace; /* the records are the thread's trace, not what follows its profile */
    int is_whole; /* there is a tree */
    int goes_on;  /* the records are the thread's trace, and its profile comes next */
};

/* fold-teams.c */
/** Regions and tasks by number, as folding asks for them. */
struct tt_team *shared_team(void *context, uint64_t id, int make);
uint64_t shared_task_site(void *context, uint64_t task);
/** The later one of two times. */
uint64_t later_time(uint64_t a, uint64_t b);
/** Adds what a thread knows of a region. What is known already stays. */
void merge_team(struct shared *s, const struct tt_team *t, uint64_t mark);
/** The record after another one. */
const uint64_t *following_in(const struct folding *f, const uint64_t *r);
/** Forks, joins and tasks of records, before any of them is folded. */
void look_through_words(struct shared *s, const struct folding *f);
/** What only the records of all threads tell, as the events of a trace are written with. */
void take_model(struct shared *s, const struct omp *omp);

#endif
