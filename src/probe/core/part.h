/*
 * Iterations of a run that is profiled are traced too: while that is asked for, threads write the records that they fold,
 * see fold/part.h. The profile goes on as if nothing was.
 */
#ifndef TRIMTAB_RUNTIME_PART_H
#define TRIMTAB_RUNTIME_PART_H

#include "probe.h"

/** Begins at the iteration that begins now (0: anywhere). 0 where the process has no profile from its start on. */
int tt_begin_part(uint64_t iteration);
/** Ends it, if there is one, before that iteration. */
void tt_end_part(uint64_t iteration);
int tt_is_in_part(void);

/** Before the calling thread folds what its buffer holds: whether it has to be kept, and what is open there. */
int tt_part_before(struct tt_thread *t);
/** Keeps the records from a place on that are folded now. */
void tt_part_after(struct tt_thread *t, const uint64_t *from, int is_kept);
/** The thread's file is closed. */
void tt_part_closed(struct tt_thread *t);

#endif
