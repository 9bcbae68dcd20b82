#include "settings.h"

#include "facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

uint64_t tt_number_setting(const char *name, uint64_t otherwise, uint64_t least)
{
    const char *text = getenv(name);
    if (text == NULL || text[0] == '\0')
        return otherwise;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-') {
        tt_say("%s=%s is not a whole number: %llu is used", name, text, (unsigned long long)otherwise);
        return otherwise;
    }
    return value < least ? least : value;
}

int tt_is_set(const char *name)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' && strcmp(text, "0") != 0;
}
