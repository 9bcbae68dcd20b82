/*
 * Linked into every executable and library that is measured: its sleds must reach what they call, and are taken in when
 * it is loaded, before its own constructors run.
 */
#include "runtime/sleds/module.h"
#include "runtime/sleds/stubs.h"

#ifdef __x86_64__
#define TT_BOUNDS(type, section)                                                                      \
    extern const struct type __start_##section[] __attribute__((weak, visibility("hidden")));         \
    extern const struct type __stop_##section[] __attribute__((weak, visibility("hidden")))

TT_BOUNDS(tt_sled, trimtab_sleds);
TT_BOUNDS(tt_sled_function, trimtab_functions);
TT_BOUNDS(tt_sled_call, trimtab_calls);

TT_STUB("tt_stub_enter", "tt_sled_enter");
TT_STUB("tt_stub_leave", "tt_sled_leave");
extern __attribute__((visibility("hidden"))) void tt_stub_enter(void);
extern __attribute__((visibility("hidden"))) void tt_stub_leave(void);

static struct tt_module module;

__attribute__((constructor(101))) static void add(void)
{
    module = (struct tt_module){
        .sleds = __start_trimtab_sleds,
        .sleds_end = __stop_trimtab_sleds,
        .functions = __start_trimtab_functions,
        .functions_end = __stop_trimtab_functions,
        .calls = __start_trimtab_calls,
        .calls_end = __stop_trimtab_calls,
        .enter = tt_stub_enter,
        .leave = tt_stub_leave,
    };
    tt_add_module(&module);
}

__attribute__((destructor(101))) static void taken_out(void)
{
    tt_remove_module(&module);
}
#endif
