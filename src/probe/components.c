/*
 * The list of components: its order is the order in which they start, note facts, fork and end. A component comes behind those
 * whose settings or functions it needs: callers of MPI are looked for where functions are not recorded, and live control ends
 * what it switched before memory and threads are noted.
 */
#include "core/component.h"

#include <stddef.h>

/* MPI is a part of libraries that are built for programs with MPI. */
#ifdef TT_NO_MPI
#define TT_WITH_MPI(X)
#else
#define TT_WITH_MPI(X) X(mpi)
#endif

#define TT_COMPONENTS(X)                                                       \
    X(functions)                                                               \
    X(budget)                                                                  \
    TT_WITH_MPI(X)                                                             \
    X(openmp)                                                                  \
    X(io)                                                                      \
    X(sampling)                                                                \
    X(counters)                                                                \
    X(callers)                                                                 \
    X(user)                                                                    \
    X(python)                                                                  \
    X(iterations)                                                              \
    X(live)                                                                    \
    X(memory)                                                                  \
    X(pools)                                                                   \
    X(threads)

#define TT_DECLARE(name) extern const struct tt_component tt_##name##_component;
TT_COMPONENTS(TT_DECLARE)
#undef TT_DECLARE

#define TT_LIST(name) &tt_##name##_component,
const struct tt_component *const tt_components[] = {TT_COMPONENTS(TT_LIST) NULL};
#undef TT_LIST
