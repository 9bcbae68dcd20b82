/* What recording an MPI call costs: entering and leaving, without the call itself, and what is told of its messages. */
#include "../../core/calibrate.h"
#include "completion.h"
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

/* A call that sends a message and receives one. */
static void record_messages(int pairs)
{
    const struct tt_request request = {.comm = TT_COMM_SELF, .id = 1};
    MPI_Status status = {.MPI_SOURCE = 0, .MPI_TAG = 0};
    tt_real.Status_set_elements_x(&status, MPI_BYTE, sizeof(int));
    for (int pair = 0; pair < pairs; pair++) {
        struct tt_thread *t = tt_mpi_enter(TT_FN_Sendrecv, TT_SITE, TT_MPI_ENTER);
        tt_send(t, MPI_COMM_SELF, 0, 0, 1, MPI_INT);
        tt_irecv_complete(t, &request, &status);
        tt_mpi_leave(t);
    }
}

/** Once communicators are known. */
void tt_note_message_cost(void)
{
    struct tt_cost cost = tt_measure_cost(&(struct tt_calibrated){record_messages, tt_run_nothing, 2}, TT_WHILE_RUNNING);
    tt_note_cost("messages", &cost);
}
