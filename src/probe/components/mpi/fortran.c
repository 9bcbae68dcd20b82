#include "fortran.h"

struct tt_thread *tt_fortran_enter(enum tt_mpi_function function, const void *site, enum tt_record_type type)
{
    struct tt_thread *t = tt_thread_self();
    if (t->fortran_call != 0)
        return NULL;
    t = tt_mpi_enter(function, site, type);
    if (t == NULL)
        return NULL;
    t->in_mpi = 0;
    t->fortran_call = (uint16_t)(function + 1);
    return t;
}

void tt_fortran_leave(struct tt_thread *t)
{
    if (t == NULL)
        return;
    t->fortran_call = 0;
    tt_put_leave(t);
}
