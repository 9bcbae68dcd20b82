/*
 * Iterations of a profiled run that were traced: what their threads wrote of them becomes records as those of a trace, which
 * begin and end where it was asked for. Of messages and collective operations only those stay whose other halves, with all
 * processes, lie in what was traced too: see part-match.c.
 */
#ifndef TRIMTAB_FINISH_PART_H
#define TRIMTAB_FINISH_PART_H

#include "../../fold/part.h"
#include "../read/comms.h"
#include "../read/run.h"

/** Makes records of the parts of all threads, which lie beside the raw files. @returns whether there are any */
int cut_parts(struct run *run, const struct comms *comms);

/** Iterations that were traced, such as `3-5,10-12`; `?` for one that is not known. NULL: none were, or not by iterations. */
char *traced_iterations(const struct run *run);
/** When, in ticks of its clock, the first part of a process begins and its last one ends; 0: it has none. */
int part_times(const struct process *process, uint64_t *begin, uint64_t *end);

/* What the modules that do it share. */

/** A place of messages or collective operations that are numbered, the same in all processes. */
struct channel_key {
    uint32_t comm, from, to, tag; /* comm: unified; from and to: ranks of the world, of collective operations one's own and 0 */
    enum tt_channel_kind kind;
};

struct matching;
struct matching *new_matching(const struct run *run, const struct comms *comms);
void free_matching(struct matching *matching);
/** The number of a channel of a process, MAP_MISSING where it cannot be told which one it is. */
uint32_t channel_number(struct matching *matching, const struct process *process, const struct tt_channel *channel, int is_sent);
/** A message was sent or received, or an operation done, in a part. */
void was_traced(struct matching *matching, uint32_t channel, uint64_t number, int is_sent);
/** A thread counts for a channel: where two of a process do, neither knows the numbers. */
void counts_for(struct matching *matching, uint32_t channel, uint32_t thread, int is_sent);
/** The numbers of a channel are not those of its messages. */
void is_unsure(struct matching *matching, uint32_t channel);
/** Once all are told of: finds those of which all halves were traced. */
void match(struct matching *matching);
int is_matched(const struct matching *matching, uint32_t channel, uint64_t number);

/** Goes through what a thread left. With `out`, writes records; without, tells the matching what was traced, and the user what
 *  of it cannot be read. @returns whether all of it could be read */
int walk_part(const struct process *process, const struct thread *thread, struct matching *matching, FILE *out);

#endif
