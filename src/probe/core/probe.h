/*
 * What the parts of the runtime share: the state of the process, the threads and
 * their buffers, and the few inline functions of the hot path.
 */
#ifndef TRIMTAB_PROBE_H
#define TRIMTAB_PROBE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../fold/fold.h"
#include "../format/record.h"
#include "clock.h"
#include "facts.h"

#define TT_API __attribute__((visibility("default")))
#define TT_LIKELY(x) __builtin_expect(!!(x), 1)
#define TT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* A function that was entered: where its return address stands, and the address it is known by. */
struct tt_open_frame {
    uintptr_t frame, function;
};

/* A range of lines is open in a function like a function: it stands a byte below the function's frame, so that whatever
 * ends the function ends it, and nothing takes it for a function. What it is known by no function has as its address. */
#define TT_RANGE_BELOW 1u
#define TT_OPEN_RANGE(number) ((uintptr_t)1 << 63 | (number))
#define TT_IS_OPEN_RANGE(function) (((function) >> 63) != 0)
#define TT_RANGE_NUMBER(function) ((function) & ~((uintptr_t)1 << 63))

/* Functions that may be open in a thread; what is called deeper is not recorded. */
#define TT_MAX_OPEN_FRAMES 4096u

/* The longest name of a thread that the system keeps, with its end. */
#define TT_THREAD_NAME 16

/* Records between two looks of components (`end_chunk`): 4,096 of the usual two words, 64 KiB. */
#define TT_CHUNK_WORDS 8192u

/* A thread that records. Only its owner writes records; the list of threads is
 * walked by the end of the process and by signal handlers. */
struct tt_thread {
    uint64_t *cur, *end, *begin;
    uint64_t *limit, *chunk; /* the buffer's end; where the records begin that the governor has not seen. `end` comes first */
    uintptr_t writing; /* the frame from which a record is being written; 0: none is. See tt_interrupts */
    uint16_t fortran_call; /* number + 1 of the MPI function entered through Fortran */
    uint8_t in_mpi;        /* inside an MPI function: nested calls are not recorded */
    uint8_t stopped;       /* records no more; `lost` counts what comes */
    unsigned index;
    uint32_t parallels, tasks; /* made by this thread, OpenMP */
    uint64_t teams_left_out, constructs_left_out; /* bits of those that it is in, the innermost lowest */
    uint64_t entered; /* time of the last MPI ENTER: sends and requests carry it */
    int fd;
    uint64_t written; /* bytes of the file that are complete */
    uint64_t lost;    /* records that could not be kept */
    uint64_t generation; /* how often the buffer was begun anew */
    struct tt_fold *fold;     /* the thread's profile; NULL: it records a trace */
    uint64_t *folded;         /* the records before it are in the profile */
    uint8_t is_folding;
    uint64_t folded_at; /* see tt_fold_now_and_then */
    uint64_t folding_ticks, folded_records; /* what folding took since the governor looked, and of how many */
    double folding; /* the least ticks a record of the times that it looked; 0: not known yet */
    uint8_t part_goes_on; /* what was folded last is in its part, see part.h */
    unsigned part_seen;   /* how often parts had begun and ended when it folded */
    int part_fd;
    uint64_t part_written;
    struct tt_open_frame *frames; /* outermost first; see components/functions/hooks.c */
    unsigned depth, frames_room;
    uintptr_t stack_low, stack_high; /* of its own stack */
    struct tt_sampler *sampler; /* NULL: it is not sampled */
    struct tt_counting *counting; /* counters that are read where calls begin and end; NULL: none */
    struct tt_callers *callers; /* found on its stack; NULL: none were looked for */
    int number;                 /* that the kernel knows it by */
    unsigned creation;          /* how it was created, see components/pools */
    _Atomic uint8_t has_pool, has_name; /* that are not noted yet */
    char first_name[TT_THREAD_NAME]; /* of its creator */
    struct tt_thread *next;
};

enum tt_mode { TT_TRACE, TT_PROFILE };

enum tt_state { TT_STARTING, TT_RECORDING, TT_STOPPED, TT_ENDED };

