/* Names of functions as compilers print them in their messages. */
#ifndef TRIMTAB_PRINTED_H
#define TRIMTAB_PRINTED_H

#include <stddef.h>

/** Writes `ns::f` for `_ZN2ns1fEi`, `tiny` for Fortran's `__mo_MOD_tiny`, and other names as they are, without
 *  parameters and result. A C++ name stays as it is where the program has nothing that could read it. */
void tt_print_name(const char *linkage_name, char *printed, size_t size);

#endif
