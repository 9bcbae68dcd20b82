/* What the text file of a process tells of communicators, windows, groups, and clocks of other processes. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct local_comm *comm_at(struct process *p, uint32_t id)
{
    while (p->mpi.comm_count <= id) {
        const struct local_comm none = {.origin = COMM_MADE, .first = -1};
        APPEND(p->mpi.comms, p->mpi.comm_count, p->mpi.comm_capacity, none);
    }
    return &p->mpi.comms[id];
}

static void read_comm(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id, parent, child, count;
    int first;
    unsigned long long hash;
    if (sscanf(rest, "%u child %u %u %d", &id, &parent, &child, &first) == 4 && parent < id &&
        id < MOST_NUMBERED) {
        struct local_comm *c = comm_at(p, id);
        c->origin = COMM_CHILD;
        c->parent = parent;
        c->child = child;
        c->first = first;
    } else if (sscanf(rest, "%u made %llx %u", &id, &hash, &count) == 3 && id < MOST_NUMBERED) {
        struct local_comm *c = comm_at(p, id);
        c->origin = COMM_MADE;
        c->hash = hash;
        c->count = count;
    }
}

/* At most so many dimensions: the runtime notes no more. */
enum { MOST_DIMENSIONS = 16 };

static void read_grid(struct process *p, const char *key, const char *rest)
{
    (void)key;
    int numbers[3 * MOST_DIMENSIONS], count = 0, read;
    unsigned id;
    if (sscanf(rest, "%u%n", &id, &read) != 1 || id >= p->mpi.comm_count || p->mpi.comms[id].grid != NULL)
        return;
    for (const char *at = rest + read; count < 3 * MOST_DIMENSIONS && sscanf(at, "%d%n", &numbers[count], &read) == 1; at += read)
        count++;
    if (count == 0 || count % 3 != 0)
        return;
    for (int i = 0; i < count; i += 3)
        if (numbers[i + 2] < 0 || numbers[i + 2] >= numbers[i])
            return;
    struct local_comm *c = &p->mpi.comms[id];
    c->grid = allocate((size_t)count, sizeof *c->grid);
    memcpy(c->grid, numbers, (size_t)count * sizeof *numbers);
    c->dimensions = (uint32_t)count / 3;
}

static struct local_window *window_at(struct process *p, uint32_t id)
{
    while (p->mpi.window_count <= id) {
        const struct local_window none = {.comm = TT_COMM_WORLD};
        APPEND(p->mpi.windows, p->mpi.window_count, p->mpi.window_capacity, none);
    }
    return &p->mpi.windows[id];
}

static void read_window(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id, comm, number;
    if (sscanf(rest, "%u %u %u", &id, &comm, &number) != 3 || comm >= p->mpi.comm_count || id >= MOST_NUMBERED)
        return;
    struct local_window *w = window_at(p, id);
    w->comm = comm;
    w->number = number;
}

static struct local_group *group_at(struct process *p, uint32_t id)
{
    while (p->mpi.group_count <= id) {
        const struct local_group none = {.ranks = {NULL, 0, 0}};
        APPEND(p->mpi.groups, p->mpi.group_count, p->mpi.group_capacity, none);
    }
    return &p->mpi.groups[id];
}

/* `ranks` of a group by itself, `group` and `remote` of a communicator. */
static void read_ranks(struct process *p, const char *key, const char *rest)
{
    char *at;
    unsigned long id = strtoul(rest, &at, 10);
    if (at == rest || id >= MOST_NUMBERED)
        return;
    struct ranks *ranks;
    if (strcmp(key, "ranks") == 0)
        ranks = &group_at(p, (uint32_t)id)->ranks;
    else
        ranks = strcmp(key, "remote") == 0 ? &comm_at(p, (uint32_t)id)->remote : &comm_at(p, (uint32_t)id)->group;
    while (*at == ' ') {
        char *next;
        long rank = strtol(at, &next, 10);
        if (next == at)
            return; /* no number: the line is damaged from here */
        APPEND(ranks->list, ranks->count, ranks->capacity, (int)rank);
        at = next;
    }
}

static void read_world(struct process *p, const char *key, const char *rest)
{
    (void)key;
    if (sscanf(rest, "%d %d", &p->rank, &p->size) != 2 || p->rank < 0 || p->rank >= p->size)
        fail("%s: the line \"world %s\" is damaged", p->path, rest);
    comm_at(p, TT_COMM_WORLD)->origin = COMM_WORLD;
    comm_at(p, TT_COMM_SELF)->origin = COMM_SELF;
}

static void read_name(struct process *p, const char *key, const char *rest)
{
    unsigned id;
    int name;
    if (sscanf(rest, "%u %n", &id, &name) != 1)
        return;
    if (strcmp(key, "name") == 0 && id < p->mpi.comm_count)
        p->mpi.comms[id].name = unescaped(rest + name);
    else if (strcmp(key, "window-name") == 0 && id < p->mpi.window_count)
        p->mpi.windows[id].name = unescaped(rest + name);
}

static void read_sync(struct process *p, const char *key, const char *rest)
{
    unsigned long long ticks, error;
    long long offset;
    (void)key;
    if (sscanf(rest, "%llu %lld %llu", &ticks, &offset, &error) != 3)
        return;
    const struct sync sync = {ticks, offset, error};
    APPEND(p->syncs, p->sync_count, p->sync_capacity, sync);
}

const struct fact mpi_facts[] = {
    {"world", read_world},
    {"comm", read_comm},
    {"grid", read_grid},
    {"group", read_ranks},
    {"remote", read_ranks},
    {"ranks", read_ranks},
    {"name", read_name},
    {"window", read_window},
    {"window-name", read_name},
    {"sync", read_sync},
    {NULL, NULL},
};
