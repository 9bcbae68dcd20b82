/* Ranges of lines that modules have sleds for. */
#ifndef TRIMTAB_RANGES_H
#define TRIMTAB_RANGES_H

#include "module.h"

/** Makes the ranges known by their names, so that they can be recorded, and by their groups. */
void tt_name_ranges(const struct tt_module *module);

/* One thread at a time may switch ranges; all give 0 when the code cannot be changed, with errno. */

/** Switches all ranges of a module, whatever groups they are in; those of groups that are on. */
int tt_switch_ranges(const struct tt_module *module, int on);
int tt_switch_first_ranges(const struct tt_module *module);

/** Switches groups, in all modules. Ends of what was begun are recorded. While ranges are paused they come on with the rest. */
int tt_switch_range_groups(uint64_t groups, int on, int paused);

/** Switches all ranges off, or those on again whose groups are on. */
int tt_pause_ranges(int pause);

/** How many ranges are in groups; a range counts for each function that has lines of it. */
size_t tt_count_ranges(uint64_t groups);

/** Where the sleds of a module's ranges lie. */
size_t tt_count_range_sleds(const struct tt_module *module);
uintptr_t tt_range_sled_at(const struct tt_module *module, size_t sled);

#endif
