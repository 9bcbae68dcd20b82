/* The program between two calls whose callers were found on the stack. */
#ifndef TRIMTAB_FINISH_BETWEEN_H
#define TRIMTAB_FINISH_BETWEEN_H

#include "callers.h"

/* Marks of such frames, as CALLER_FRAME marks those of callers. */
#define BETWEEN_FRAME (CALLER_FRAME | 1)
#define IS_BETWEEN_FRAME(function) ((function) == BETWEEN_FRAME)

/** A stretch between two calls: how many of its callers the first call shares with the second, 0: none, and where the
 *  innermost of these calls on: what is called there on the way to the first call, and to the second. */
struct stretch {
    uint32_t shared;
    struct frame before, after;
};

/** What lies between two calls of the same thread. `first` are the callers of the one, `call` is that one itself. */
struct stretch stretch_between(const struct writer *writer, const struct frame *first, uint32_t count, const struct frame *call,
                               uint64_t next_site, uint32_t next_function);
/** The region of a stretch, within the region of its caller, which is the innermost frame that is open. `line` gets the line
 *  of the first call, NO_LINE where it is not known. */
uint32_t stretch_region(struct writer *writer, uint32_t caller, const struct stretch *stretch, uint32_t *line);

/** Ends the stretch that is open before a reading of counters, where that is the reading of the call that ends it. */
void end_stretch_before(struct writer *writer, uint64_t time, const uint64_t *reading);
/** Enters the callers of a call that are not open. @returns the call's own site */
uint64_t enter_callers(struct writer *writer, uint64_t time, uint64_t site);
/** A call has ended with `record`: leaves those of its callers that do not make the thread's next call too. In the others
 *  begins the stretch between both. */
void leave_callers(struct writer *writer, uint64_t time, const uint64_t *record);

#endif
