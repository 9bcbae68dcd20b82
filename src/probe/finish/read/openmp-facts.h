/* What a process tells of OpenMP. */
#ifndef TRIMTAB_FINISH_OPENMP_FACTS_H
#define TRIMTAB_FINISH_OPENMP_FACTS_H

#include <stdint.h>

struct construct_left_out { /* a construct of OpenMP that was not recorded any more */
    unsigned kind;         /* enum omp_kind */
    uint64_t site;         /* 0: all of this kind */
    uint64_t since, until; /* as of functions */
    uint64_t visits;
};

struct openmp_facts {
    int is_gnu; /* compiled by gcc: its OpenMP interface says less */
    struct construct_left_out *left_out;
    uint32_t left_out_count, left_out_capacity;
};

#endif
