/*
 * The functions of POSIX threads that are taken over where their waiting is asked for. In the raw records they are numbered from
 * TT_FIRST_THREAD_FUNCTION, in this order, as those of input and output are: add at the end.
 */
#ifndef TRIMTAB_THREAD_FUNCTIONS_H
#define TRIMTAB_THREAD_FUNCTIONS_H

#define TT_THREAD_FUNCTIONS(X)                                                 \
    X(pthread_mutex_lock)                                                      \
    X(pthread_mutex_timedlock)                                                 \
    X(pthread_rwlock_rdlock)                                                   \
    X(pthread_rwlock_wrlock)                                                   \
    X(pthread_spin_lock)                                                       \
    X(pthread_cond_wait)                                                       \
    X(pthread_cond_timedwait)                                                  \
    X(pthread_cond_clockwait)                                                  \
    X(pthread_barrier_wait)                                                    \
    X(pthread_join)                                                            \
    X(sem_wait)                                                                \
    X(sem_timedwait)                                                           \
    X(sem_clockwait)                                                           \
    X(pthread_mutex_clocklock)                                                 \
    X(pthread_mutex_trylock)                                                   \
    X(pthread_mutex_unlock)                                                    \
    X(pthread_rwlock_timedrdlock)                                              \
    X(pthread_rwlock_timedwrlock)                                              \
    X(pthread_rwlock_clockrdlock)                                              \
    X(pthread_rwlock_clockwrlock)                                              \
    X(pthread_rwlock_tryrdlock)                                                \
    X(pthread_rwlock_trywrlock)                                                \
    X(pthread_rwlock_unlock)                                                   \
    X(pthread_spin_trylock)                                                    \
    X(pthread_spin_unlock)                                                     \
    X(pthread_cond_signal)                                                     \
    X(pthread_cond_broadcast)                                                  \
    X(pthread_create)

/* Those of input and output are below. */
#define TT_FIRST_THREAD_FUNCTION 8192

enum tt_thread_function {
    TT_THREAD_NUMBERED = TT_FIRST_THREAD_FUNCTION - 1,
#define TT_THREAD_NUMBER(name) TT_WAIT_##name,
    TT_THREAD_FUNCTIONS(TT_THREAD_NUMBER)
#undef TT_THREAD_NUMBER
    TT_THREAD_FUNCTIONS_END
};

#endif
