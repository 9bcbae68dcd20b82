/* The state of a walk through the records of a thread. */
#ifndef TRIMTAB_FINISH_WALK_H
#define TRIMTAB_FINISH_WALK_H

#include "part.h"

#include <stdio.h>

enum what { IS_FUNCTION, IS_CALL, IS_USER, IS_FORK, IS_TEAM, IS_CONSTRUCT, IS_OTHER };

struct open {
    enum what what;
    int is_hidden; /* its beginning was not written, and its end is not */
    int is_cut;    /* it began before the part */
    uint64_t key;  /* that its end names: an address, a number, a construct with its site */
    uint64_t site, hook; /* of calls: site has the function too */
};

struct message {
    uint32_t channel;
    uint64_t number;
    int is_sent;
};

struct walk {
    const struct process *process;
    const struct thread *thread;
    struct matching *matching;
    FILE *out; /* NULL: it is found out what there is */
    struct open *stack;
    uint32_t depth, capacity;
    struct tt_channels channels;
    int is_sure;      /* channels are known from the beginning on */
    uint32_t part; /* the part that is next or under way */
    int is_in;
    uint64_t last;         /* time of the last record */
    uint64_t posted_until; /* what was posted before the part */
    struct message *in_call; /* of the call that is open, until it ends */
    uint32_t in_call_count, in_call_capacity;
    struct map requests; /* that were written */
    uint32_t hidden;     /* so many of what is open are */
    uint64_t steps, most_steps; /* gone through what is open, to find one: records that were made to do harm need too many */
    const char *fault;   /* what is wrong with the file, NULL: nothing; and where */
    uint64_t fault_at;
};

/* part-borders.c */
/** Whether what is open is of OpenMP, or a call of files. */
int is_openmp_construct(const struct open *o);
/** Leaves all that is open. */
void end_traced(struct walk *w, uint64_t time);
/** Begins and ends what lies before a time, or at it. */
void go_to_time(struct walk *w, uint64_t time);

/* part-walk.c */
/** Opens what a record enters. */
struct open *push_open(struct walk *w, const struct open *open);
/** All that lies higher than this height has ended. */
void cut_down_to(struct walk *w, uint32_t height);
/** Takes in one record. */
void take_step(struct walk *w, const uint64_t *r);


/* part-borders.c */
/** Writes a record as it is. */
void put_part_record(const struct walk *w, const uint64_t *r);
int is_io_call(const struct open *o);

#endif
