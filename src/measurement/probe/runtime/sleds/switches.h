/* The functions that can be switched on and off while the program runs. */
#ifndef TRIMTAB_SWITCHES_H
#define TRIMTAB_SWITCHES_H

#include <stddef.h>
#include <stdint.h>

struct tt_switch;

/** Whether a sled begins at the address; callable from a signal handler. */
int tt_is_sled(uintptr_t address);

/** The function whose entry has its sled at the address; NULL: there is none. */
struct tt_switch *tt_switch_of(uintptr_t entry);

/** Whether it is on, and whether it does or leads to work of MPI or OpenMP. */
int tt_is_on(const struct tt_switch *function);
int tt_is_needed(const struct tt_switch *function);

/** The ticks that TT_COST_PAIRS pairs of sleds take; 0: no module has any. */
uint64_t tt_sled_cost(void);

/** Switches functions in one go; 0 when the code cannot be changed, with errno. One thread at a time. */
int tt_switch_functions(struct tt_switch *const *functions, size_t count, int on);

#endif
