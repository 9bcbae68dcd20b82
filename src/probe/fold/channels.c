#include "channels.h"

#include <string.h>
#include <sys/mman.h>

enum { FIRST_ROOM = 64 };

/* Requests under way; a program that has more of them has lost them. */
#define MOST_POSTED (UINT32_C(1) << 20)

static size_t channel_bytes(uint32_t room)
{
    return sizeof(struct tt_channel_table) + room * sizeof(struct tt_channel);
}

static size_t posted_bytes(uint32_t room)
{
    return sizeof(struct tt_posted_table) + room * sizeof(struct tt_posted);
}

static void *pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return value ^ value >> 29;
}

static struct tt_channel *place_of_channel(struct tt_channel_table *table, const struct tt_channel *key)
{
    uint64_t at = mixed(key->comm_and_peer * UINT64_C(0xC2B2AE3D27D4EB4F) + ((uint64_t)key->tag << 2 | key->kind));
    for (;; at++) {
        struct tt_channel *entry = &table->entries[at & (table->room - 1)];
        if (entry->kind == 0 ||
            (entry->comm_and_peer == key->comm_and_peer && entry->tag == key->tag && entry->kind == key->kind))
            return entry;
    }
}

static struct tt_posted *place_of_posted(struct tt_posted_table *table, uint64_t id)
{
    for (uint64_t at = mixed(id);; at++) {
        struct tt_posted *entry = &table->entries[at & (table->room - 1)];
        if (entry->id == 0 || entry->id == id)
            return entry;
    }
}

/* The new table is whole when it takes the old one's place, which stays: a signal handler may be reading it, of any thread. */
static int grow_channels(struct tt_channels *all)
{
    struct tt_channel_table *old = all->channels;
    uint32_t room = old == NULL ? FIRST_ROOM : 2 * old->room;
    struct tt_channel_table *table = room > 2 * TT_MOST_CHANNELS ? NULL : pages(channel_bytes(room));
    if (table == NULL)
        return 0;
    table->room = room;
    table->used = old == NULL ? 0 : old->used;
    for (uint32_t i = 0; old != NULL && i < old->room; i++)
        if (old->entries[i].kind != 0)
            *place_of_channel(table, &old->entries[i]) = old->entries[i];
    __atomic_store_n(&all->channels, table, __ATOMIC_RELEASE);
    return 1;
}

static int grow_posted(struct tt_channels *all)
{
    struct tt_posted_table *old = all->posted;
    uint32_t room = old == NULL ? FIRST_ROOM : 2 * old->room;
    struct tt_posted_table *table = room > 2 * MOST_POSTED ? NULL : pages(posted_bytes(room));
    if (table == NULL)
        return 0;
    table->room = room;
    table->used = old == NULL ? 0 : old->used;
    for (uint32_t i = 0; old != NULL && i < old->room; i++)
        if (old->entries[i].id != 0)
            *place_of_posted(table, old->entries[i].id) = old->entries[i];
    __atomic_store_n(&all->posted, table, __ATOMIC_RELEASE);
    return 1;
}

static struct tt_channel *channel(struct tt_channels *all, const struct tt_channel *key)
{
    struct tt_channel *found = all->channels == NULL ? NULL : place_of_channel(all->channels, key);
    if (found != NULL && found->kind != 0)
        return found;
    if (all->is_incomplete)
        return NULL;
    if ((found == NULL || 2 * all->channels->used >= all->channels->room) && !grow_channels(all)) {
        all->is_incomplete = 1;
        return NULL;
    }
    found = place_of_channel(all->channels, key);
    *found = *key;
    all->channels->used++;
    return found;
}

static struct tt_channel *messages(struct tt_channels *all, const uint64_t *r)
{
    const struct tt_channel key = {.comm_and_peer = r[1], .tag = (uint32_t)r[2], .kind = TT_MESSAGES + 1};
    return channel(all, &key);
}

static struct tt_channel *collectives(struct tt_channels *all, const uint64_t *r, enum tt_channel_kind kind)
{
    const struct tt_channel key = {.comm_and_peer = r[1] >> 32 << 32, .kind = (uint16_t)(kind + 1)};
    return channel(all, &key);
}

static void post(struct tt_channels *all, uint64_t id)
{
    if (id == 0 || ((all->posted == NULL || 2 * all->posted->used >= all->posted->room) && !grow_posted(all))) {
        all->is_incomplete = 1;
        return;
    }
    struct tt_posted *entry = place_of_posted(all->posted, id);
    all->posted->used += entry->id == 0;
    *entry = (struct tt_posted){id, ++all->posts};
}

