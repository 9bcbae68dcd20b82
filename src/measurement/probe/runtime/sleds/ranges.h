/* Ranges of lines that a module has sleds for. */
#ifndef TRIMTAB_RANGES_H
#define TRIMTAB_RANGES_H

#include "module.h"

/** Makes the ranges known by their names, so that they can be recorded. */
void tt_name_ranges(const struct tt_module *module);

/** Switches all of them; 0 when the code cannot be changed, with errno. One thread at a time may call it. */
int tt_switch_ranges(const struct tt_module *module, int on);

/** Where the sleds of a module's ranges lie. */
size_t tt_count_range_sleds(const struct tt_module *module);
uintptr_t tt_range_sled_at(const struct tt_module *module, size_t sled);

#endif
