/* What the text file of a process tells of POSIX threads: their names and creators, and waiting for locks in profiles. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>

static void read_thread_name(struct process *p, const char *key, const char *rest)
{
    char *at;
    (void)key;
    unsigned long index = strtoul(rest, &at, 10);
    if (at == rest || *at != ' ' || at[1] == '\0')
        return;
    const struct thread_name name = {(uint32_t)index, unescaped(at + 1)};
    APPEND(p->posix.names, p->posix.name_count, p->posix.name_capacity, name);
}

static void read_creator(struct process *p, const char *key, const char *rest)
{
    (void)key;
    struct thread_creator c = {.depth = 0};
    int end = 0;
    unsigned long long address;
    if (sscanf(rest, "%u %llx%n", &c.number, &address, &end) != 2)
        return;
    c.routine = address;
    for (rest += end; c.depth < MOST_CREATORS && sscanf(rest, " %llx%n", &address, &end) == 1; rest += end)
        c.callers[c.depth++] = address;
    APPEND(p->posix.creators, p->posix.creator_count, p->posix.creator_capacity, c);
}

static void read_pool(struct process *p, const char *key, const char *rest)
{
    (void)key;
    struct thread_pool pool;
    if (sscanf(rest, "%u %u", &pool.thread, &pool.creator) == 2)
        APPEND(p->posix.pools, p->posix.pool_count, p->posix.pool_capacity, pool);
}

/* Later lines count, with all that earlier ones of the same number told. */
static void read_lock(struct process *p, const char *key, const char *rest)
{
    (void)key;
    enum { MOST = 1 << 16 };
    unsigned number;
    unsigned long long lock, waiter, owner, waits, ticks, longest;
    if (sscanf(rest, "%u %llx %llx %llx %llu %llu %llu", &number, &lock, &waiter, &owner, &waits, &ticks, &longest) != 7 ||
        number >= MOST)
        return;
    const struct lock_waits none = {0};
    while (p->posix.lock_count <= number)
        APPEND(p->posix.locks, p->posix.lock_count, p->posix.lock_capacity, none);
    p->posix.locks[number] = (struct lock_waits){lock, waiter, owner, waits, ticks, longest};
}

const struct fact posix_facts[] = {
    {"thread-name", read_thread_name},
    {"thread-creator", read_creator},
    {"thread-pool", read_pool},
    {"lock", read_lock},
    {NULL, NULL},
};
