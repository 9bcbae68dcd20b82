/* Threads that the program creates: the call that created each, when it began and ended, and the call that waited for its end. */
#include "../pools/pools.h"
#include "waits.h"

#include <stdlib.h>

/* Of a program that makes more, what the others record is told without who made them. */
enum { MOST_THREADS = 4096 };

static _Atomic uint64_t made;

/* Handles of threads that may be waited for, by place; one that another takes the place of is not known any more. */
static struct {
    _Atomic pthread_t thread;
    _Atomic uint64_t number; /* 0: none */
} known[MOST_THREADS];

static size_t place_of(pthread_t thread)
{
    return (size_t)((uintptr_t)thread * UINT64_C(0x9E3779B97F4A7C15) >> 32) % MOST_THREADS;
}

static void know(pthread_t thread, uint64_t number)
{
    size_t place = place_of(thread);
    atomic_store(&known[place].number, 0);
    atomic_store(&known[place].thread, thread);
    atomic_store(&known[place].number, number);
}

static uint64_t number_of(pthread_t thread)
{
    size_t place = place_of(thread);
    uint64_t number = atomic_load(&known[place].number);
    return atomic_load(&known[place].thread) == thread ? number : 0;
}

/* What a thread begins with. */
struct start {
    void *(*routine)(void *);
    void *argument;
    uint64_t number;
};

/* The last thing that a thread does, also one that is cancelled or exits. */
static void end(void *number)
{
    struct tt_thread *t = tt_recording_thread();
    if (t == NULL)
        return;
    tt_put1(t, TT_THREAD_END, tt_time(), (uintptr_t)number);
}

static void *begin(void *start)
{
    struct start s = *(struct start *)start;
    void *value;
    free(start);
    know(pthread_self(), s.number);
    struct tt_thread *t = tt_recording_thread();
    if (t != NULL)
        tt_put1(t, TT_THREAD_BEGIN, tt_time(), s.number);
    pthread_cleanup_push(end, (void *)(uintptr_t)s.number);
    value = s.routine(s.argument);
    pthread_cleanup_pop(1);
    return value;
}

static struct start *start_of(void *(*routine)(void *), void *argument)
{
    struct start *s = atomic_load(&made) < MOST_THREADS ? malloc(sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    *s = (struct start){.routine = routine, .argument = argument, .number = atomic_fetch_add(&made, 1) + 1};
    return s;
}

static int create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    struct start *s = tt_recording_thread() == NULL ? NULL : start_of(routine, argument);
    if (s == NULL)
        return tt_real_threads.pthread_create(thread, attributes, routine, argument);
    struct tt_wait wait = {.lock = NULL};
    tt_begin_wait(&wait, TT_WAIT_pthread_create, __builtin_return_address(0));
    if (wait.thread != NULL)
        tt_put1(wait.thread, TT_THREAD_CREATE, tt_time(), s->number);
    tt_start_routine = (const void *)routine;
    int result = tt_real_threads.pthread_create(thread, attributes, begin, s);
    if (result != 0)
        free(s);
    tt_end_wait(&wait);
    return result;
}

static void waited_for(const struct tt_wait *wait, uint64_t number)
{
    if (wait->thread != NULL && wait->thread == tt_self && number != 0)
        tt_put1(wait->thread, TT_THREAD_WAIT, tt_time(), number);
}

static int join(pthread_t thread, void **value)
{
    uint64_t number = number_of(thread);
    struct tt_wait wait = {.lock = NULL};
    int result;
    TT_WAIT(pthread_join, waited_for(&wait, result == 0 ? number : 0), thread, value);
    return result;
}

static const struct tt_redirection redirections[] = {
    TT_THREAD_REDIRECTION(pthread_create, create),
    TT_THREAD_REDIRECTION(pthread_join, join),
};

void tt_take_over_creation(int (*leaves_alone)(const char *path))
{
    tt_find_real(redirections, sizeof redirections / sizeof redirections[0]);
    tt_redirect(redirections, sizeof redirections / sizeof redirections[0], leaves_alone);
}