struct tt_process {
    _Atomic int state;
    unsigned budget; /* percent of a thread's time that recording may take */
    enum tt_mode mode; /* what threads that begin to record make of their records */
    uint64_t stride;   /* iterations of the progress loop that share their values in profiles; 0: nothing is kept of them */
    size_t series_bytes; /* that a thread may take for them */
    int verbose;
    int finish;
    _Atomic int wanted; /* files are wanted even if MPI_Init is never called */
    int wanted_with_records; /* they are once anything is recorded */
    int preloaded;  /* trimtab-preload loaded this library */
    int rank, size; /* of MPI_COMM_WORLD; -1 before MPI_Init */
    size_t buffer_bytes;
    uint64_t max_bytes;  /* raw bytes that this process may write */
    int limited_by_disk; /* that comes of the free disk, not of TRIMTAB_MAX_BYTES */
    int launched;        /* processes that the launcher started; 0: unknown */
    _Atomic uint64_t bytes; /* raw bytes of all threads */
    _Atomic int profile_asked; /* traces end, and go on as profiles */
    _Atomic int off;           /* nothing counts in the thread that has the progress loop */
    _Atomic int is_watched;    /* profiles are read while the process runs: threads fold now and then */
    struct tt_clock_reading at_start;
    uint64_t start_ticks, start_ns; /* ns: of CLOCK_MONOTONIC */
    uintptr_t near_base;
    _Atomic(struct tt_thread *) threads;
    _Atomic unsigned thread_count;
};

extern struct tt_process tt_process;
extern __thread struct tt_thread *tt_self __attribute__((tls_model("initial-exec")));

/* buffer.c */
struct tt_thread *tt_thread_start(void);
/** What a raw file of a thread begins with; the magic has at most seven characters. */
struct tt_file_header tt_header_of(const struct tt_thread *t, const char *magic);
uint64_t *tt_make_room(struct tt_thread *t, uintptr_t frame);
unsigned tt_record_words(uint64_t first);
void tt_write_out(struct tt_thread *t);
void tt_flush(struct tt_thread *t);
void tt_write_all(void);
#define TT_AT_END UINT64_MAX
ssize_t tt_write(int fd, const void *data, size_t size, uint64_t offset);
void tt_stop_recording(const char *why);
/** Ends the trace: the calling thread has a profile from now on, others where they fill their next chunk. */
void tt_ask_for_profile(void);
/** Whoever holds the files of all threads writes them alone: a thread that ends, and the end of the process. Waits for a
 *  bounded time, since a signal handler may end the process of a thread that holds them. @returns whether they are held */
int tt_hold_files(void);
void tt_release_files(void);
/** The calling thread is none of the program's and never records. */
void tt_never_record(void);
/** Threads that others look at stay until that is over. */
void tt_hold_threads(void);
void tt_release_threads(void);

/* profile.c */
int tt_begin_profile(struct tt_thread *t);
int tt_go_on_as_profile(struct tt_thread *t);
int tt_fold_buffer(struct tt_thread *t);
/** The same at most every tenth of a second: who looks at a run sees it up to date, also where little is recorded. */
void tt_fold_now_and_then(struct tt_thread *t);
/** Has the profile of the calling thread leave out what follows, or take it in again; 0 where it has none. */
int tt_switch_off(int off);
void tt_profile_fork(struct tt_thread *t, uint64_t team, uint64_t site);
void tt_save_profile(struct tt_thread *t);
void tt_save_rest(struct tt_thread *t);
void tt_end_profile(struct tt_thread *t);

/* process.c */
void tt_start(void);
void tt_end(const char *how);

/* describe.c, used.c, objects.c */
void tt_note_clock(void);
void tt_begin_use(void);
void tt_note_used(void);
void tt_note_objects(void);
void tt_note_newest_objects(unsigned long long count);

/* place.c: where the files go */
const char *tt_directory(void);
void tt_adopt_directory(const char *dir);
const char *tt_file_name(char *out, size_t size, const char *suffix);
int tt_open_thread_file(unsigned index, const char *kind);

/* signals.c */
void tt_install_signals(void);
void tt_remove_signals(void);
void tt_set_siblings(pid_t *pids, int count);
int tt_leaves_records(void);
void tt_begin_exits(void);
/** Writes what there is and how the process ends, which may go on all the same: callable in a handler, and again. */
void tt_end_at_once(const char *how);
void tt_warn_siblings(void);

/* finisher.c */
void tt_run_finisher(void);

