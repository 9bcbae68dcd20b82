#include "windows.h"

#include <string.h>

static void add_window(struct windows *windows, const struct process *p, struct local_window *local)
{
    uint32_t comm = p->mpi.comms[local->comm].global;
    uint64_t key = (uint64_t)comm << 32 | local->number;
    local->global = map_get(&windows->index, key);
    if (local->global == MAP_MISSING) {
        const struct window window = {.comm = comm};
        local->global = windows->count;
        APPEND(windows->list, windows->count, windows->capacity, window);
        map_put(&windows->index, key, local->global);
    }
    if (local->name != NULL)
        windows->list[local->global].name = local->name;
}

static int same(const struct ranks *a, const struct ranks *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->list, b->list, a->count * sizeof *a->list) == 0);
}

static void add_group(struct windows *windows, struct local_group *local)
{
    uint64_t hash = HASH_START;
    for (uint32_t i = 0; i < local->ranks.count; i++)
        hash = (hash ^ (uint64_t)(local->ranks.list[i] + 1)) * UINT64_C(0x100000001B3);
    for (;; hash++) {
        local->global = map_get(&windows->group_index, hash);
        if (local->global == MAP_MISSING)
            break;
        if (same(windows->groups[local->global], &local->ranks))
            return;
    }
    local->global = windows->group_count;
    APPEND(windows->groups, windows->group_count, windows->group_capacity, &local->ranks);
    map_put(&windows->group_index, hash, local->global);
}

void unify_windows(struct windows *windows, struct run *run)
{
    for (uint32_t r = 0; r < run->size; r++) {
        struct process *p = run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->mpi.window_count; i++)
            add_window(windows, p, &p->mpi.windows[i]);
        for (uint32_t i = 0; p != NULL && i < p->mpi.group_count; i++)
            add_group(windows, &p->mpi.groups[i]);
    }
}
