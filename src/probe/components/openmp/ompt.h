/*
 * The part of the OpenMP tools interface that the probe uses, declared from the OpenMP
 * API Specification 5.2, chapter 19 and appendix B, so that building the probe needs no
 * OpenMP runtime's headers.
 */
#ifndef TRIMTAB_OMPT_H
#define TRIMTAB_OMPT_H

#include <stdint.h>

typedef union {
    uint64_t value;
    void *ptr;
} ompt_data_t;

typedef void (*ompt_function_t)(void);
typedef ompt_function_t (*ompt_function_lookup_t)(const char *name);

typedef struct {
    int (*initialize)(ompt_function_lookup_t lookup, int device, ompt_data_t *tool);
    void (*finalize)(ompt_data_t *tool);
    ompt_data_t tool;
} ompt_start_tool_result_t;

typedef int (*ompt_set_callback_t)(int event, ompt_function_t callback);

enum ompt_event {
    OMPT_PARALLEL_BEGIN = 3,
    OMPT_PARALLEL_END = 4,
    OMPT_TASK_CREATE = 5,
    OMPT_TASK_SCHEDULE = 6,
    OMPT_IMPLICIT_TASK = 7,
    OMPT_MUTEX_RELEASED = 17,
    OMPT_WORK = 20,
    OMPT_MASKED = 21,
    OMPT_SYNC_REGION = 23,
    OMPT_MUTEX_ACQUIRE = 26,
    OMPT_MUTEX_ACQUIRED = 27,
    OMPT_NEST_LOCK = 28,
    OMPT_FLUSH = 29
};

enum ompt_scope { OMPT_BEGIN = 1, OMPT_END = 2, OMPT_BEGIN_END = 3 };

enum ompt_sync {
    OMPT_BARRIER = 1,
    OMPT_BARRIER_IMPLICIT = 2,
    OMPT_BARRIER_EXPLICIT = 3,
    OMPT_BARRIER_IMPLEMENTATION = 4,
    OMPT_TASKWAIT = 5,
    OMPT_TASKGROUP = 6,
    OMPT_REDUCTION = 7,
    OMPT_BARRIER_IMPLICIT_WORKSHARE = 8,
    OMPT_BARRIER_IMPLICIT_PARALLEL = 9,
    OMPT_BARRIER_TEAMS = 10
};

enum ompt_work_kind {
    OMPT_WORK_LOOP = 1,
    OMPT_WORK_SECTIONS = 2,
    OMPT_WORK_SINGLE = 3,
    OMPT_WORK_SINGLE_OTHER = 4,
    OMPT_WORK_WORKSHARE = 5,
    OMPT_WORK_DISTRIBUTE = 6,
    OMPT_WORK_TASKLOOP = 7,
    OMPT_WORK_SCOPE = 8,
    /* Loops by their schedule, since OpenMP 5.2. */
    OMPT_WORK_LOOP_FIRST = 10,
    OMPT_WORK_LOOP_LAST = 13
};

enum ompt_mutex_kind {
    OMPT_LOCK = 1,
    OMPT_TEST_LOCK = 2,
    OMPT_NESTED_LOCK = 3,
    OMPT_TEST_NEST_LOCK = 4,
    OMPT_CRITICAL = 5,
    OMPT_ATOMIC = 6,
    OMPT_ORDERED = 7
};

enum ompt_task_flag { OMPT_TASK_INITIAL = 1, OMPT_TASK_EXPLICIT = 4 };

enum ompt_task_status {
    OMPT_TASK_COMPLETE = 1,
    OMPT_TASK_CANCEL = 3,
    OMPT_TASK_EARLY_FULFILL = 5,
    OMPT_TASK_LATE_FULFILL = 6
};

/* The program calls the outlined function itself: so it is with libgomp's interface. */
enum ompt_parallel_flag { OMPT_INVOKED_BY_PROGRAM = 1 };

#endif
