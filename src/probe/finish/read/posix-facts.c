/* What the text file of a process tells of POSIX threads: their names, and waiting for locks in profiles. */
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
    {"lock", read_lock},
    {NULL, NULL},
};
