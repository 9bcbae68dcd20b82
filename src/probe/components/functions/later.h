/* What was switched by name while the program runs holds for libraries that are loaded later, too. */
#ifndef TRIMTAB_LATER_H
#define TRIMTAB_LATER_H

struct loaded;
struct tt_set;

/** Remembers that a set was switched. Both are called by the thread that switches. */
void tt_remember_switched(struct tt_set *set, int on);

/** Finds out what was asked for of each function of a library that is loaded just now. */
void tt_follow_switched(struct loaded *loaded);

/** Switches what a set that was remembered means of libraries that were loaded after it was made; 0 when the code cannot be changed. */
int tt_switch_newer(const struct tt_set *set);

#endif
