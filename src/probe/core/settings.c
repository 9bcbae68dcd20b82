#include "settings.h"

#include "facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

uint64_t tt_number_setting(enum tt_setting setting, uint64_t otherwise, uint64_t least)
{
    const char *text = tt_setting(setting);
    if (text == NULL || text[0] == '\0')
        return otherwise;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-') {
        tt_say("%s=%s is not a whole number: %llu is used", tt_setting_name(setting), text, (unsigned long long)otherwise);
        return otherwise;
    }
    return value < least ? least : value;
}

int tt_is_set(enum tt_setting setting)
{
    const char *text = tt_setting(setting);
    return text != NULL && text[0] != '\0' && strcmp(text, "0") != 0;
}
