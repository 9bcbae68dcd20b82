/*
 * Events of the processor and of the kernel that can be counted, by the names that perf gives them and, where PAPI has a
 * preset that means exactly this, by PAPI's. Beside these there are events of caches (`L1-dcache-load-misses`; see
 * components/counters/events.c) and codes of the processor's own (`r01a8`, in hexadecimal, as perf takes them).
 *
 * X(name, perf's type, its number, unit, what tells it where the kernel does not show it to perf)
 */
#ifndef TRIMTAB_COUNTER_NAMES_H
#define TRIMTAB_COUNTER_NAMES_H

/* Counters that a run may have at once, and the longest name of one. */
#define TT_MOST_COUNTERS 8u
#define TT_COUNTER_NAME 64u

/* What readings are of: a function by its address, and what is none by one of these. */
#define TT_COUNTED_MPI(number) (UINT64_C(1) << 62 | (uint64_t)(number))
#define TT_IS_COUNTED_MPI(key) ((key) >> 62 == 1)
#define TT_COUNTED_USER(number) (UINT64_C(1) << 63 | (uint64_t)(number))
#define TT_IS_COUNTED_USER(key) ((key) >> 62 == 2)
#define TT_COUNTED_PARALLEL (UINT64_C(3) << 62)

#define TT_COUNTER_NAMES(X)                                                                                     \
    X("cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "occ", TT_BY_PERF)                                \
    X("cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "occ", TT_BY_PERF)                            \
    X("PAPI_TOT_CYC", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "occ", TT_BY_PERF)                          \
    X("instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, "occ", TT_BY_PERF)                        \
    X("PAPI_TOT_INS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, "occ", TT_BY_PERF)                        \
    X("ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, "occ", TT_BY_PERF)                        \
    X("PAPI_REF_CYC", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, "occ", TT_BY_PERF)                      \
    X("bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES, "occ", TT_BY_PERF)                            \
    X("cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, "occ", TT_BY_PERF)                \
    X("PAPI_L3_TCA", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, "occ", TT_BY_PERF)                     \
    X("cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, "occ", TT_BY_PERF)                        \
    X("PAPI_L3_TCM", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, "occ", TT_BY_PERF)                         \
    X("branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "occ", TT_BY_PERF)                     \
    X("branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "occ", TT_BY_PERF)          \
    X("PAPI_BR_INS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "occ", TT_BY_PERF)                  \
    X("branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, "occ", TT_BY_PERF)                      \
    X("PAPI_BR_MSP", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, "occ", TT_BY_PERF)                        \
    X("stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, "occ", TT_BY_PERF)  \
    X("stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, "occ", TT_BY_PERF)    \
    X("PAPI_L1_LDM", PERF_TYPE_HW_CACHE, TT_CACHE(L1D, READ, MISS), "occ", TT_BY_PERF)                          \
    X("PAPI_L1_STM", PERF_TYPE_HW_CACHE, TT_CACHE(L1D, WRITE, MISS), "occ", TT_BY_PERF)                         \
    X("PAPI_L1_ICM", PERF_TYPE_HW_CACHE, TT_CACHE(L1I, READ, MISS), "occ", TT_BY_PERF)                          \
    X("PAPI_L3_LDM", PERF_TYPE_HW_CACHE, TT_CACHE(LL, READ, MISS), "occ", TT_BY_PERF)                           \
    X("PAPI_L3_STM", PERF_TYPE_HW_CACHE, TT_CACHE(LL, WRITE, MISS), "occ", TT_BY_PERF)                          \
    X("PAPI_TLB_IM", PERF_TYPE_HW_CACHE, TT_CACHE(ITLB, READ, MISS), "occ", TT_BY_PERF)                         \
    X("task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "nsec", TT_BY_CLOCK)                          \
    X("cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "nsec", TT_BY_CLOCK)                            \
    X("page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, "occ", TT_BY_FAULTS)                        \
    X("faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, "occ", TT_BY_FAULTS)                             \
    X("minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN, "occ", TT_BY_MINOR_FAULTS)             \
    X("major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ, "occ", TT_BY_MAJOR_FAULTS)             \
    X("context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, "occ", TT_BY_SWITCHES)            \
    X("cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, "occ", TT_BY_SWITCHES)                          \
    X("cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, "occ", TT_BY_PERF)                    \
    X("migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, "occ", TT_BY_PERF)                        \
    X("alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS, "occ", TT_BY_PERF)                \
    X("emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS, "occ", TT_BY_PERF)

#endif
