#include "once.h"
#include "probe.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

enum { UNDER_WAY = 1, DONE };

void tt_do_once(struct tt_once *once, void (*make)(void))
{
    if (atomic_load(&once->state) == DONE)
        return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int expected = 0;
    if (atomic_compare_exchange_strong(&once->state, &expected, UNDER_WAY)) {
        atomic_store(&once->who, &tt_self);
        make();
        atomic_store(&once->state, DONE);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    while (atomic_load(&once->state) != DONE && atomic_load(&once->who) != &tt_self)
        sched_yield();
}

void tt_never_do(struct tt_once *once)
{
    atomic_store(&once->state, DONE);
}
