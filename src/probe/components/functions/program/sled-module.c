/*
 * Linked into every executable and library that is measured: its sleds must reach what they call, and are taken in when
 * it is loaded, before its own constructors run.
 */
#include "../module.h"
#include "../stubs.h"

#ifdef __x86_64__
#define TT_BOUNDS(type, section)                                                                      \
    extern const struct type __start_##section[] __attribute__((weak, visibility("hidden")));         \
    extern const struct type __stop_##section[] __attribute__((weak, visibility("hidden")))

TT_BOUNDS(tt_sled, trimtab_sleds);
TT_BOUNDS(tt_sled_function, trimtab_functions);
TT_BOUNDS(tt_sled_call, trimtab_calls);
TT_BOUNDS(tt_range_sled, trimtab_range_sleds);
/* Names that linkers give. NOLINTBEGIN(bugprone-reserved-identifier) */
extern struct tt_sled_range __start_trimtab_ranges[] __attribute__((weak, visibility("hidden")));
extern struct tt_sled_range __stop_trimtab_ranges[] __attribute__((weak, visibility("hidden")));
/* NOLINTEND(bugprone-reserved-identifier) */

TT_STUB("tt_stub_enter", "tt_sled_enter");
TT_STUB("tt_stub_leave", "tt_sled_leave");
TT_STUB("tt_stub_begin", "tt_sled_begin");
TT_RANGE_STUB("tt_stub_range_first", "tt_range_first");
TT_RANGE_STUB("tt_stub_range_begin", "tt_range_begin");
TT_RANGE_STUB("tt_stub_range_end", "tt_range_end");
extern __attribute__((visibility("hidden"))) void tt_stub_enter(void);
extern __attribute__((visibility("hidden"))) void tt_stub_leave(void);
extern __attribute__((visibility("hidden"))) void tt_stub_begin(void);

/* What recording costs is found out by functions as they are in the program: with sleds that are on, what little there is
 * between them, and called from it. A processor goes on with the one while it is still busy with the other, so that hooks
 * around nothing would take longer than they do in place. */
#define TT_CALIBRATED(name, enter, leave)                                                                     \
    __asm__(".text\n"                                                                                         \
            "\t.p2align\t4\n"                                                                                \
            "\t.hidden\t" name "\n"                                                                          \
            "\t.globl\t" name "\n"                                                                           \
            "\t.type\t" name ", @function\n" name ":\n" enter "\tmovl\t$20, %eax\n"                         \
            "\tmovl\t%eax, %ecx\n"                                                                          \
            "1:\timull\t$3, %eax, %eax\n"                                                                   \
            "\tsubl\t$1, %ecx\n"                                                                            \
            "\tjne\t1b\n" leave "\tret\n"                                                                   \
            "\t.size\t" name ", .-" name "\n")

TT_CALIBRATED("tt_calibrated", "\tcall\ttt_stub_enter\n", "\tcall\ttt_stub_leave\n");
TT_CALIBRATED("tt_calibrated_plain", "", "");
extern __attribute__((visibility("hidden"))) void tt_calibrated(void);
extern __attribute__((visibility("hidden"))) void tt_calibrated_plain(void);

static void call_measured(int calls)
{
    for (int call = 0; call < calls; call++)
        tt_calibrated();
}

static void call_plain(int calls)
{
    for (int call = 0; call < calls; call++)
        tt_calibrated_plain();
}

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
        .ranges = __start_trimtab_ranges,
        .ranges_end = __stop_trimtab_ranges,
        .range_sleds = __start_trimtab_range_sleds,
        .range_sleds_end = __stop_trimtab_range_sleds,
        .enter = tt_stub_enter,
        .leave = tt_stub_leave,
        .begin = tt_stub_begin,
        .measured = call_measured,
        .plain = call_plain,
    };
    tt_add_module(&module);
}

__attribute__((destructor(101))) static void taken_out(void)
{
    tt_remove_module(&module);
}
#endif
