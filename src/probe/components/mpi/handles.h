/* Tables from MPI's handles to what the probe knows of them, which are read without a lock. */
#ifndef TRIMTAB_HANDLES_H
#define TRIMTAB_HANDLES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* What every entry begins with. */
struct tt_handle {
    uintptr_t key;
};

struct tt_handle_slots {
    size_t mask;
    _Atomic(struct tt_handle *) slots[];
};

struct tt_handles {
    _Atomic(struct tt_handle_slots *) table;
    size_t used; /* slots, removed ones included */
    pthread_mutex_t lock;
};

#define TT_HANDLES {.lock = PTHREAD_MUTEX_INITIALIZER}

static inline size_t tt_hash(uintptr_t key)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/** The entry of a handle, or NULL. */
static inline struct tt_handle *tt_handle_find(const struct tt_handles *handles, uintptr_t key)
{
    const struct tt_handle_slots *table = atomic_load_explicit(&handles->table, memory_order_acquire);
    if (table == NULL)
        return NULL;
    for (size_t i = tt_hash(key) & table->mask;; i = (i + 1) & table->mask) {
        struct tt_handle *entry = atomic_load_explicit(&table->slots[i], memory_order_acquire);
        if (entry == NULL || entry->key == key)
            return entry;
    }
}

/** Enters a handle, in the place of an older one that was the same. */
void tt_handle_add(struct tt_handles *handles, struct tt_handle *entry);
/** Forgets a handle that MPI has freed; it may come back for another object. */
void tt_handle_remove(struct tt_handles *handles, const struct tt_handle *entry);

#endif
