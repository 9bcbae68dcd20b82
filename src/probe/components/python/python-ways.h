/* The two ways in which Python tells of calls. */
#ifndef TRIMTAB_PYTHON_WAYS_H
#define TRIMTAB_PYTHON_WAYS_H

/** The program has started threads, or interpreters: who waits for the interpreter's lock may wait for ever. */
extern int tt_python_has_threads;

/** Whether this Python has sys.monitoring (3.12 and later). */
int tt_python_can_monitor(void);
/** Begins to listen by sys.monitoring. @return why not; NULL: it does */
const char *tt_python_monitor(void);

/** Begins to listen by PyEval_SetProfile, in this thread. */
void tt_python_profile(void);
/** Threads that threading starts are listened to, where the program has it already. */
void tt_python_profile_threads(void);
/** Somebody called sys.setprofile: unless it was this, the thread is recorded no further. */
void tt_python_profiled(void);
/** Notes for how long the main thread was not listened to. */
void tt_note_python_off(void);

#endif
