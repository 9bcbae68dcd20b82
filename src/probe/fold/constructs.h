/* Regions of OpenMP, as records, profiles and traces number them. */
#ifndef TRIMTAB_CONSTRUCTS_H
#define TRIMTAB_CONSTRUCTS_H

#include "../format/record.h"

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

/*
 * Name and role of each construct, as Score-P has them: X(kind, name, role). Names without "!$omp " are functions of the OpenMP
 * runtime.
 */
#define TT_CONSTRUCT_NAMES(X)                                          \
    X(TT_LOOP, "!$omp for", "LOOP")                                      \
    X(TT_SECTIONS, "!$omp sections", "SECTIONS")                         \
    X(TT_SINGLE, "!$omp single", "SINGLE")                               \
    X(TT_SINGLE_OTHER, "!$omp single", "SINGLE")                         \
    X(TT_WORKSHARE, "!$omp workshare", "WORKSHARE")                      \
    X(TT_DISTRIBUTE, "!$omp distribute", "LOOP")                         \
    X(TT_TASKLOOP, "!$omp taskloop", "LOOP")                             \
    X(TT_SCOPE, "!$omp scope", "WORKSHARE")                              \
    X(TT_MASTER, "!$omp master", "MASTER")                               \
    X(TT_BARRIER, "!$omp barrier", "BARRIER")                            \
    X(TT_IMPLICIT_BARRIER, "!$omp implicit barrier", "IMPLICIT_BARRIER") \
    X(TT_JOIN_BARRIER, "!$omp implicit barrier", "IMPLICIT_BARRIER")     \
    X(TT_SOME_BARRIER, "!$omp implicit barrier", "IMPLICIT_BARRIER")     \
    X(TT_TASKWAIT, "!$omp taskwait", "TASK_WAIT")                        \
    X(TT_TASKGROUP, "!$omp taskgroup", "TASK_WAIT")                      \
    X(TT_OMP_FLUSH, "!$omp flush", "FLUSH")                              \
    X(OMP_PARALLEL, "!$omp parallel", "PARALLEL")                        \
    X(OMP_SINGLE_BLOCK, "!$omp single sblock", "SINGLE_SBLOCK")          \
    X(OMP_CRITICAL, "!$omp critical", "CRITICAL")                        \
    X(OMP_CRITICAL_BLOCK, "!$omp critical sblock", "CRITICAL_SBLOCK")    \
    X(OMP_ORDERED, "!$omp ordered", "ORDERED")                           \
    X(OMP_ORDERED_BLOCK, "!$omp ordered sblock", "ORDERED_SBLOCK")       \
    X(OMP_ATOMIC, "!$omp atomic", "ATOMIC")                              \
    X(OMP_CREATE_TASK, "!$omp create task", "TASK_CREATE")               \
    X(OMP_TASK, "!$omp task", "TASK")                                    \
    X(OMP_SET_LOCK, "omp_set_lock", "WRAPPER")                           \
    X(OMP_UNSET_LOCK, "omp_unset_lock", "WRAPPER")                       \
    X(OMP_TEST_LOCK, "omp_test_lock", "WRAPPER")                         \
    X(OMP_SET_NEST_LOCK, "omp_set_nest_lock", "WRAPPER")                 \
    X(OMP_UNSET_NEST_LOCK, "omp_unset_nest_lock", "WRAPPER")             \
    X(OMP_TEST_NEST_LOCK, "omp_test_nest_lock", "WRAPPER")

#endif
