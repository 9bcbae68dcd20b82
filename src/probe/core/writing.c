/* Writing buffers to the files of threads, and the end of a trace that has reached its limit. */
#include "component.h"

#include "probe.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const unsigned char payload_words[TT_RECORD_TYPES] = {
    0,
#define TT_WORDS(name, words) words,
    TT_RECORDS(TT_WORDS)
#undef TT_WORDS
};

/** The words of a record by its first one. */
unsigned tt_record_words(uint64_t first)
{
    unsigned type = (unsigned)(first >> TT_TIME_BITS);
    return 1u + (type < TT_RECORD_TYPES ? payload_words[type] : 0u);
}

static uint64_t count_records(const uint64_t *from, const uint64_t *to)
{
    uint64_t count = 0;
    for (; from < to; from += tt_record_words(*from))
        count++;
    return count;
}

/** Writes at `offset`, or at the end of the file if that is TT_AT_END. A write that the file-size limit of the shell
 *  forbids gives EFBIG, not a signal that ends the program: SIGXFSZ is held back and taken away meanwhile. */
ssize_t tt_write(int fd, const void *data, size_t size, uint64_t offset)
{
    sigset_t xfsz, before, pending;
    sigemptyset(&xfsz);
    sigaddset(&xfsz, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &xfsz, &before);
    ssize_t n = offset == TT_AT_END ? write(fd, data, size) : pwrite(fd, data, size, (off_t)offset);
    int saved = errno;
    sigpending(&pending);
    if (n < 0 && saved == EFBIG && sigismember(&pending, SIGXFSZ) && !sigismember(&before, SIGXFSZ)) {
        const struct timespec now = {0, 0};
        sigtimedwait(&xfsz, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return n;
}

static const char *limit_reached(void)
{
    return tt_process.limited_by_disk ? "the trace would take up the free disk; TRIMTAB_MAX_BYTES sets another limit"
                                      : "TRIMTAB_MAX_BYTES is reached";
}

/* Writes as much as the disk and TRIMTAB_MAX_BYTES allow; the bytes written. */
static size_t write_some(struct tt_thread *t, const char *data, size_t size)
{
    size_t done = 0;
    uint64_t used = atomic_load(&tt_process.bytes);
    uint64_t left = tt_process.max_bytes > used ? tt_process.max_bytes - used : 0;
    size_t allowed = size > left ? (size_t)left : size;
    while (done < allowed) {
        ssize_t n = tt_write(t->fd, data + done, allowed - done, t->written + done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            tt_stop_recording(n == 0 ? "the file system takes no more" : tt_error_text(errno));
            return done;
        }
    }
    if (allowed < size)
        tt_stop_recording(limit_reached());
    return done;
}

struct tt_file_header tt_header_of(const struct tt_thread *t, const char *magic)
{
    struct tt_file_header header = {
        .byte_order = TT_BYTE_ORDER_MARK,
        .version = TT_RAW_VERSION,
        .start_ticks = tt_process.start_ticks,
        .near_base = tt_process.near_base,
        .pid = (uint32_t)getpid(),
        .thread = t->index,
    };
    strncpy(header.magic, magic, sizeof header.magic - 1); /* the rest is zero */
    return header;
}

static int open_file(struct tt_thread *t)
{
    struct tt_file_header header = tt_header_of(t, TT_RAW_MAGIC);
    t->fd = tt_open_thread_file(t->index, "rec");
    if (t->fd < 0)
        return 0;
    if (write_some(t, (const char *)&header, sizeof header) < sizeof header)
        return 0;
    t->written = sizeof header;
    tt_note_clock(); /* should the process be killed */
    return 1;
}

static void say_limit(void)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said))
        return;
    tt_process.mode = TT_PROFILE; /* of threads that begin from now on */
    tt_say("the trace ends here, %s: what follows is in the profile", limit_reached());
    tt_note("stopped %llu %s\n", (unsigned long long)tt_time(), limit_reached());
}

/* Whether the records of a thread's buffer are more than the process may write to its trace. */
static int exceeds_limit(const struct tt_thread *t)
{
    const uint64_t *end = tt_recorded(t);
    uint64_t size = (uint64_t)((const char *)end - (const char *)t->begin) + (t->fd < 0 ? sizeof(struct tt_file_header) : 0);
    char name[PATH_MAX + 512];
    tt_file_name(name, sizeof name, ""); /* the free disk is known when the folder is made */
    return end > t->begin && !t->stopped && atomic_load(&tt_process.state) == TT_RECORDING &&
           atomic_load(&tt_process.bytes) + size > tt_process.max_bytes;
}

