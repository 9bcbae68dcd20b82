/* What is done once in a process, by whichever thread comes first. */
#ifndef TRIMTAB_ONCE_H
#define TRIMTAB_ONCE_H

#include <stdatomic.h>

struct tt_once {
    _Atomic int state;         /* 0: nobody has begun */
    _Atomic(const void *) who; /* the thread that is at it */
};

/** Returns when `make` has been done, which this thread does if no other has begun it. Its signals are held back
 *  meanwhile, so that their handlers may come here too; `make` itself may, and finds what it has done so far. */
void tt_do_once(struct tt_once *once, void (*make)(void));

/** Has it count as done, also where a thread was at it that is not there any more, as in a forked child. */
void tt_never_do(struct tt_once *once);

#endif
