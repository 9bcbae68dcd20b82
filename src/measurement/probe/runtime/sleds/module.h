/* What an executable or a library tells the runtime of its sleds. */
#ifndef TRIMTAB_MODULE_H
#define TRIMTAB_MODULE_H

#include <stddef.h>

#include "../../sleds.h"

struct tt_module {
    const struct tt_sled *sleds, *sleds_end;
    const struct tt_sled_function *functions, *functions_end;
    const struct tt_sled_call *calls, *calls_end;
    void (*enter)(void), (*leave)(void); /* what sleds call; within their reach */
};

/** Takes in the sleds of a module that was loaded, and switches on what is measured from the start. The module must stay
 *  as it is until it is taken out. */
__attribute__((visibility("default"))) void tt_add_module(const struct tt_module *module);

/** Forgets the sleds of a module before it is unloaded. */
__attribute__((visibility("default"))) void tt_remove_module(const struct tt_module *module);

/** The hooks; see stubs.h for what they may do. Called with the sled's return address, that of the function, and where
 *  on the stack that stands. */
__attribute__((visibility("default"))) void tt_sled_enter(uintptr_t sled, uintptr_t caller, uintptr_t frame);
__attribute__((visibility("default"))) void tt_sled_leave(uintptr_t sled, uintptr_t caller, uintptr_t frame);

#endif
