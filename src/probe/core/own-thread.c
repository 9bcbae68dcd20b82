#include "own-thread.h"

#include "probe.h"

#include <pthread.h>
#include <signal.h>

int tt_start_own_thread(void *(*body)(void *), size_t stack)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stack);
    struct tt_thread *self = tt_self;
    tt_self = &tt_no_thread; /* it is none of the program's */
    int error = pthread_create(&thread, &attributes, body, NULL);
    tt_self = self;
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}
