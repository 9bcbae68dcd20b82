/* Who called an MPI function, where functions leave no records of their own. */
#ifndef TRIMTAB_CALLERS_H
#define TRIMTAB_CALLERS_H

#include <stdint.h>

struct tt_thread;

/* Callers that are looked for on the stack, at most. */
#define TT_MOST_CALLERS 64u

/** Of MPI functions, so many callers are looked for on the stack; 0: none. */
extern unsigned tt_callers_wanted;

/** Of a component above: whether the process runs a script; `site` is then what stands for the line that the calling thread is
 *  at, NULL where it is not known. NULL: there are no scripts. */
extern int (*tt_script_site)(const void **site);

/** What stands for the site of a call in its record: the number of the path of callers that it came by, which the text file
 *  has (`path`); the site itself, a return address, where that is not known. */
const void *tt_call_path(struct tt_thread *t, const void *site);

/** What stands for a line of a file in the site of a record; NULL where there are too many. */
const void *tt_line_site(const char *file, unsigned line);

#endif
