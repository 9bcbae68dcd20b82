/* Sets of names that lie in a text. */
#ifndef TRIMTAB_NAMES_H
#define TRIMTAB_NAMES_H

#include "text.h"

struct tt_name {
    struct tt_text name; /* `at` is NULL where there is none */
    unsigned marks;
};

struct tt_names {
    struct tt_name *slots;
    size_t room, count;
};

/** Adds marks to a name, which is put in where it is missing; 0 when memory is short. */
int tt_mark(struct tt_names *names, struct tt_text name, unsigned marks);

/** The marks of a name; 0: it is not in the set. */
unsigned tt_marks(const struct tt_names *names, struct tt_text name);

/** Takes all names out. */
void tt_forget(struct tt_names *names);

#endif
