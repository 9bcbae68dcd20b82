/* What recording an MPI call costs: entering and leaving, without the call itself. */
#include "../calibrate.h"
#include "wrap.h"

static __attribute__((noinline)) void record_call(void)
{
    tt_mpi_leave(tt_mpi_enter(TT_FN_Comm_rank, TT_SITE, TT_MPI_ENTER));
}

void tt_note_mpi_cost(void)
{
    struct tt_cost cost = tt_measure_cost(record_call, TT_AT_START);
    tt_note_cost("mpi", &cost);
}
