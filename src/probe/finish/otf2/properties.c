/* Properties, all of them text. */
#include "properties.h"

#include <stdlib.h>

/* An empty value would ask the library to remove the property. */
void set_text(struct archive *a, const char *name, char *value)
{
    struct property property = {.name = format_text("TRIMTAB::%s", name), .value = value};
    if (a->otf2 == NULL) {
        APPEND(a->properties, a->property_count, a->property_capacity, property);
        return;
    }
    if (value[0] != '\0')
        check(OTF2_Archive_SetProperty(a->otf2, property.name, value, true), "a property");
    free(property.name);
    free(value);
}

void set_count(struct archive *a, const char *name, uint64_t value)
{
    set_text(a, name, format_text("%llu", (unsigned long long)value));
}

void set_seconds(struct archive *a, const char *name, double seconds)
{
    set_text(a, name, format_text("%.9f", seconds));
}
