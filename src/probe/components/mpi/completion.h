/* What the parts that post requests and the part that completes them share. */
#ifndef TRIMTAB_COMPLETION_H
#define TRIMTAB_COMPLETION_H

#include "requests.h"

void tt_irecv_complete(struct tt_thread *t, const struct tt_request *request, const MPI_Status *status);
void tt_icoll_complete(struct tt_thread *t, const struct tt_request *request);
void tt_win_rop_tested(struct tt_thread *t, const struct tt_request *request, int complete);
void tt_starting(struct tt_thread *t, MPI_Request request);

#endif
