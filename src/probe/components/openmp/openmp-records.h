/* What callbacks of OpenMP share. */
#ifndef TRIMTAB_OPENMP_RECORDS_H
#define TRIMTAB_OPENMP_RECORDS_H

#include <stdint.h>

#include "../../core/probe.h"
#include "ompt.h"

static inline uint64_t site_of(const void *return_address)
{
    return (uintptr_t)return_address & TT_SITE_MASK;
}

/* openmp-locks.c */
/** Callbacks of locks and blocks. */
void tt_on_mutex_acquire(int kind, unsigned hint, unsigned way, uint64_t address, const void *return_address);
void tt_on_mutex_acquired(int kind, uint64_t address, const void *return_address);
void tt_on_mutex_released(int kind, uint64_t address, const void *return_address);
/** A nestable lock that the thread has already. */
void tt_on_nest_lock(int scope, uint64_t address, const void *return_address);

#endif
