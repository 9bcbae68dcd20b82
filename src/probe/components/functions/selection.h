/* Which functions are measured, as people say it by name. */
#ifndef TRIMTAB_SELECTION_H
#define TRIMTAB_SELECTION_H

#include <stdint.h>

struct tt_names;
struct tt_selection;

/* Groups are told apart by bits, of which the highest stands for functions that are in none. */
#define TT_MOST_GROUPS 63u
#define TT_DEFAULT_GROUP (UINT64_C(1) << TT_MOST_GROUPS)

enum tt_choice { TT_AS_USUAL, TT_EXCLUDED, TT_INCLUDED };

/** Reads the file of TRIMTAB_SELECTION: a line `CS PATTERN` for each comparison, C the choice (x, i or u), S the names that
 *  are compared (l, p, d, b or f; see src/measurement/selection/tests.ts), the last one that fits counts; and a line `gS GROUP<tab>PATTERN` for what is in a group, and `o- GROUP` for one
 *  that is off when the program starts. NULL: there is none, or it cannot be read, which is said. */
struct tt_selection *tt_open_selection(void);
void tt_close_selection(struct tt_selection *selection);

/** What becomes of a function. @param linkage_name as its symbol has it */
enum tt_choice tt_choose(const struct tt_selection *selection, const char *linkage_name);

/** The groups that a function is in, and those whose names fit a pattern. */
uint64_t tt_groups_of(const struct tt_selection *selection, const struct tt_names *names);
uint64_t tt_groups_named(const struct tt_selection *selection, const char *pattern);

/** Whether a group is off when the program starts, and all of functions that are. */
int tt_starts_off(const struct tt_selection *selection, const char *group);
uint64_t tt_groups_off(const struct tt_selection *selection);

/** The name of a group by its bit; NULL: there is none. */
const char *tt_group_name(const struct tt_selection *selection, unsigned group);

#endif
