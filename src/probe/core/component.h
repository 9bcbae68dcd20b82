/*
 * A component measures one kind of thing: it has its settings, its facts, and functions that the core calls at certain times.
 * The core knows components by this structure only. `components.c` lists them; in the order of that list each function below
 * is called, for all components, before the next step of the process.
 *
 * No function here is called for a record: what a component records, it writes by the inline functions of probe.h.
 */
#ifndef TRIMTAB_COMPONENT_H
#define TRIMTAB_COMPONENT_H

struct tt_fold;
struct tt_thread;

/* NULL: it has nothing to do then. */
struct tt_component {
    const char *name;

    /** Reads its environment variables and finds the functions behind its wrappers; nothing is recorded yet. */
    void (*settings)(void);
    /** Recording begins. */
    void (*begin)(void);
    /** Notes its facts where the text file of the process begins, which is when the first fact or record is written. */
    void (*describe)(void);

    /** The calling thread begins to record; it is in the list of threads already. */
    void (*begin_thread)(struct tt_thread *thread);
    /** A profile begins, for a thread that is not in the list of threads yet, or whose trace has ended. */
    void (*begin_profile)(struct tt_fold *fold);
    /** The trace of the calling thread has ended, and its profile goes on from there. */
    void (*continue_as_profile)(struct tt_thread *thread);
    /** The calling thread has filled a chunk of its buffer. */
    void (*end_chunk)(struct tt_thread *thread);
    /** The calling thread ends: its last records are not written yet. */
    void (*leave_thread)(struct tt_thread *thread);
    /** They are written: what the component keeps of the thread goes. Threads are held meanwhile. */
    void (*end_thread)(struct tt_thread *thread);

    /** Before a fork, and after it in the parent and in the child. The child records nothing: the component lets go of what
     *  other threads may have held. */
    void (*fork_begin)(void);
    void (*fork_end)(void);
    void (*fork_child)(void);

    /** The process ends as it should: nothing is changed from now on. */
    void (*stop)(void);
    /** All records are written: writes what else it has in files, and measures no more. */
    void (*save)(void);
    /** Notes facts at every end, and when the process is asked to write what it has: callable in handlers of signals, and again. */
    void (*exit)(void);
    /** Recording has ended: notes its last facts. */
    void (*end)(void);
};

/* In their order, NULL behind the last one; components.c. */
extern const struct tt_component *const tt_components[];

/* Each calls the function of this name of all components. */
void tt_components_settings(void);
void tt_components_begin(void);
void tt_components_describe(void);
void tt_components_begin_thread(struct tt_thread *thread);
void tt_components_begin_profile(struct tt_fold *fold);
void tt_components_continue_as_profile(struct tt_thread *thread);
void tt_components_end_chunk(struct tt_thread *thread);
void tt_components_leave_thread(struct tt_thread *thread);
void tt_components_end_thread(struct tt_thread *thread);
void tt_components_fork_begin(void);
void tt_components_fork_end(void);
void tt_components_fork_child(void);
void tt_components_stop(void);
void tt_components_save(void);
void tt_components_exit(void);
void tt_components_end(void);

#endif
