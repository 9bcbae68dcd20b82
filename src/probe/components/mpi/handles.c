#include "handles.h"

#include <stdlib.h>

#include "../../core/probe.h"

enum { FIRST_SLOTS = 64 };

static struct tt_handle removed = {.key = UINTPTR_MAX};

static struct tt_handle_slots *new_table(size_t slots)
{
    struct tt_handle_slots *table = calloc(1, sizeof *table + slots * sizeof table->slots[0]);
    if (table == NULL) {
        tt_stop_recording("no memory for a table of handles");
        abort();
    }
    table->mask = slots - 1;
    return table;
}

static void put(struct tt_handles *handles, struct tt_handle_slots *table, struct tt_handle *entry)
{
    size_t i = tt_hash(entry->key) & table->mask;
    for (;; i = (i + 1) & table->mask) {
        struct tt_handle *there = atomic_load(&table->slots[i]);
        if (there == NULL)
            handles->used++;
        if (there == NULL || there == &removed || there->key == entry->key)
            break;
    }
    atomic_store(&table->slots[i], entry);
}

/* Old tables stay: another thread may be reading them. Together they are no bigger
 * than the new one. */
static struct tt_handle_slots *grow(struct tt_handles *handles, const struct tt_handle_slots *old)
{
    struct tt_handle_slots *table = new_table(old == NULL ? FIRST_SLOTS : 2 * (old->mask + 1));
    handles->used = 0;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        struct tt_handle *entry = atomic_load(&old->slots[i]);
        if (entry != NULL && entry != &removed)
            put(handles, table, entry);
    }
    atomic_store(&handles->table, table);
    return table;
}

void tt_handle_add(struct tt_handles *handles, struct tt_handle *entry)
{
    pthread_mutex_lock(&handles->lock);
    struct tt_handle_slots *table = atomic_load(&handles->table);
    if (table == NULL || 2 * handles->used > table->mask)
        table = grow(handles, table);
    put(handles, table, entry);
    pthread_mutex_unlock(&handles->lock);
}

void tt_handle_remove(struct tt_handles *handles, const struct tt_handle *entry)
{
    pthread_mutex_lock(&handles->lock);
    struct tt_handle_slots *table = atomic_load(&handles->table);
    for (size_t i = 0; table != NULL && i <= table->mask; i++)
        if (atomic_load(&table->slots[i]) == entry)
            atomic_store(&table->slots[i], &removed);
    pthread_mutex_unlock(&handles->lock);
}
