/* What a rank tells of itself while it runs. */
#ifndef TRIMTAB_LIVE_STATUS_H
#define TRIMTAB_LIVE_STATUS_H

/** Looks at what threads have recorded since the last look. */
void tt_status_look(void);

struct tt_thread;

/** Takes in what the calling thread, which ends, has recorded since the last look, while threads are held. */
void tt_status_take_records(const struct tt_thread *thread);
/** Keeps the sums of its profile, if it has one; the same. */
void tt_status_take_profile(const struct tt_thread *thread);

/** Facts of this process, a line each; see README. With `tree` sums are by call path, else by name. To be freed; NULL: no
 *  memory. */
char *tt_status_text(int tree);

#endif
