/*
 * Locks: who has to wait for one is recorded, and who holds it meanwhile. A lock is tried first; who gets it at once notes the
 * call and the time for itself alone (holds.h), and records them when it gives the lock back while another thread waits.
 *
 * A wait at a condition gives a lock back and takes it again. Who signals a condition that a thread waits at has the locks it
 * holds recorded too, since the wait ends only when they are given back.
 */
#include "contention.h"
#include "holds.h"
#include "waits.h"

#include <errno.h>

#define SITE __builtin_return_address(0)
#define CALL_OF(name) ((uint64_t)TT_WAIT_##name << TT_SITE_BITS | ((uintptr_t)SITE & TT_SITE_MASK))

/* What locking returns when the thread has the lock: also where its owner died. */
static inline int has(int result)
{
    return result == 0 || result == EOWNERDEAD;
}

/* Takes a lock at once, by what `tried` is; or returns what locking would. */
#define TAKE_AT_ONCE(name, address, tried)                                     \
    int result = tried;                                                        \
    if (TT_LIKELY(has(result)))                                                \
        tt_hold(address, CALL_OF(name));                                       \
    if (TT_LIKELY(result != EBUSY))                                            \
        return result

#define LOCK(name, address, tried, ...)                                        \
    TAKE_AT_ONCE(name, address, tried);                                        \
    struct tt_wait wait = {.awaited = address};                                \
    TT_WAIT(name, wait.lock = has(result) ? address : NULL, __VA_ARGS__);      \
    return result

#define TRY(name, address)                                                     \
    TAKE_AT_ONCE(name, address, tt_real_threads.name(address));                \
    return result

/* The time is read before another thread can have the lock. */
#define UNLOCK(name, address)                                                  \
    struct tt_hold was;                                                        \
    if (TT_LIKELY(!tt_let_go(address, &was)))                                  \
        return tt_real_threads.name(address);                                  \
    tt_note_owner(address, was.how);                                           \
    uint64_t time = tt_time();                                                 \
    int result = tt_real_threads.name(address);                                \
    tt_record_given(&was, time, CALL_OF(name));                                \
    return result

static int lock_mutex(pthread_mutex_t *mutex)
{
    LOCK(pthread_mutex_lock, mutex, pthread_mutex_trylock(mutex), mutex);
}

static int lock_mutex_until(pthread_mutex_t *mutex, const struct timespec *until)
{
    LOCK(pthread_mutex_timedlock, mutex, pthread_mutex_trylock(mutex), mutex, until);
}

static int lock_mutex_by_clock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    LOCK(pthread_mutex_clocklock, mutex, pthread_mutex_trylock(mutex), mutex, clock, until);
}

static int try_mutex(pthread_mutex_t *mutex)
{
    TRY(pthread_mutex_trylock, mutex);
}

static int unlock_mutex(pthread_mutex_t *mutex)
{
    UNLOCK(pthread_mutex_unlock, mutex);
}

static int lock_to_read(pthread_rwlock_t *lock)
{
    LOCK(pthread_rwlock_rdlock, lock, pthread_rwlock_tryrdlock(lock), lock);
}

static int lock_to_read_until(pthread_rwlock_t *lock, const struct timespec *until)
{
    LOCK(pthread_rwlock_timedrdlock, lock, pthread_rwlock_tryrdlock(lock), lock, until);
}

static int lock_to_read_by_clock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    LOCK(pthread_rwlock_clockrdlock, lock, pthread_rwlock_tryrdlock(lock), lock, clock, until);
}

static int try_to_read(pthread_rwlock_t *lock)
{
    TRY(pthread_rwlock_tryrdlock, lock);
}

static int lock_to_write(pthread_rwlock_t *lock)
{
    LOCK(pthread_rwlock_wrlock, lock, pthread_rwlock_trywrlock(lock), lock);
}

static int lock_to_write_until(pthread_rwlock_t *lock, const struct timespec *until)
{
    LOCK(pthread_rwlock_timedwrlock, lock, pthread_rwlock_trywrlock(lock), lock, until);
}

static int lock_to_write_by_clock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    LOCK(pthread_rwlock_clockwrlock, lock, pthread_rwlock_trywrlock(lock), lock, clock, until);
}

static int try_to_write(pthread_rwlock_t *lock)
{
    TRY(pthread_rwlock_trywrlock, lock);
}

static int unlock_both(pthread_rwlock_t *lock)
{
    UNLOCK(pthread_rwlock_unlock, lock);
}

static int spin(pthread_spinlock_t *lock)
{
    LOCK(pthread_spin_lock, (const void *)lock, pthread_spin_trylock(lock), lock);
}

static int try_spin(pthread_spinlock_t *lock)
{
    TAKE_AT_ONCE(pthread_spin_trylock, (const void *)lock, pthread_spin_trylock(lock));
    return result;
}

