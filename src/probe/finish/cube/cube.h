/* The parts of a CUBE 4 file (http://www.scalasca.org, CubeW). */
#ifndef TRIMTAB_FINISH_CUBE_H
#define TRIMTAB_FINISH_CUBE_H

#include <stdio.h>

#include "profile.h"

enum value_type { VALUE_UINT64, VALUE_DOUBLE, VALUE_LEAST, VALUE_MOST };

struct cube_metric {
    const char *title, *name, *unit, *description;
    enum value_type type;
    /** Of one call path in one thread, a tick being so many seconds; what is no time takes no heed of that. */
    double (*seconds)(const struct path_values *values, double tick); /* or NULL and: */
    uint64_t (*count)(const struct path_values *values); /* or NULL and: */
    unsigned counter;                                    /* of the processor or the kernel, its number */
};

/** Gives a profile its metrics: those of all profiles, and the counters that its processes read. */
void name_metrics(struct profile *profile);

/** Writes anchor.xml: what the values belong to. */
void write_anchor(const struct profile *profile, FILE *out);

#endif
