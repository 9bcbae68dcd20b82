/* Names and creators of threads, and waiting for locks in profiles. */
#ifndef TRIMTAB_FINISH_POSIX_FACTS_H
#define TRIMTAB_FINISH_POSIX_FACTS_H

#include <stdint.h>

struct lock_waits { /* what a profile has of waiting for a lock, of threads/contention.h */
    uint64_t lock, waiter, owner; /* its address; function<<48 | site of the calls, 0: not known */
    uint64_t waits, ticks, longest;
};

struct thread_name { /* a name that a thread was given */
    uint32_t thread; /* its index */
    char *name;
};

enum { MOST_CREATORS = 24 };

struct thread_creator { /* one way on which threads are created */
    uint32_t number;
    uint64_t routine;
    uint64_t callers[MOST_CREATORS]; /* of pthread_create, the innermost first: where they continue */
    uint32_t depth;
    char *pool; /* its name; NULL: unknown */
    const char *file; /* of the creating call; NULL: unknown */
    uint32_t line;
};

struct thread_pool { /* the creator of a thread, by its number */
    uint32_t thread, creator;
};

struct posix_facts {
    struct thread_name *names;
    uint32_t name_count, name_capacity;
    struct thread_creator *creators;
    uint32_t creator_count, creator_capacity;
    struct thread_pool *pools;
    uint32_t pool_count, pool_capacity;
    struct lock_waits *locks; /* by the numbers that they were noted under */
    uint32_t lock_count, lock_capacity;
};

#endif
