/* The functions that can be switched on and off while the program runs. */
#ifndef TRIMTAB_SWITCHES_H
#define TRIMTAB_SWITCHES_H

#include <stddef.h>
#include <stdint.h>

#include "../../core/calibrate.h"
#include "../../core/probe.h"

struct tt_switch;

/** Whether a sled begins at the address; callable from a signal handler. */
int tt_is_sled(uintptr_t address);

/** The function whose entry has its sled at the address; NULL: there is none. */
struct tt_switch *tt_switch_of(uintptr_t entry);

/** Whether it is on, and whether it does or leads to work of MPI or OpenMP. */
int tt_is_on(const struct tt_switch *function);
int tt_is_needed(const struct tt_switch *function);

/** Whether somebody asks for it by name, so that it stays on whatever it costs. */
int tt_is_wanted(const struct tt_switch *function);

/** What pairs of sleds cost; all 0: no module has any. */
struct tt_cost tt_sled_cost(void);
/** The same of one pair, in ticks; 0 before it is known. */
extern double tt_pair_cost;

/** One thread switches at a time: waits for others, or gives 0 where it shall not. */
int tt_begin_switching(int wait);
void tt_end_switching(void);

/** Around a fork nothing is switched, so that the child has no code that was being changed; `forget` is for the child. */
void tt_begin_fork(void);
void tt_end_fork(void);
void tt_forget_switching(void);

/** Switches functions in one go, between begin and end of switching; 0 when the code cannot be changed, with errno. */
int tt_switch_functions(struct tt_switch *const *functions, size_t count, int on);

/** Switches functions off, between begin and end of switching: those that are open on some thread keep their ways out, so
 *  that the ends of what was begun are recorded. 0 when the code cannot be changed, with errno. */
int tt_switch_off_gently(struct tt_switch *const *functions, size_t count);

/** Switches every function that has sleds; 0 when the code cannot be changed, with errno. */
TT_API int tt_switch_all(int on);

#endif
