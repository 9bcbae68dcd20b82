/* The names of settings, which settings.def declares. */
#ifndef TRIMTAB_SETTING_NAMES_H
#define TRIMTAB_SETTING_NAMES_H

#include <stdlib.h>

#define TT_VALUE(name, value, meaning)

enum tt_setting {
#define TT_SETTING(name, value, meaning) name,
#include "settings.def"
#undef TT_SETTING
};

static inline const char *tt_setting_name(enum tt_setting setting)
{
    static const char *const names[] = {
#define TT_SETTING(name, value, meaning) #name,
#include "settings.def"
#undef TT_SETTING
    };
    return names[setting];
}

#undef TT_VALUE

/** The text of a setting; NULL: it is not set. */
static inline const char *tt_setting(enum tt_setting setting)
{
    return getenv(tt_setting_name(setting));
}

#endif
