/*
 * The Fortran bindings: mpi_x_ of mpif.h and the module mpi, and the specific procedures
 * of mpi_f08. A wrapper records the region with the call site of the Fortran code and
 * calls the library's own binding, which converts the arguments and calls the C function
 * whose wrapper records the rest. So no argument is touched here: all are addresses, and
 * the lengths of character arguments follow at the end, which pass through alike.
 */
#ifndef TRIMTAB_FORTRAN_H
#define TRIMTAB_FORTRAN_H

#include "wrap.h"

/** NULL where the call comes from inside another MPI function. */
struct tt_thread *tt_fortran_enter(enum tt_mpi_function function, const void *site, enum tt_record_type type);
void tt_fortran_leave(struct tt_thread *t);

/* `real` is found at the first call, in whichever thread; all find the same. */
#define TT_FORTRAN_REAL(symbol, result, types)                                           \
    static _Atomic(result(*) types) cached;                                               \
    result(*real) types = atomic_load_explicit(&cached, memory_order_relaxed);            \
    if (TT_UNLIKELY(real == NULL)) {                                                      \
        void (*found)(void) = tt_next_function(#symbol);                                  \
        real = (result(*) types)found;                                                    \
        atomic_store_explicit(&cached, real, memory_order_relaxed);                       \
    }

#define TT_FORTRAN_VOID(symbol, function, type, types, args)                              \
    TT_API void symbol types;                                                             \
    void symbol types                                                                     \
    {                                                                                     \
        TT_FORTRAN_REAL(symbol, void, types)                                              \
        struct tt_thread *t = tt_fortran_enter(function, TT_SITE, type);                  \
        real args;                                                                        \
        tt_fortran_leave(t);                                                              \
    }

#define TT_FORTRAN_DOUBLE(symbol, function, type, types, args)                            \
    TT_API double symbol types;                                                           \
    double symbol types                                                                   \
    {                                                                                     \
        TT_FORTRAN_REAL(symbol, double, types)                                            \
        struct tt_thread *t = tt_fortran_enter(function, TT_SITE, type);                  \
        double result = real args;                                                        \
        tt_fortran_leave(t);                                                              \
        return result;                                                                    \
    }

#endif
