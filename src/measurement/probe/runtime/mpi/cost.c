/* What recording an MPI call costs: entering and leaving, without the call itself. */
#include "../calibrate.h"
#include "wrap.h"

static void record_calls(int pairs)
{
    for (int pair = 0; pair < pairs; pair++)
        tt_mpi_leave(tt_mpi_enter(TT_FN_Comm_rank, TT_SITE, TT_MPI_ENTER));
}

void tt_note_mpi_cost(void)
{
    struct tt_cost cost = tt_measure_cost(&(struct tt_calibrated){record_calls, tt_run_nothing, 0}, TT_AT_START);
    tt_note_cost("mpi", &cost);
}
