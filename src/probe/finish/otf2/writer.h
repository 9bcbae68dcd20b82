/* The writer of one thread's events, shared by the files that write them. */
#ifndef TRIMTAB_FINISH_WRITER_H
#define TRIMTAB_FINISH_WRITER_H

#include "archive.h"

struct frame {
    uint32_t region;   /* HIDDEN_REGION: nothing is written */
    uint64_t function; /* address; 0 for a function of MPI or of input and output; OMP_FRAME(kind) for an OpenMP construct */
    uint64_t site;
    uint64_t hook; /* the call of the function's hook, where that may have been inlined; else 0 */
    uint64_t task; /* of an explicit OpenMP task */
    int kept;      /* ended, and open until the barrier that belongs to it has ended */
    /* Heights of other frames in the stack, 0 for none: */
    uint32_t below;      /* the next of the same function */
    uint32_t task_below; /* the next of the same task */
    uint32_t kept_below; /* the next that is kept */
    uint32_t outer;      /* the innermost function of the program, itself included */
};

/* Marks in `function`: no function has so low an address. */
#define OMP_FRAME(kind) (UINT64_C(1) + (kind))
#define IS_OMP_FRAME(function) ((function) != 0 && (function) <= OMP_KINDS)

/* What the program named, by its region: no function has so high an address. */
#define USER_FRAME(region) (UINT64_C(1) << 63 | (region))
#define IS_USER_FRAME(function) ((function) >> 63 != 0)

/* A number that no function has as its address, for those of libraries by their numbers. */
#define LIBRARY_CALL(number) (UINT64_C(1) << 61 | (number))
/* And for callers of theirs that were found on the stack, by their regions. */
#define CALLER_CALL(region) (UINT64_C(1) << 60 | (region))
/* And for stretches between two calls, by the region of the function around them. */
#define BETWEEN_CALLS(region) (UINT64_C(1) << 59 | (region))

/* What a call was found to be when it was entered before. Of `outer`: */
enum { UNKNOWN_OUTER, ANY_OUTER, NO_OUTER, FIRST_OUTER };
struct known_call {
    uint64_t what, site, hook; /* what: as `function` of a frame, or one of these numbers */
    uint32_t region;           /* by `has_region` */
    uint32_t line;             /* where the call has one of its own; by `outer` */
    uint32_t inlined;          /* the place of a call that stands in an inlined function; else MAP_MISSING */
    uint32_t outer;            /* what `line` is known for: any function around the call, none, or a region + FIRST_OUTER */
    uint8_t has_region, is_own; /* is_own: the call has a line of its own whatever is open around it */
};

struct writer {
    struct archive *archive;
    const struct process *process;
    const struct thread *thread;
    struct location *location;
    struct event_file out;
    struct map places; /* of this process's addresses */
    struct known_call *known; /* calls that were entered lately */
    struct frame *stack;
    uint32_t depth, stack_capacity;
    uint32_t innermost[OMP_KINDS + 1]; /* heights of the innermost frames by `function`: of MPI, and by kind of construct */
    struct map open;                   /* the same for functions of the program, once one was searched */
    int is_searched;
    struct map open_tasks; /* the same by task, but for: */
    uint64_t last_task;    /* the one that was entered last; 0: it has been left */
    uint32_t last_task_height;
    uint32_t kept;         /* height of the innermost frame that is kept */
    const uint64_t *loop_end; /* the end of a loop that was looked for last; the end of the records where there is none */
    size_t sample; /* the next one to be written */
    uint64_t measured_until;  /* local ticks: end of the last stretch of the probe's own time */
    uint64_t last;            /* local ticks of the last event */
    const struct omp *omp; /* of the process; NULL without OpenMP */
    uint32_t *teams;       /* parallel regions that this thread is in */
    uint32_t team_depth, team_capacity;
    uint32_t acquisitions; /* taken so far */
    struct map held;       /* from lock to its last acquisition by this thread, but for: */
    uint64_t held_last;    /* the one that it took last, by `holds` */
    uint32_t held_index;
    int holds;
    const struct posix_threads *posix; /* of the process; NULL: nothing is recorded of them */
    uint32_t acquired;       /* the next of its acquisitions that a record tells of */
    uint32_t late, end_late; /* those recorded later that are still to be written */
    struct map taken;        /* from lock to its last acquisition, recorded where it was */
    struct window_state *windows; /* by local number: one-sided operations under way */
    uint32_t window_count, window_capacity;
    uint64_t operations; /* one-sided, numbered so far */
    uint64_t io_operations; /* of files, numbered so far */
    unsigned io_begun;      /* so many of the last have their beginning, and no end yet */
};

/* call-sites.c */
/** The region of a function, or the source line of a call, by its address; MAP_MISSING, which is NO_LINE, where it is not known. */
uint32_t at_place(struct writer *writer, uint64_t address, enum place_kind kind);
/** The source line of a call that is known by its line, or by the address that it goes on at. */
uint32_t site_line(struct writer *writer, uint64_t site);
/** What is known of a call until another one takes its place. */
struct known_call *known_call(struct writer *writer, uint64_t what, uint64_t site, uint64_t hook);
/** The source line that calls what is to be entered within the frames that are open, by its number in the archive's `lines`;
 *  NO_LINE where it is not known. `call` learns it, and has been asked with frames of the same region only. */
