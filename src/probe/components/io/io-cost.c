/* What recording a call that reads or writes costs, without the call itself. Opening a file costs more: its path is made whole. */
#include "../../core/calibrate.h"
#include "io.h"

static void record_calls(int pairs)
{
    /* A call that stands in the program: those of the probe are not recorded. */
    const void *site = (const void *)(tt_process.near_base + 1);
    for (int pair = 0; pair < pairs; pair++) {
        struct tt_io_call call = tt_io_enter(TT_IO_write, site, TT_FRAME);
        call.handle = TT_IO_STDERR;
        tt_io_moved(&call, TT_IO_WRITE, 8, 8);
    }
}

void tt_note_io_cost(void)
{
    uintptr_t inside = tt_io_inside; /* a call of files may be the first that has anything to tell */
    tt_io_inside = 0;
    struct tt_cost cost = tt_measure_cost(&(struct tt_calibrated){record_calls, tt_run_nothing, 1}, TT_AT_START);
    tt_io_inside = inside;
    tt_note_cost("io", &cost);
}
