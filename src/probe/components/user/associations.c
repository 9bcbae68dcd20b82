/*
 * Which entity an object is of, by its address: tables of open addressing, so many that threads rarely meet at one.
 * An address that is associated with 0 keeps its place, since others may have been put behind it.
 */
#include "user.h"

#include <stdlib.h>

enum { SHARDS = 256, SMALLEST = 16 };

struct association {
    uintptr_t object; /* 0: free */
    uint32_t entity;
};

static struct shard {
    atomic_flag taken;
    uint32_t used, room;
    struct association *list;
} __attribute__((aligned(64))) shards[SHARDS];

static uint64_t mixed(uintptr_t object)
{
    uint64_t hash = object * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static struct shard *take(uint64_t hash)
{
    struct shard *shard = &shards[hash % SHARDS];
    while (atomic_flag_test_and_set_explicit(&shard->taken, memory_order_acquire))
        ;
    return shard;
}

static void give_back(struct shard *shard)
{
    atomic_flag_clear_explicit(&shard->taken, memory_order_release);
}

static struct association *place_in(struct association *list, uint32_t room, uint64_t hash, uintptr_t object)
{
    uint32_t at = (uint32_t)(hash / SHARDS) & (room - 1);
    while (list[at].object != 0 && list[at].object != object)
        at = (at + 1) & (room - 1);
    return &list[at];
}

/* Twice the room for what is still associated; 0: there is no memory. */
static int grow(struct shard *shard)
{
    uint32_t room = shard->room == 0 ? SMALLEST : shard->room * 2;
    struct association *list = calloc(room, sizeof *list);
    if (list == NULL)
        return 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < shard->room; i++)
        if (shard->list[i].entity != 0) {
            *place_in(list, room, mixed(shard->list[i].object), shard->list[i].object) = shard->list[i];
            used++;
        }
    free(shard->list);
    shard->list = list;
    shard->room = room;
    shard->used = used;
    return 1;
}

void trimtab_associate(const void *object, uint32_t entity)
{
    uint64_t hash = mixed((uintptr_t)object);
    struct shard *shard = take(hash);
    if (object != NULL && ((shard->used + 1) * 2 <= shard->room || grow(shard))) {
        struct association *place = place_in(shard->list, shard->room, hash, (uintptr_t)object);
        shard->used += place->object == 0;
        *place = (struct association){(uintptr_t)object, entity};
    }
    give_back(shard);
}

uint32_t trimtab_of(const void *object)
{
    uint64_t hash = mixed((uintptr_t)object);
    struct shard *shard = take(hash);
    uint32_t entity = shard->room == 0 ? 0 : place_in(shard->list, shard->room, hash, (uintptr_t)object)->entity;
    give_back(shard);
    return entity != 0 ? entity : trimtab_entity("unmapped", NULL);
}