int tt_leaves_trace(struct tt_thread *t)
{
    if (!exceeds_limit(t) || !tt_go_on_as_profile(t))
        return 0;
    say_limit();
    return 1;
}

int tt_ends_trace(struct tt_thread *t)
{
    if (!atomic_load_explicit(&tt_process.profile_asked, memory_order_relaxed) || exceeds_limit(t))
        return 0;
    tt_flush(t);
    return !t->stopped && tt_go_on_as_profile(t);
}

void tt_ask_for_profile(void)
{
    struct tt_thread *t = tt_self;
    if (tt_process.mode == TT_PROFILE)
        return;
    tt_process.mode = TT_PROFILE;
    atomic_store(&tt_process.profile_asked, 1);
    tt_say("the trace ends here, as it was asked for: what follows is in the profile");
    tt_note("stopped %llu a profile was asked for\n", (unsigned long long)tt_time());
    if (t != NULL && t != &tt_no_thread && t->fold == NULL && !t->stopped)
        tt_ends_trace(t);
}

/* Writes the buffer to the file without giving it free; the bytes written. */
static size_t save(struct tt_thread *t)
{
    if (t->fold != NULL) {
        tt_save_profile(t);
        return 0;
    }
    if (exceeds_limit(t)) {
        say_limit();
        tt_save_rest(t);
        return 0;
    }
    size_t size = (size_t)((char *)tt_recorded(t) - (char *)t->begin);
    if (size == 0 || (t->fd < 0 && !open_file(t)))
        return 0;
    return write_some(t, (const char *)t->begin, size);
}

/** Writes the records of `t` to its file and gives the buffer free. */
void tt_write_out(struct tt_thread *t)
{
    if (t->fold == NULL && tt_leaves_trace(t))
        tt_fold_buffer(t);
    if (t->fold != NULL) {
        tt_save_profile(t);
        return;
    }
    size_t done = save(t);
    uint64_t *cur = t->cur;
    uint64_t *kept = t->begin + done / sizeof *t->begin;
    if (kept < cur) {
        t->stopped = 1;
        t->lost += count_records(kept, cur);
    }
    __atomic_store_n(&t->generation, t->generation + 1, __ATOMIC_RELEASE);
    /* Whoever sees a word of the next records sees that the buffer was begun again. */
    atomic_thread_fence(memory_order_release);
    __atomic_store_n(&t->cur, t->begin, __ATOMIC_RELEASE);
    atomic_signal_fence(memory_order_seq_cst);
    t->written += done;
    atomic_fetch_add(&tt_process.bytes, done);
}

/** Writes the buffer of the calling thread and records that it did. */
void tt_flush(struct tt_thread *t)
{
    uint64_t start = tt_time();
    uintptr_t before = t->writing;
    tt_begin_writing(t, before != 0 ? before : TT_FRAME_HERE);
    tt_write_out(t);
    if (t->stopped)
        t->end = t->begin;
    else {
        uint64_t *record = t->cur;
        record[0] = tt_stamp(TT_FLUSH, start);
        record[1] = tt_time();
        tt_append(t, record, 2);
    }
    t->writing = before;
}

/** Writes what all threads have, leaving their buffers as they are: callable from a
 *  signal handler and while other threads record. */
void tt_write_all(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        save(t);
}

static atomic_flag files_held = ATOMIC_FLAG_INIT;

int tt_hold_files(void)
{
    enum { MILLISECONDS = 10000 };
    const struct timespec pause = {0, 1000000};
    for (int waited = 0; waited < MILLISECONDS; waited++) {
        if (!atomic_flag_test_and_set_explicit(&files_held, memory_order_acquire))
            return 1;
        nanosleep(&pause, NULL);
    }
    return 0;
}

void tt_release_files(void)
{
    atomic_flag_clear_explicit(&files_held, memory_order_release);
}

/** Ends recording in all threads, with the reason on stderr, once. */
void tt_stop_recording(const char *why)
{
    int expected = TT_RECORDING;
    if (atomic_compare_exchange_strong(&tt_process.state, &expected, TT_STOPPED)) {
        if (tt_process.mode == TT_PROFILE)
            tt_say("recording stopped, %s: the profile of a thread or more is missing", why);
        else
            tt_say("recording stopped, %s: what follows is missing from the trace", why);
        tt_note("stopped %llu %s\n", (unsigned long long)tt_time(), why);
    }
}
