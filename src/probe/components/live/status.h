/* What a rank tells of itself while it runs. */
#ifndef TRIMTAB_LIVE_STATUS_H
#define TRIMTAB_LIVE_STATUS_H

#include <stdint.h>

/** Looks at what threads have recorded since the last look. */
void tt_status_look(void);

struct tt_thread;
struct tt_sums;

/** Takes in what the calling thread, which ends, has recorded since the last look, while threads are held. */
void tt_status_take_records(const struct tt_thread *thread);
/** Keeps the sums of its profile, if it has one; the same. */
void tt_status_take_profile(const struct tt_thread *thread);

/** Facts of this process, a line each; see README. With `tree` sums are by call path, else by name. To be freed; NULL: no
 *  memory. */
char *tt_status_text(int tree);

/* Events of functions that profiles have folded, and the words and bytes of all threads. */
struct tt_status_amounts {
    uint64_t functions, bytes;
    unsigned threads;
};

/** Sums of all that was seen, and amounts of records. */
void tt_gather_status(struct tt_sums *all, struct tt_status_amounts *amounts);

#endif
