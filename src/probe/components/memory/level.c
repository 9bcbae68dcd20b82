/*
 * How much of the heap is held over time, for traces: told whenever it has changed by 1 KiB, and by 1/128 of the most that was
 * held so far, since it was told last. So the trace knows it within that at any time, and a program that takes and gives back
 * small blocks all the time makes no records. Within calls of MPI and in threads that record nothing, it waits for the next
 * change.
 */
#include "memory.h"

#include "../../core/probe.h"

#define LEAST INT64_C(1024)

static _Atomic int64_t told;

void tt_tell_level(int64_t now, int64_t most)
{
    int64_t before = atomic_load_explicit(&told, memory_order_relaxed);
    int64_t change = now < before ? before - now : now - before;
    struct tt_thread *t = tt_self;
    if (change < LEAST || change < most >> 7 || t == NULL || t->in_mpi || t->stopped || t->fold != NULL)
        return;
    if (atomic_compare_exchange_strong(&told, &before, now))
        tt_put1(t, TT_HEAP, tt_time(), (uint64_t)(now < 0 ? 0 : now)); /* less than when it began: what libraries took before */
}
