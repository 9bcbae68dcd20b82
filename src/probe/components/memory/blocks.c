/*
 * A table of blocks by their address, for all threads without a lock: a bucket has eight of them, the keys in one line of
 * the cache. Nearly all blocks are in no bucket, which a small table of counts tells at once.
 */
#include "memory.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { IN_BUCKET = 8, BUCKETS = TT_MOST_BLOCKS / IN_BUCKET, HINTS = 1 << 15, STICKS = 255 };

struct blocks {
    _Atomic uintptr_t keys[BUCKETS][IN_BUCKET];
    uint64_t values[BUCKETS][IN_BUCKET];
    _Atomic uint8_t hints[HINTS]; /* blocks that fall on each; once STICKS, for ever */
    _Atomic uint32_t kept;
};

static struct blocks *all;

int tt_begin_blocks(void)
{
    void *memory = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    all = memory == MAP_FAILED ? NULL : memory;
    return all != NULL;
}

static uint64_t mixed(uintptr_t key)
{
    return (uint64_t)(key >> 4) * UINT64_C(0x9E3779B97F4A7C15);
}

static void count_hint(_Atomic uint8_t *hint, int change)
{
    uint8_t seen = atomic_load_explicit(hint, memory_order_relaxed);
    while (seen != STICKS && !atomic_compare_exchange_weak(hint, &seen, (uint8_t)(seen + change)))
        ;
}

int tt_keep_block(const void *block, uint64_t value)
{
    uintptr_t key = (uintptr_t)block;
    uint64_t hash = mixed(key);
    for (unsigned other = 0; other < 2; other++) {
        uint64_t bucket = (hash >> 40 ^ other) % BUCKETS;
        for (unsigned i = 0; i < IN_BUCKET; i++) {
            uintptr_t none = 0;
            /* Nobody asks for a block before it is given to the program: its value may come after its key. */
            if (atomic_load_explicit(&all->keys[bucket][i], memory_order_relaxed) != 0 ||
                !atomic_compare_exchange_strong(&all->keys[bucket][i], &none, key))
                continue;
            all->values[bucket][i] = value;
            count_hint(&all->hints[hash % HINTS], 1);
            atomic_fetch_add(&all->kept, 1);
            return 1;
        }
    }
    return 0;
}

uint64_t tt_forget_block(const void *block)
{
    uintptr_t key = (uintptr_t)block;
    uint64_t hash = mixed(key);
    if (atomic_load_explicit(&all->hints[hash % HINTS], memory_order_relaxed) == 0)
        return 0;
    for (unsigned other = 0; other < 2; other++) {
        uint64_t bucket = (hash >> 40 ^ other) % BUCKETS;
        for (unsigned i = 0; i < IN_BUCKET; i++) {
            if (atomic_load_explicit(&all->keys[bucket][i], memory_order_relaxed) != key)
                continue;
            uint64_t value = all->values[bucket][i];
            atomic_store_explicit(&all->keys[bucket][i], 0, memory_order_release);
            count_hint(&all->hints[hash % HINTS], -1);
            atomic_fetch_sub(&all->kept, 1);
            return value;
        }
    }
    return 0;
}

uint32_t tt_blocks_kept(void)
{
    return atomic_load_explicit(&all->kept, memory_order_relaxed);
}
