/* Who called an MPI function, where functions leave no records of their own. */
#ifndef TRIMTAB_CALLERS_H
#define TRIMTAB_CALLERS_H

#include <stdint.h>

struct tt_thread;

/** What stands for the site of a call in its record: the number of the path of callers that it came by, which the text file
 *  has (`path`); the site itself, a return address, where that is not known. */
const void *tt_call_path(struct tt_thread *t, const void *site);

/** What stands for a line of a file in the site of a record; NULL where there are too many. */
const void *tt_line_site(const char *file, unsigned line);

/** Notes how many calls came by paths that nobody looked for. */
void tt_note_callers(void);

#endif