/* Takes it out, and moves what stands behind it to where it is looked for. 0: it is not known. */
static uint64_t take(struct tt_channels *all, uint64_t id)
{
    struct tt_posted *entry = all->posted == NULL || id == 0 ? NULL : place_of_posted(all->posted, id);
    if (entry == NULL || entry->id == 0)
        return 0;
    uint64_t posted = entry->post;
    uint32_t mask = all->posted->room - 1;
    entry->id = 0;
    all->posted->used--;
    for (uint32_t i = (uint32_t)(entry - all->posted->entries) + 1;; i++) {
        struct tt_posted moved = all->posted->entries[i & mask];
        if (moved.id == 0)
            return posted;
        all->posted->entries[i & mask].id = 0;
        *place_of_posted(all->posted, moved.id) = moved;
    }
}

static struct tt_counted sent(struct tt_channel *c)
{
    return c == NULL ? (struct tt_counted){0} : (struct tt_counted){c, ++c->sent, 0, 1};
}

/* @param posted when it was, 0: that is not known */
static struct tt_counted received(struct tt_channel *c, uint64_t posted)
{
    if (c == NULL)
        return (struct tt_counted){0};
    c->is_disordered |= posted < c->last_post || posted == 0;
    c->last_post = posted > c->last_post ? posted : c->last_post;
    return (struct tt_counted){c, ++c->received, posted, 0};
}

/* What was cancelled and is no receive was sent, and one without a number took a message that nothing tells of: which
 * numbers messages have is not known any more. */
static void cancelled(struct tt_channels *all, uint64_t id)
{
    if (take(all, id) != 0)
        return;
    for (uint32_t i = 0; all->channels != NULL && i < all->channels->room; i++)
        all->channels->entries[i].is_disordered |= all->channels->entries[i].kind == TT_MESSAGES + 1;
    all->is_incomplete = 1;
}

struct tt_counted tt_count_channels(struct tt_channels *all, const uint64_t *r)
{
    switch (r[0] >> TT_TIME_BITS) {
    case TT_SEND:
    case TT_ISEND:
        return sent(messages(all, r));
    case TT_RECV:
        return received(messages(all, r), ++all->posts);
    case TT_IRECV:
        return received(messages(all, r), take(all, r[4]));
    case TT_COLL_END:
        return received(collectives(all, r, TT_COLLECTIVES), ++all->posts);
    case TT_NBC_COMPLETE:
        return received(collectives(all, r, TT_NONBLOCKING_COLLECTIVES), take(all, r[5]));
    case TT_IRECV_REQUEST:
    case TT_NBC_REQUEST:
        post(all, r[1]);
        break;
    case TT_REQUEST_CANCELLED:
        cancelled(all, r[1]);
        break;
    }
    return (struct tt_counted){0};
}

int tt_channels_restore(struct tt_channels *all, const struct tt_channel *from, uint32_t channel_count,
                        const struct tt_posted *under_way, uint32_t posted_count)
{
    for (uint32_t i = 0; i < channel_count; i++) {
        struct tt_channel *c = from[i].kind == 0 ? NULL : channel(all, &from[i]);
        if (c == NULL)
            return 0;
        *c = from[i];
    }
    for (uint32_t i = 0; i < posted_count; i++) {
        if (under_way[i].id == 0 || ((all->posted == NULL || 2 * all->posted->used >= all->posted->room) && !grow_posted(all)))
            return 0;
        struct tt_posted *entry = place_of_posted(all->posted, under_way[i].id);
        all->posted->used += entry->id == 0;
        *entry = under_way[i];
    }
    return 1;
}

void tt_channels_free(struct tt_channels *all)
{
    if (all->channels != NULL)
        munmap(all->channels, channel_bytes(all->channels->room));
    if (all->posted != NULL)
        munmap(all->posted, posted_bytes(all->posted->room));
    *all = (struct tt_channels){0};
}

const struct tt_channel *tt_next_channel(const struct tt_channel_table *table, uint32_t *place)
{
    while (table != NULL && *place < table->room)
        if (table->entries[(*place)++].kind != 0)
            return &table->entries[*place - 1];
    return NULL;
}

const struct tt_posted *tt_next_posted(const struct tt_posted_table *table, uint32_t *place)
{
    while (table != NULL && *place < table->room)
        if (table->entries[(*place)++].id != 0)
            return &table->entries[*place - 1];
    return NULL;
}

struct tt_channels_header tt_channels_header(const struct tt_channels *all)
{
    const struct tt_channel_table *channels = __atomic_load_n(&all->channels, __ATOMIC_ACQUIRE);
    const struct tt_posted_table *posted = __atomic_load_n(&all->posted, __ATOMIC_ACQUIRE);
    return (struct tt_channels_header){channels == NULL ? 0 : channels->used, posted == NULL ? 0 : posted->used, all->posts,
                                       all->is_incomplete};
}
