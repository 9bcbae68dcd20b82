/*
 * Iterations of the run's progress loop, and what is to happen when one begins. The loop is the phase or the function that
 * TRIMTAB_PHASE names, otherwise the first dynamic phase that the program names; iteration n begins with its nth visit.
 */
#ifndef TRIMTAB_GATES_H
#define TRIMTAB_GATES_H

#include <stddef.h>
#include <stdint.h>

#include "change.h"

/*
 * How long rank 0 waits for the ranks to say that they hold what is asked, and how long a rank at its iteration waits for what
 * rank 0 decides then. The second is longer by as much as a decision may take on its way: else a rank would go on without what
 * rank 0 then decides to happen, on the others.
 */
#define TT_ANSWER_MS 15000
#define TT_DECISION_MS 30000

/** Reads TRIMTAB_PHASE and TRIMTAB_ITERATIONS, once; before the first function is switched on. */
void tt_iteration_settings(void);

/** Of components above: pauses functions until the first window of TRIMTAB_ITERATIONS, and makes a change that is due. NULL:
 *  there is nothing to pause or change. Set while settings are read. */
extern void (*tt_pause_until_window)(void);
extern void (*tt_make_due_change)(const struct tt_change *change, uint64_t number, uint64_t iteration);

/** The program has named a region or phase that it can start. */
void tt_phase_defined(const char *kind, const char *name, uint32_t number);

/** The number of what counts as an iteration when it is started; 0: nothing that the program names. */
extern _Atomic uint32_t tt_phase_number;

/**
 * An iteration begins: nothing of it has been recorded. Does what was asked for it, and waits where that is not decided.
 * @param known_by what the ENTER record that comes next has: a function's address, or TT_USER_FRAME
 */
void tt_iteration_begins(uint64_t known_by);

/** How many have begun; whether there is a loop, and how it is named. */
uint64_t tt_iteration(void);
const char *tt_phase_name(void);

/** Nothing happens any more at iterations, as in a forked child. */
void tt_close_gates(void);

enum tt_gate_state { TT_GATE_ARMED, TT_GATE_LATE, TT_GATE_FULL };

/** Holds a change for the iteration that it is asked for, until it is decided. LATE: that one has begun. */
enum tt_gate_state tt_arm(uint64_t number, uint64_t at, const struct tt_change *change);

/** Decides what was armed. */
void tt_decide(uint64_t number, int take);

/** What was armed and not decided when its iteration came, and was left out therefore; 0: nothing. Told once. */
uint64_t tt_next_missed(void);

/** How many changes have been made, and how many wait for their iteration. */
uint64_t tt_changes_made(void);
size_t tt_changes_waiting(void);

/** Says of changes whose iteration has not come that they did not happen, when the run ends. */
void tt_say_not_reached(void);

#endif
