/*
 * The table of requests under way: a hash table whose entries with the same handle
 * form a queue, because MPI libraries give one handle for several requests that were
 * complete at once. Only under MPI_THREAD_MULTIPLE two threads may come here at the
 * same time; then a spin lock is taken for the few instructions of an access.
 */
#include "requests.h"

#include <stdlib.h>

enum { BUCKETS = 4096, CHUNK = 256 };

int tt_requests_shared;

static struct tt_request *buckets[BUCKETS];
static struct tt_request *free_entries;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic uint64_t last_id;

static void acquire(void)
{
    while (tt_requests_shared && atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
}

static void release(void)
{
    if (tt_requests_shared)
        atomic_flag_clear_explicit(&lock, memory_order_release);
}

uint64_t tt_next_request_id(void)
{
    return atomic_fetch_add_explicit(&last_id, 1, memory_order_relaxed) + 1;
}

static struct tt_request **find(uintptr_t key)
{
    struct tt_request **place = &buckets[tt_hash(key) % BUCKETS];
    while (*place != NULL && (*place)->key != key)
        place = &(*place)->next;
    return place;
}

static struct tt_request *new_entry(void)
{
    if (free_entries == NULL) {
        struct tt_request *chunk = calloc(CHUNK, sizeof *chunk);
        if (chunk == NULL)
            return NULL;
        for (int i = 0; i < CHUNK; i++) {
            chunk[i].next = free_entries;
            free_entries = &chunk[i];
        }
    }
    struct tt_request *entry = free_entries;
    free_entries = entry->next;
    return entry;
}

void tt_request_add(const struct tt_request *request, uintptr_t key)
{
    acquire();
    struct tt_request *entry = new_entry();
    if (entry != NULL) {
        *entry = *request;
        entry->key = key;
        entry->same = NULL;
        entry->next = NULL;
        entry->same_last = entry;
        struct tt_request **place = find(key);
        if (*place == NULL) {
            *place = entry;
        } else {
            (*place)->same_last->same = entry;
            (*place)->same_last = entry;
        }
    }
    release();
    if (entry == NULL)
        tt_stop_recording("no memory for the table of requests");
}

static void unlink_entry(struct tt_request **place)
{
    struct tt_request *entry = *place;
    struct tt_request *younger = entry->same;
    if (younger != NULL) {
        younger->next = entry->next;
        younger->same_last = entry->same_last;
    }
    *place = younger != NULL ? younger : entry->next;
    entry->next = free_entries;
    free_entries = entry;
}

int tt_request_complete(uintptr_t key, struct tt_request *out)
{
    acquire();
    struct tt_request **place = find(key);
    int found = *place != NULL;
    if (found) {
        *out = **place;
        if (out->persistent)
            (*place)->active = (*place)->cancelled = 0;
        else
            unlink_entry(place);
    }
    release();
    return found;
}

void tt_request_remove(uintptr_t key)
{
    acquire();
    struct tt_request **place = find(key);
    if (*place != NULL)
        unlink_entry(place);
    release();
}

int tt_request_start(uintptr_t key, struct tt_request *out)
{
    acquire();
    struct tt_request *entry = *find(key);
    if (entry != NULL) {
        entry->active = 1;
        *out = *entry;
    }
    release();
    return entry != NULL;
}

int tt_request_peek(uintptr_t key, struct tt_request *out)
{
    acquire();
    struct tt_request *entry = *find(key);
    if (entry != NULL)
        *out = *entry;
    release();
    return entry != NULL;
}

void tt_request_cancel(uintptr_t key)
{
    acquire();
    struct tt_request *entry = *find(key);
    if (entry != NULL)
        entry->cancelled = 1;
    release();
}

/** Enters a request that records nothing when it completes, so that its handle is not
 *  mistaken for another's. */
void tt_request_other(MPI_Request request)
{
    const struct tt_request other = {.kind = TT_REQUEST_OTHER, .active = 1};
    if (request != MPI_REQUEST_NULL)
        tt_request_add(&other, (uintptr_t)request);
}
