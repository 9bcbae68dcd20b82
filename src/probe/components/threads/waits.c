/*
 * Waiting of threads for each other: what can be tried is tried first, and only where that fails is there anything to record,
 * so that locks nobody waits for cost next to nothing. What the functions do, return, and may be cancelled in is theirs:
 * trying a lock gives what locking gives, but for EBUSY.
 *
 * Calls that MPI and OpenMP libraries make, and this one, are left alone.
 */
#include "waits.h"

#include "../../core/component.h"
#include "../../core/settings.h"
#include "contention.h"
#include "holds.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

struct tt_thread_calls tt_real_threads;

static _Atomic int records;

/* Libraries of languages wait for what the program calls in them: their caller is the program's line. */
static int is_language(const void *address)
{
    Dl_info info;
    return dladdr(address, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "/libstdc++.so") != NULL;
}

struct walk {
    uintptr_t from, found;
    int is_outside; /* of this library */
};

static _Unwind_Reason_Code next_frame(struct _Unwind_Context *context, void *state)
{
    struct walk *w = state;
    uintptr_t address = _Unwind_GetIP(context);
    w->is_outside |= address == w->from;
    if (!w->is_outside || is_language((const void *)address))
        return _URC_NO_REASON;
    w->found = address;
    return _URC_END_OF_STACK;
}

static uint64_t site_of(const void *caller)
{
    struct walk walk = {(uintptr_t)caller, 0, 0};
    if (is_language(caller))
        _Unwind_Backtrace(next_frame, &walk);
    return (walk.found != 0 ? walk.found : (uintptr_t)caller) & TT_SITE_MASK;
}

struct tt_thread *tt_recording_thread(void)
{
    if (!atomic_load_explicit(&records, memory_order_relaxed))
        return NULL;
    struct tt_thread *t = tt_thread_self();
    return t->in_mpi || t->stopped ? NULL : t;
}

void tt_begin_wait(struct tt_wait *wait, enum tt_thread_function function, const void *caller)
{
    int saved = errno;
    wait->thread = tt_recording_thread();
    wait->how = (uint64_t)function << TT_SITE_BITS | ((uintptr_t)caller & TT_SITE_MASK);
    if (wait->thread != NULL) {
        wait->how = (uint64_t)function << TT_SITE_BITS | site_of(caller);
        wait->begin = tt_time();
        tt_put1(wait->thread, TT_IO_ENTER, wait->begin, wait->how);
    }
    if (wait->awaited != NULL) {
        atomic_fetch_add(&tt_awaited[tt_awaited_place(wait->awaited)], 1);
        atomic_store_explicit(&tt_was_awaited[tt_awaited_place(wait->awaited)], 1, memory_order_relaxed);
    }
    errno = saved;
}

void tt_end_wait(void *ended)
{
    struct tt_wait *wait = ended;
    struct tt_thread *t = wait->thread;
    int saved = errno, is_recorded = t != NULL && t == tt_self;
    if (wait->awaited != NULL)
        atomic_fetch_sub(&tt_awaited[tt_awaited_place(wait->awaited)], 1);
    struct tt_hold *hold = wait->lock == NULL ? NULL : tt_hold(wait->lock, wait->how);
    if (hold != NULL && is_recorded) {
        tt_put1(t, TT_LOCK_TAKEN, tt_time(), (uintptr_t)wait->lock);
        hold->is_told = 1;
    }
    if (is_recorded && t->fold != NULL && wait->lock != NULL && wait->lock == wait->awaited)
        tt_note_contention(wait->lock, wait->how, tt_time() - wait->begin);
    if (is_recorded)
        tt_put0(t, TT_IO_LEAVE, tt_time());
    errno = saved;
}

#define WAIT(name, ...)                                                        \
    struct tt_wait wait = {.lock = NULL};                                      \
    int result;                                                                \
    TT_WAIT(name, (void)0, __VA_ARGS__);                                       \
    return result

static int wait_at_barrier(pthread_barrier_t *barrier)
{
    WAIT(pthread_barrier_wait, barrier);
}

/* A failed try says EAGAIN, which waiting never does: errno is what it was. */
static int take_semaphore(sem_t *semaphore)
{
    int saved = errno;
    if (sem_trywait(semaphore) == 0)
        return 0;
    errno = saved;
    WAIT(sem_wait, semaphore);
}

static int take_semaphore_until(sem_t *semaphore, const struct timespec *until)
{
    int saved = errno;
    if (sem_trywait(semaphore) == 0)
        return 0;
    errno = saved;
    WAIT(sem_timedwait, semaphore, until);
}

static int take_semaphore_by_clock(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    int saved = errno;
    if (sem_trywait(semaphore) == 0)
        return 0;
    errno = saved;
    WAIT(sem_clockwait, semaphore, clock, until);
}

static const struct tt_redirection redirections[] = {
    TT_THREAD_REDIRECTION(pthread_barrier_wait, wait_at_barrier),
    TT_THREAD_REDIRECTION(sem_wait, take_semaphore),
    TT_THREAD_REDIRECTION(sem_timedwait, take_semaphore_until),
    TT_THREAD_REDIRECTION(sem_clockwait, take_semaphore_by_clock),
};

/* Libraries that wait for what is no matter of the program: MPI's with what they are made of, and OpenMP's runtimes. */
static int is_of_runtime(const char *path)
{
    static const char *const names[] = {"libmpi", "libopen-", "libpmi", "libuc", "libfabric", "libpsm", "libevent", "libhwloc",
                                        "libomp", "libgomp", "libiomp", "libprrte", "mca_", "libmunge"};
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

static void begin(void)
{
    if (!tt_is_set(TRIMTAB_THREADS))
        return;
    tt_find_real(redirections, sizeof redirections / sizeof redirections[0]);
    atomic_store(&records, 1);
    tt_redirect(redirections, sizeof redirections / sizeof redirections[0], is_of_runtime);
    tt_take_over_locks(is_of_runtime);
    tt_take_over_creation(is_of_runtime);
}

static void record_no_more(void)
{
    atomic_store(&records, 0);
}

const struct tt_component tt_threads_component = {
    .name = "threads", .begin = begin, .fork_child = record_no_more, .exit = tt_note_contentions};
