/* Names of functions as compilers print them in their messages. */
#ifndef TRIMTAB_PRINTED_H
#define TRIMTAB_PRINTED_H

#include <stddef.h>

/** Writes `ns::f` for `_ZN2ns1fEi`, `tiny` for Fortran's `__mo_MOD_tiny`, and other names as they are, without
 *  parameters and result. A C++ name stays as it is where the program has nothing that could read it. */
void tt_print_name(const char *linkage_name, char *printed, size_t size);

/** The names by which people may mean a function; src/measurement/selection/names.ts makes the same ones. */
struct tt_names {
    char *linkage;    /* without what compilers append to copies, `.isra.0` */
    char *printed;    /* as above */
    char *declared;   /* C++, with its parameters and no blank that is not needed; NULL: they are not known */
    char *fortran[2]; /* in lower case, with and without the module; NULL: none */
};

/** 0 when memory is short. */
int tt_name(struct tt_names *names, const char *linkage_name);
void tt_forget_names(struct tt_names *names);

#endif
