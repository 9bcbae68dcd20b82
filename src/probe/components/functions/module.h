/* What an executable or a library tells the runtime of its sleds. */
#ifndef TRIMTAB_MODULE_H
#define TRIMTAB_MODULE_H

#include <stddef.h>

#include "../../format/sleds.h"

struct tt_module {
    const struct tt_sled *sleds, *sleds_end;
    const struct tt_sled_function *functions, *functions_end;
    const struct tt_sled_call *calls, *calls_end;
    struct tt_sled_range *ranges, *ranges_end;
    const struct tt_range_sled *range_sleds, *range_sleds_end;
    void (*enter)(void), (*leave)(void); /* what sleds call; within their reach */
    void (*begin)(void);                 /* what the entry calls where iterations begin */
    void (*measured)(int calls), (*plain)(int calls); /* call a function of the module that has sleds, and one without */
};

/** Takes in the sleds of a module that was loaded, and switches on what is measured from the start. The module must stay
 *  as it is until it is taken out. */
__attribute__((visibility("default"))) void tt_add_module(const struct tt_module *module);

/** Forgets the sleds of a module before it is unloaded. */
__attribute__((visibility("default"))) void tt_remove_module(const struct tt_module *module);

/** The hooks; see stubs.h for what they may do. Called with the sled's return address, that of the function, and where
 *  on the stack that stands. */
__attribute__((visibility("default"))) void tt_sled_enter(uintptr_t sled, uintptr_t caller, uintptr_t frame);
__attribute__((visibility("default"))) void tt_sled_begin(uintptr_t sled, uintptr_t caller, uintptr_t frame);
__attribute__((visibility("default"))) void tt_sled_leave(uintptr_t sled, uintptr_t caller, uintptr_t frame);
/** The same for ranges of lines within functions. @param frame where the return address of the function stands */
__attribute__((visibility("default"))) void tt_range_first(const struct tt_sled_range *range, uintptr_t frame);
__attribute__((visibility("default"))) void tt_range_begin(const struct tt_sled_range *range, uintptr_t frame);
__attribute__((visibility("default"))) void tt_range_end(const struct tt_sled_range *range, uintptr_t frame);

#endif