static int unlock_spin(pthread_spinlock_t *lock)
{
    struct tt_hold was;
    if (TT_LIKELY(!tt_let_go((const void *)lock, &was)))
        return pthread_spin_unlock(lock);
    tt_note_owner((const void *)lock, was.how);
    uint64_t time = tt_time();
    int result = pthread_spin_unlock(lock);
    tt_record_given(&was, time, CALL_OF(pthread_spin_unlock));
    return result;
}

/* The mutex is the caller's again however the wait ends. What ends because its time is over was not ended by who gave the
 * mutex back: nothing tells then that it was taken here, but that it is held. */
static void begin_at_condition(struct tt_wait *wait, pthread_mutex_t *mutex, enum tt_thread_function function,
                               const void *caller)
{
    struct tt_hold was;
    int is_told = tt_let_go(mutex, &was);
    if (is_told)
        tt_note_owner(mutex, was.how);
    wait->lock = mutex;
    tt_begin_wait(wait, function, caller);
    if (is_told)
        tt_record_given(&was, tt_time(), 0);
}

static void end_at_condition(struct tt_wait *wait, int result)
{
    if (result != ETIMEDOUT)
        return;
    tt_hold(wait->lock, wait->how);
    wait->lock = NULL;
}

#define WAIT_AT_CONDITION(name, ...)                                           \
    struct tt_wait wait = {.awaited = condition};                              \
    int result;                                                                \
    begin_at_condition(&wait, mutex, TT_WAIT_##name, SITE);                    \
    pthread_cleanup_push(tt_end_wait, &wait);                                  \
    result = tt_real_threads.name(__VA_ARGS__);                                \
    end_at_condition(&wait, result);                                           \
    pthread_cleanup_pop(1);                                                    \
    return result

static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    WAIT_AT_CONDITION(pthread_cond_wait, condition, mutex);
}

static int wait_for_condition_until(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    WAIT_AT_CONDITION(pthread_cond_timedwait, condition, mutex, until);
}

static int wait_for_condition_by_clock(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                       const struct timespec *until)
{
    WAIT_AT_CONDITION(pthread_cond_clockwait, condition, mutex, clock, until);
}

static int signal_condition(pthread_cond_t *condition)
{
    if (tt_is_awaited(condition))
        tt_ask_for_holds();
    return tt_real_threads.pthread_cond_signal(condition);
}

static int signal_all(pthread_cond_t *condition)
{
    if (tt_is_awaited(condition))
        tt_ask_for_holds();
    return tt_real_threads.pthread_cond_broadcast(condition);
}

static const struct tt_redirection redirections[] = {
    TT_THREAD_REDIRECTION(pthread_mutex_lock, lock_mutex),
    TT_THREAD_REDIRECTION(pthread_mutex_timedlock, lock_mutex_until),
    TT_THREAD_REDIRECTION(pthread_mutex_clocklock, lock_mutex_by_clock),
    TT_THREAD_REDIRECTION(pthread_mutex_trylock, try_mutex),
    TT_THREAD_REDIRECTION(pthread_mutex_unlock, unlock_mutex),
    TT_THREAD_REDIRECTION(pthread_rwlock_rdlock, lock_to_read),
    TT_THREAD_REDIRECTION(pthread_rwlock_timedrdlock, lock_to_read_until),
    TT_THREAD_REDIRECTION(pthread_rwlock_clockrdlock, lock_to_read_by_clock),
    TT_THREAD_REDIRECTION(pthread_rwlock_tryrdlock, try_to_read),
    TT_THREAD_REDIRECTION(pthread_rwlock_wrlock, lock_to_write),
    TT_THREAD_REDIRECTION(pthread_rwlock_timedwrlock, lock_to_write_until),
    TT_THREAD_REDIRECTION(pthread_rwlock_clockwrlock, lock_to_write_by_clock),
    TT_THREAD_REDIRECTION(pthread_rwlock_trywrlock, try_to_write),
    TT_THREAD_REDIRECTION(pthread_rwlock_unlock, unlock_both),
    TT_THREAD_REDIRECTION(pthread_spin_lock, spin),
    TT_THREAD_REDIRECTION(pthread_spin_trylock, try_spin),
    TT_THREAD_REDIRECTION(pthread_spin_unlock, unlock_spin),
    TT_THREAD_REDIRECTION(pthread_cond_wait, wait_for_condition),
    TT_THREAD_REDIRECTION(pthread_cond_timedwait, wait_for_condition_until),
    TT_THREAD_REDIRECTION(pthread_cond_clockwait, wait_for_condition_by_clock),
    TT_THREAD_REDIRECTION(pthread_cond_signal, signal_condition),
    TT_THREAD_REDIRECTION(pthread_cond_broadcast, signal_all),
};

void tt_take_over_locks(int (*leaves_alone)(const char *path))
{
    tt_find_real(redirections, sizeof redirections / sizeof redirections[0]);
    tt_redirect(redirections, sizeof redirections / sizeof redirections[0], leaves_alone);
}
