/* Waiting of threads for each other, by the functions of POSIX threads. */
#ifndef TRIMTAB_WAITS_H
#define TRIMTAB_WAITS_H

#include "../../format/thread-functions.h"
#include "../../core/probe.h"
#include "../../core/redirect.h"

#include <pthread.h>
#include <semaphore.h>

/* The functions as the program would have them. */
struct tt_thread_calls {
#define TT_FIELD(name) __typeof__(&name) name;
    TT_THREAD_FUNCTIONS(TT_FIELD)
#undef TT_FIELD
};
extern struct tt_thread_calls tt_real_threads;

#define TT_THREAD_REDIRECTION(name, to) {#name, (void *)(to), (void **)&tt_real_threads.name}

/** The thread that makes records, as long as any are wanted of it; else NULL. */
struct tt_thread *tt_recording_thread(void);

/* A call that waits. */
struct tt_wait {
    struct tt_thread *thread; /* NULL: it is not recorded */
    uint64_t how;             /* function<<48 | call site */
    uint64_t begin;           /* when, where it is recorded */
    const void *lock;         /* that the thread has when the wait ends; NULL: none */
    const void *awaited;      /* what others see that somebody waits for; NULL: they need not */
};

/** Records that it begins. errno stays. */
void tt_begin_wait(struct tt_wait *wait, enum tt_thread_function function, const void *caller);
/** Records that it ended; also where the thread is cancelled. */
void tt_end_wait(void *wait);

/* Waits by a real function; `result` is what it returned. To stand in a block of its own. */
#define TT_WAIT(name, after, ...)                                              \
    tt_begin_wait(&wait, TT_WAIT_##name, __builtin_return_address(0));         \
    pthread_cleanup_push(tt_end_wait, &wait);                                  \
    result = tt_real_threads.name(__VA_ARGS__);                                \
    after;                                                                     \
    pthread_cleanup_pop(1)

/** Takes the calls that lock and unlock over, and those that make threads. */
void tt_take_over_locks(int (*leaves_alone)(const char *path));
void tt_take_over_creation(int (*leaves_alone)(const char *path));

#endif
