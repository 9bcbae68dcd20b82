/* Which functions are measured, as people say it by name. */
#ifndef TRIMTAB_SELECTION_H
#define TRIMTAB_SELECTION_H

struct tt_selection;

enum tt_choice { TT_AS_USUAL, TT_EXCLUDED, TT_INCLUDED };

/** Reads the file of TRIMTAB_SELECTION: a line `CS PATTERN` for each comparison, C the choice (x, i or u), S the names that
 *  are compared (l, p, d, b or f; see src/measurement/selection/tests.ts), the last one that fits counts. NULL: there is
 *  none, or it cannot be read, which is said. */
struct tt_selection *tt_open_selection(void);
void tt_close_selection(struct tt_selection *selection);

/** What becomes of a function. @param linkage_name as its symbol has it */
enum tt_choice tt_choose(const struct tt_selection *selection, const char *linkage_name);

#endif
