/* What programs call to say something of themselves; api/trimtab.h tells what each does. */
#ifndef TRIMTAB_USER_H
#define TRIMTAB_USER_H

#include "../../core/probe.h"

TT_API uint32_t trimtab_region(const char *name);
TT_API uint32_t trimtab_phase(const char *name, int dynamic);
TT_API uint32_t trimtab_entity(const char *name, const char *attributes);
TT_API uint32_t trimtab_shared(int count, const uint32_t *entities, const double *weights);
TT_API void trimtab_start(uint32_t what);
TT_API void trimtab_stop(uint32_t what);
TT_API void trimtab_region_begin(const char *name);
TT_API void trimtab_region_end(const char *name);
TT_API uint32_t trimtab_counter(const char *name, const char *unit);
TT_API void trimtab_count(uint32_t counter, double value);
TT_API void trimtab_parameter_number(const char *name, int64_t value);
TT_API void trimtab_parameter_text(const char *name, const char *value);
TT_API void trimtab_associate(const void *object, uint32_t entity);
TT_API uint32_t trimtab_of(const void *object);

/** Records of what was named, as called at `site`. */
void tt_user_enter(uint32_t what, const void *site);
void tt_user_leave(uint32_t what);
void tt_user_number(uint32_t parameter, int64_t value);

#endif
