/* Properties of a trace or a profile that are this probe's own. */
#ifndef TRIMTAB_FINISH_PROPERTIES_H
#define TRIMTAB_FINISH_PROPERTIES_H

#include "archive.h"

/** Gives the trace, or the profile where none is being written, the property TRIMTAB::<name>; takes the value's memory. */
void set_text(struct archive *archive, const char *name, char *value);
void set_count(struct archive *archive, const char *name, uint64_t value);
void set_seconds(struct archive *archive, const char *name, double seconds);

#endif
