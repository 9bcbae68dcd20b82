/* Settings: environment variables. */
#ifndef TRIMTAB_SETTINGS_H
#define TRIMTAB_SETTINGS_H

#include <stdint.h>

#include "../format/settings.h"

/** A whole number, or `otherwise` where it is not set or is none, which is said; not less than `least`. */
uint64_t tt_number_setting(enum tt_setting setting, uint64_t otherwise, uint64_t least);
/** Whether it is set and not 0. */
int tt_is_set(enum tt_setting setting);

#endif
