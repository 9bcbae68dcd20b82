/* Names that the program gave. */
#ifndef TRIMTAB_FINISH_USER_FACTS_H
#define TRIMTAB_FINISH_USER_FACTS_H

#include <stdint.h>

enum user_kind { USER_REGION, USER_PHASE, USER_DYNAMIC_PHASE, USER_RANGE, USER_PYTHON, USER_ENTITY, USER_SHARED, USER_COUNTER, USER_NUMBER, USER_TEXT, USER_VALUE };

struct local_user { /* what the program named */
    enum user_kind kind;
    uint64_t site;      /* of the call that named it first */
    char *name, *detail; /* NULL: there is no such number; the detail's NULL: none */
    uint32_t global;    /* a region, counter, parameter or text, by its kind */
};

struct user_facts {
    struct local_user *list; /* by number */
    uint32_t count, capacity;
};

#endif
