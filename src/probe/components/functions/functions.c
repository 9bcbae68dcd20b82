/* The hooks that -finstrument-functions calls. */
#include "functions.h"

#include "../../core/calibrate.h"
#include "../counters/counters.h"
#include "../../core/probe.h"
#include "switches.h"

/* Compilers call them by these names. NOLINTBEGIN(bugprone-reserved-identifier) */
TT_API void __cyg_profile_func_enter(void *function, void *call_site);
TT_API void __cyg_profile_func_exit(void *function, void *call_site);
/* NOLINTEND(bugprone-reserved-identifier) */

void __cyg_profile_func_enter(void *function, void *call_site)
{
    if (TT_UNLIKELY(!tt_functions_wanted))
        return;
    struct tt_thread *t = tt_thread_self();
    tt_count_enter(t, (uintptr_t)function);
    uint64_t *record = tt_room(t);
    if (TT_UNLIKELY(record == NULL))
        return;
    uint64_t to = (uintptr_t)function - tt_process.near_base;
    uint64_t from = (uintptr_t)call_site - tt_process.near_base;
    uintptr_t hook = (uintptr_t)__builtin_return_address(0);
    if (TT_LIKELY((to | from) >> 32 == 0)) {
        record[1] = to << 32 | from;
        if (TT_LIKELY(hook - (uintptr_t)function < TT_ENTRY_BYTES)) {
            record[0] = tt_stamp(TT_ENTER_NEAR, tt_time());
            tt_commit(t, record, 2);
        } else {
            record[0] = tt_stamp(TT_ENTER_BODY, tt_time());
            record[2] = hook;
            tt_commit(t, record, 3);
        }
    } else {
        record[0] = tt_stamp(TT_ENTER, tt_time());
        record[1] = (uintptr_t)function;
        record[2] = (uintptr_t)call_site;
        record[3] = hook;
        tt_commit(t, record, 4);
    }
}

/* The function is recorded here too, because longjmp leaves functions without a call. */
void __cyg_profile_func_exit(void *function, void *call_site)
{
    (void)call_site;
    if (TT_UNLIKELY(!tt_functions_wanted))
        return;
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    tt_count_leave(t, (uintptr_t)function, time);
    uint64_t *record = tt_room(t);
    if (TT_UNLIKELY(record == NULL))
        return;
    record[0] = tt_stamp(TT_LEAVE, time);
    record[1] = (uintptr_t)function;
    tt_commit(t, record, 2);
}

static void record_calls(int pairs)
{
    void *near = (void *)(tt_process.near_base + 1);
    for (int pair = 0; pair < pairs; pair++) {
        __cyg_profile_func_enter(near, near);
        __cyg_profile_func_exit(near, near);
    }
}

struct tt_cost tt_hook_cost(void)
{
    return tt_measure_cost(&(struct tt_calibrated){record_calls, tt_run_nothing, 0}, TT_AT_START);
}