/** Whether a frame is that of a signal handler which came while its thread was writing a record: what it calls is not recorded
 *  then, since it would write into that record. Handlers stand below what they interrupt, or on another stack. What a longjmp
 *  out of a handler left half written is forgotten once something comes that stands no deeper. */
static inline int tt_interrupts(struct tt_thread *t, uintptr_t frame)
{
    uintptr_t writing = t->writing;
    int is_own = frame >= t->stack_low && frame < t->stack_high;
    if (writing == 0)
        return 0;
    if (frame < writing || (!is_own && writing >= t->stack_low && writing < t->stack_high))
        return 1;
    t->writing = 0;
    return 0;
}

/** From here on, and until tt_commit, a signal handler writes no record. */
static inline void tt_begin_writing(struct tt_thread *t, uintptr_t frame)
{
    t->writing = frame;
    atomic_signal_fence(memory_order_seq_cst);
}

#define TT_FRAME_HERE ((uintptr_t)__builtin_frame_address(0))

/** The calling thread; the first call in a thread makes its buffer. Never NULL. */
static inline struct tt_thread *tt_thread_self(void)
{
    struct tt_thread *t = tt_self;
    return TT_LIKELY(t != NULL) ? t : tt_thread_start();
}

/** Room for the longest record, which tt_commit must follow; NULL when recording has stopped, or in a signal handler that
 *  came while a record was being written. */
static inline uint64_t *tt_room(struct tt_thread *t)
{
    uintptr_t here = TT_FRAME_HERE;
    if (TT_UNLIKELY(t->writing != 0))
        return tt_make_room(t, here);
    tt_begin_writing(t, here);
    return TT_LIKELY((size_t)(t->end - t->cur) >= TT_MAX_WORDS) ? t->cur : tt_make_room(t, here);
}

/** Makes the `words` words of a record part of the buffer, also for a signal handler; more is written behind it. Other threads
 *  see the words before (tt_recorded): the store is a plain one on x86-64. */
static inline void tt_append(struct tt_thread *t, uint64_t *record, unsigned words)
{
    __atomic_store_n(&t->cur, record + words, __ATOMIC_RELEASE);
    atomic_signal_fence(memory_order_release);
}

/** Where the whole records of a thread end, also of another one. */
static inline uint64_t *tt_recorded(const struct tt_thread *t)
{
    return __atomic_load_n(&t->cur, __ATOMIC_ACQUIRE);
}

/** Makes the `words` words of a record part of the buffer, also for a signal handler. */
static inline void tt_commit(struct tt_thread *t, uint64_t *record, unsigned words)
{
    tt_append(t, record, words);
    t->writing = 0;
}

/** Ticks since the start of the process. */
static inline uint64_t tt_time(void)
{
    return tt_ticks() - tt_process.start_ticks;
}

static inline uint64_t tt_stamp(enum tt_record_type type, uint64_t time)
{
    return (uint64_t)type << TT_TIME_BITS | time;
}

static inline void tt_put0(struct tt_thread *t, enum tt_record_type type, uint64_t time)
{
    uint64_t *r = tt_room(t);
    if (TT_UNLIKELY(r == NULL))
        return;
    r[0] = tt_stamp(type, time);
    tt_commit(t, r, 1);
}

static inline void tt_put2(struct tt_thread *t, enum tt_record_type type, uint64_t time, uint64_t a, uint64_t b)
{
    uint64_t *r = tt_room(t);
    if (TT_UNLIKELY(r == NULL))
        return;
    r[0] = tt_stamp(type, time);
    r[1] = a;
    r[2] = b;
    tt_commit(t, r, 3);
}

static inline void tt_put1(struct tt_thread *t, enum tt_record_type type, uint64_t time, uint64_t a)
{
    uint64_t *r = tt_room(t);
    if (TT_UNLIKELY(r == NULL))
        return;
    r[0] = tt_stamp(type, time);
    r[1] = a;
    tt_commit(t, r, 2);
}

/** What threads that must not record use: always full, always inside MPI. */
extern struct tt_thread tt_no_thread;

/* writing.c */
/** Whether a thread, the calling one, has a profile from now on, since its trace has reached its limit. */
int tt_leaves_trace(struct tt_thread *t);
/** Whether a thread has a profile from now on, since that was asked for: what its buffer holds is of the trace still. */
int tt_ends_trace(struct tt_thread *t);

#endif
