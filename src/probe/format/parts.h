/* Lists of parts of names, as people give them: by commas, with `\,` for a comma in one. */
#ifndef TRIMTAB_PARTS_H
#define TRIMTAB_PARTS_H

#include <stdlib.h>
#include <string.h>

/** The parts of a list, each ended by a zero, with an empty one after the last. NULL: there is none, or no memory. */
static inline char *tt_parts_of(const char *list)
{
    size_t length = list == NULL ? 0 : strlen(list), filled = 0;
    char *parts = length == 0 ? NULL : malloc(length + 2);
    if (parts == NULL)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        if (list[i] == '\\' && list[i + 1] == ',')
            parts[filled++] = list[++i];
        else if (list[i] != ',')
            parts[filled++] = list[i];
        else if (filled > 0 && parts[filled - 1] != '\0')
            parts[filled++] = '\0'; /* an empty part would stand in every name */
    }
    memset(parts + filled, '\0', length + 2 - filled);
    return parts;
}

/** Whether one of the parts stands in the name. @param parts as `tt_parts_of` gives them */
static inline int tt_has_part(const char *parts, const char *name)
{
    for (const char *part = parts; part != NULL && *part != '\0'; part += strlen(part) + 1)
        if (strstr(name, part) != NULL)
            return 1;
    return 0;
}

#endif
