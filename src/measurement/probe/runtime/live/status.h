/* What a rank tells of itself while it runs. */
#ifndef TRIMTAB_LIVE_STATUS_H
#define TRIMTAB_LIVE_STATUS_H

/** Looks at what threads have recorded since the last look. */
void tt_status_look(void);

/** Facts of this process, a line each; see README. With `tree` sums are by call path, else by name. To be freed; NULL: no
 *  memory. */
char *tt_status_text(int tree);

#endif
