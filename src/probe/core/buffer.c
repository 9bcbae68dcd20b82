/*
 * Per-thread buffers: made at a thread's first record, written to the thread's file
 * when full and at the end. Buffers are written with pwrite at the place their
 * records belong, and given free only afterwards, so that a signal handler may write
 * the same records a second time without harm.
 */
#include "component.h"
#include "part.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread struct tt_thread *tt_self __attribute__((tls_model("initial-exec")));

/* What threads that must not record use: always full, always inside MPI. */
struct tt_thread tt_no_thread = {.in_mpi = 1, .stopped = 1, .fd = -1};

static pthread_key_t end_of_thread;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static atomic_flag threads_held = ATOMIC_FLAG_INIT;

void tt_hold_threads(void)
{
    while (atomic_flag_test_and_set_explicit(&threads_held, memory_order_acquire))
        sched_yield();
}

void tt_release_threads(void)
{
    atomic_flag_clear_explicit(&threads_held, memory_order_release);
}

void tt_never_record(void)
{
    tt_self = &tt_no_thread;
}

/* The next chunk, at whose end components look at it. */
static uint64_t *begin_chunk(struct tt_thread *t)
{
    t->chunk = t->cur;
    t->end = (size_t)(t->limit - t->cur) < TT_CHUNK_WORDS ? t->limit : t->cur + TT_CHUNK_WORDS;
    return t->cur;
}

static uint64_t *make_room(struct tt_thread *t)
{
    if (t->stopped || atomic_load(&tt_process.state) != TT_RECORDING) {
        t->stopped = 1;
        t->lost++;
        return NULL;
    }
    tt_components_end_chunk(t);
    if (t->fold == NULL && tt_ends_trace(t))
        return begin_chunk(t);
    if (t->fold != NULL)
        return tt_fold_buffer(t) ? begin_chunk(t) : NULL;
    if ((size_t)(t->limit - t->cur) >= TT_MAX_WORDS)
        return begin_chunk(t);
    if (tt_leaves_trace(t))
        return tt_fold_buffer(t) ? begin_chunk(t) : NULL;
    tt_flush(t);
    if (t->stopped) {
        t->lost++;
        return NULL;
    }
    return begin_chunk(t);
}

/* No handler comes in between, which could leave it by a longjmp, and what it holds would be held for ever. */
static uint64_t *make_room_undisturbed(struct tt_thread *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    uint64_t *room = make_room(t);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return room;
}

/** Makes room at the end of a chunk, or in a full buffer by writing it, which is recorded; NULL when recording
 *  has stopped, or where the caller's frame is of a signal handler that came while a record was being written. */
uint64_t *tt_make_room(struct tt_thread *t, uintptr_t frame)
{
    int saved = errno;
    if (t == &tt_no_thread)
        return NULL;
    if (tt_interrupts(t, frame)) {
        t->lost++;
        return NULL;
    }
    tt_begin_writing(t, frame);
    uint64_t *room = (size_t)(t->end - t->cur) < TT_MAX_WORDS ? make_room_undisturbed(t) : t->cur;
    if (room == NULL)
        t->writing = 0;
    errno = saved;
    return room;
}

static void thread_ends(void *thread)
{
    struct tt_thread *t = thread;
    uint64_t *buffer = t->begin;
    tt_self = &tt_no_thread;
    tt_components_leave_thread(t);
    int holds_files = tt_hold_files();
    /* The end of the process has written all threads, and the finisher may read what it wrote. */
    if (atomic_load(&tt_process.state) != TT_ENDED)
        tt_write_out(t);
    tt_hold_threads();
    tt_components_end_thread(t);
    t->begin = t->cur = t->end = t->limit = t->chunk = NULL;
    munmap(buffer, tt_process.buffer_bytes);
    tt_end_profile(t);
    tt_release_threads();
    if (t->fd >= 0)
        close(t->fd);
    t->fd = -1;
    tt_part_closed(t);
    if (holds_files)
        tt_release_files();
}

static void make_key(void)
{
    if (pthread_key_create(&end_of_thread, thread_ends) != 0)
        tt_say("no thread key is free: records of threads that end early are lost");
}

static void *map(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Where the thread's stack lies, to know handlers of signals on another one. */
static void note_stack(struct tt_thread *t)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        t->stack_low = (uintptr_t)low;
        t->stack_high = t->stack_low + size;
    }
    pthread_attr_destroy(&attributes);
}

/** The calling thread's state, made now; a thread that never records if the process
 *  does not record or memory is short. */
struct tt_thread *tt_thread_start(void)
{
    tt_self = &tt_no_thread; /* for what the following lines may call */
    tt_start();
    if (atomic_load(&tt_process.state) != TT_RECORDING)
        return tt_self;
    struct tt_thread *t = map(sizeof *t);
    uint64_t *buffer = map(tt_process.buffer_bytes);
    if (t == NULL || buffer == NULL || (tt_process.mode == TT_PROFILE && !tt_begin_profile(t))) {
        tt_say("no memory for the buffer of a thread: it is not recorded");
        return tt_self;
    }
    t->begin = t->cur = t->folded = buffer;
    t->limit = buffer + tt_process.buffer_bytes / sizeof *buffer;
    begin_chunk(t);
    t->fd = -1;
#ifdef SYS_gettid
    t->number = (int)syscall(SYS_gettid);
#endif
    if (tt_process.wanted_with_records)
        tt_process.wanted = 1;
    note_stack(t);
    t->index = atomic_fetch_add(&tt_process.thread_count, 1);
    if (t->fold != NULL)
        t->fold->thread = t->index;
    t->next = atomic_load(&tt_process.threads);
    while (!atomic_compare_exchange_weak(&tt_process.threads, &t->next, t))
        ;
    if (t->index != 0) { /* the main thread is written at the end of the process */
        pthread_once(&key_once, make_key);
        pthread_setspecific(end_of_thread, t);
    }
    tt_components_begin_thread(t);
    return tt_self = t;
}

