/* Regions of OpenMP, as records, profiles and traces number them. */
#ifndef TRIMTAB_CONSTRUCTS_H
#define TRIMTAB_CONSTRUCTS_H

#include "../record.h"

/* The constructs that the records name, and those that the finisher makes. */
enum omp_kind {
    OMP_PARALLEL = TT_CONSTRUCTS,
    OMP_SINGLE_BLOCK,
    OMP_CRITICAL,
    OMP_CRITICAL_BLOCK,
    OMP_ORDERED,
    OMP_ORDERED_BLOCK,
    OMP_ATOMIC,
    OMP_CREATE_TASK,
    OMP_TASK,
    OMP_SET_LOCK,
    OMP_UNSET_LOCK,
    OMP_TEST_LOCK,
    OMP_SET_NEST_LOCK,
    OMP_UNSET_NEST_LOCK,
    OMP_TEST_NEST_LOCK,
    OMP_KINDS
};

#endif