uint32_t call_line(struct writer *writer, const struct frame *frame, struct known_call *call);

/* frames.c */
/** Enters a function of a library by its number in the records. */
void enter_library(struct writer *writer, uint64_t time, uint64_t number, uint64_t site);
void enter_frame(struct writer *writer, uint64_t time, const struct frame *frame);
/** The same for a call that may have been entered before. */
void enter_known(struct writer *writer, uint64_t time, const struct frame *frame, struct known_call *call);
/** Opens a frame of which nothing is written. */
void push_frame(struct writer *writer, const struct frame *frame);
void leave_frame(struct writer *writer, uint64_t time);
/** Leaves the frame at a height and all above it. */
void leave_down_to(struct writer *writer, uint64_t time, uint32_t height);
/** The height of the innermost frame of a function; 0: none is open. */
uint32_t height_of(struct writer *writer, uint64_t function);
/** The height of a task's innermost frame; 0: it is not on this thread. */
uint32_t height_of_task(const struct writer *writer, uint64_t task);
/** The innermost frame is that of a task. */
void name_task_frame(struct writer *writer, uint64_t task);
/** The frame at a height, above all that are kept, stays open until its barrier has ended. */
void keep_frame(struct writer *writer, uint32_t height);
void free_frames(struct writer *writer);
/** `ticks`, or the time of the last event where that is later; it becomes the last. OTF2 demands that time never runs backwards at
 *  a location; the counters of two processors may differ by a few ticks when a thread moves. */
static inline uint64_t at(struct writer *w, uint64_t ticks)
{
    if (ticks < w->last)
        ticks = w->last;
    w->last = ticks;
    return ticks;
}

/* openmp-events.c, openmp-tasks.c */
void write_openmp(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);
void write_task(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);
void write_mutex(struct writer *writer, uint64_t time, const uint64_t *record);
/** Ends the parallel region in which the records of a thread break off, as it waits at the
 *  region's end: its runtime says so only when it is needed again. */
void end_last_team(struct writer *writer);
void enter_construct(struct writer *writer, uint64_t time, unsigned kind, uint64_t site);
/** Leaves the innermost construct of this kind, and what is open in it. */
void leave_construct(struct writer *writer, uint64_t time, unsigned kind);
/** The record after `record` that is neither a flush nor a reading of counters; NULL at the end. */
const uint64_t *next_record(const struct writer *writer, const uint64_t *record);

/* mpi-events.c: the events of records that are neither ENTER nor LEAVE. */
void write_collective_end(struct writer *writer, uint64_t time, const uint64_t *record, int blocking);
void write_message(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);
void write_request(struct writer *writer, enum tt_record_type type, uint64_t time, uint64_t id);
void write_comm_lifetime(struct writer *writer, enum tt_record_type type, uint64_t time, uint64_t id);
void write_flush(struct writer *writer, uint64_t time, uint64_t stop);
/** The OTF2 operation of an enum tt_operation. */
OTF2_CollectiveOp collective_operation(unsigned operation);

/* user-events.c: what the program says of itself */
void write_user(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);

/* counter-events.c: counters of the processor and the kernel */
void write_reading(struct writer *writer, uint64_t time, const uint64_t *record);

/** Writes how much of the heap the process holds. */
void write_heap(struct writer *writer, uint64_t time, int64_t bytes);

/* io-events.c: input and output */
/** Ends a call of files that a longjmp left, if it is the innermost frame. */
void end_left_io(struct writer *writer, uint64_t time);
/** Begins the operation on a file that the call does whose record this is, if it does one. */
void begin_io_operation(struct writer *writer, uint64_t time, const uint64_t *record);
void write_io(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);

/* thread-events.c: POSIX threads */
/** Where the acquisitions of a thread are, by its place in `threads` of the process. */
void find_acquisitions(struct writer *writer, uint32_t thread);
/** Writes the locks that were taken before a record, and recorded later. */
void write_late_acquisitions(struct writer *writer, const uint64_t *record);
void write_threads(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);

/* samples.c */
/** Writes the samples that were taken before `time`, in local ticks, on what is open. */
void write_samples(struct writer *writer, uint64_t time);
void write_line_sample(struct writer *writer, uint64_t time, const uint64_t *record);

/* window-events.c: one-sided communication */
void write_window(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);
void free_windows(struct writer *writer);

/* openmp-regions.c */
uint32_t omp_region(struct writer *writer, unsigned kind, uint64_t site);
/** The region of the barrier at the end of a worksharing construct. */
uint32_t barrier_region(struct writer *writer, uint32_t construct_region);
/** Whether a construct has a barrier at its end, as far as its text can be read. */
int waits_at_end(struct writer *writer, uint32_t construct_region);
/** Whether the line at `site` is that of an explicit barrier, as far as its text can be read. */
int is_explicit_barrier(struct writer *writer, uint64_t site);

#endif
