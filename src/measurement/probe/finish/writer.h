/* The writer of one thread's events, shared by the files that write them. */
#ifndef TRIMTAB_FINISH_WRITER_H
#define TRIMTAB_FINISH_WRITER_H

#include "archive.h"

struct frame {
    uint32_t region;   /* HIDDEN_REGION: nothing is written */
    uint64_t function; /* address; 0 for an MPI function; OMP_FRAME(kind) for an OpenMP construct */
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

struct writer {
    struct archive *archive;
    const struct process *process;
    const struct thread *thread;
    struct location *location;
    OTF2_EvtWriter *out;
    OTF2_AttributeList *attributes;
    struct map places; /* of this process's addresses */
    struct frame *stack;
    uint32_t depth, stack_capacity;
    uint32_t innermost[OMP_KINDS + 1]; /* heights of the innermost frames by `function`: of MPI, and by kind of construct */
    struct map open;                   /* the same for functions of the program, once one was searched */
    int is_searched;
    struct map open_tasks; /* the same by task */
    uint32_t kept;         /* height of the innermost frame that is kept */
    const uint64_t *loop_end; /* the end of a loop that was looked for last; the end of the records where there is none */
    size_t sample; /* the next one to be written */
    uint64_t last;            /* local ticks of the last event */
    const struct omp *omp; /* of the process; NULL without OpenMP */
    uint32_t *teams;       /* parallel regions that this thread is in */
    uint32_t team_depth, team_capacity;
    uint32_t acquisitions; /* taken so far */
    struct map held;       /* from lock to its last acquisition by this thread */
    struct window_state *windows; /* by local number: one-sided operations under way */
    uint32_t window_count, window_capacity;
    uint64_t operations; /* one-sided, numbered so far */
};

/* call-sites.c */
/** The source line that calls what is to be entered within the frames that are open, by its number in the archive's `lines`;
 *  NO_LINE where it is not known. */
uint32_t call_line(struct writer *writer, const struct frame *frame);

/* frames.c */
void enter_frame(struct writer *writer, uint64_t time, struct frame frame);
/** Opens a frame of which nothing is written. */
void push_frame(struct writer *writer, struct frame frame);
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
/** `ticks`, or the time of the last event where that is later; it becomes the last. */
uint64_t at(struct writer *writer, uint64_t ticks);

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
/** The records after `record` that are no flush; NULL at the end. */
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

/* samples.c */
/** Writes the samples that were taken before `time`, in local ticks, on what is open. */
void write_samples(struct writer *writer, uint64_t time);

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
