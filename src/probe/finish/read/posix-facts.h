/* Names of threads, and waiting for locks in profiles. */
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

struct posix_facts {
    struct thread_name *names;
    uint32_t name_count, name_capacity;
    struct lock_waits *locks; /* by the numbers that they were noted under */
    uint32_t lock_count, lock_capacity;
};

#endif
