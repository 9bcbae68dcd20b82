/*
 * The same for Fortran: names as gfortran, flang and ifx give procedures, and texts with their lengths behind all other
 * arguments. Blanks at their ends are none of the program's words.
 */
#include "definitions.h"
#include "user.h"

#include <string.h>

#define CALLER __builtin_return_address(0)

/* What is longer is cut. */
enum { LONGEST = 1024 };

struct word {
    char text[LONGEST];
};

static const char *in_c(struct word *word, const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    length = length < LONGEST - 1 ? length : LONGEST - 1;
    memcpy(word->text, text, length);
    word->text[length] = '\0';
    return word->text;
}

TT_API void trimtab_region_begin_(const char *name, size_t length);
TT_API void trimtab_region_end_(const char *name, size_t length);
TT_API int32_t trimtab_region_(const char *name, size_t length);
TT_API int32_t trimtab_phase_(const char *name, size_t length);
TT_API int32_t trimtab_dynamic_phase_(const char *name, size_t length);
TT_API int32_t trimtab_entity_(const char *name, const char *attributes, size_t length, size_t attributes_length);
TT_API int32_t trimtab_shared_(const int32_t *count, const int32_t *entities, const double *weights);
TT_API void trimtab_start_(const int32_t *what);
TT_API void trimtab_stop_(const int32_t *what);
TT_API int32_t trimtab_counter_(const char *name, const char *unit, size_t length, size_t unit_length);
TT_API void trimtab_count_(const int32_t *counter, const double *value);
TT_API void trimtab_parameter_number_(const char *name, const int64_t *value, size_t length);
TT_API void trimtab_parameter_text_(const char *name, const char *value, size_t length, size_t value_length);
TT_API void trimtab_associate_(const void *object, const int32_t *entity);
TT_API int32_t trimtab_of_(const void *object);

static int32_t define(const char *kind, const char *name, size_t length, const void *site)
{
    struct word word;
    return (int32_t)tt_define(kind, in_c(&word, name, length), NULL, site);
}

static int32_t define_with(const char *kind, const char *name, size_t length, const char *detail, size_t detail_length,
                           const void *site)
{
    struct word word, second;
    return (int32_t)tt_define(kind, in_c(&word, name, length), in_c(&second, detail, detail_length), site);
}

void trimtab_region_begin_(const char *name, size_t length)
{
    tt_user_enter((uint32_t)define("region", name, length, CALLER), CALLER);
}

void trimtab_region_end_(const char *name, size_t length)
{
    tt_user_leave((uint32_t)define("region", name, length, CALLER));
}

int32_t trimtab_region_(const char *name, size_t length)
{
    return define("region", name, length, CALLER);
}

int32_t trimtab_phase_(const char *name, size_t length)
{
    return define("phase", name, length, CALLER);
}

int32_t trimtab_dynamic_phase_(const char *name, size_t length)
{
    return define("dynamic-phase", name, length, CALLER);
}

int32_t trimtab_entity_(const char *name, const char *attributes, size_t length, size_t attributes_length)
{
    return define_with("entity", name, length, attributes, attributes_length, CALLER);
}

int32_t trimtab_shared_(const int32_t *count, const int32_t *entities, const double *weights)
{
    return (int32_t)trimtab_shared(*count, (const uint32_t *)entities, weights);
}

void trimtab_start_(const int32_t *what)
{
    tt_user_enter((uint32_t)*what, CALLER);
}

void trimtab_stop_(const int32_t *what)
{
    tt_user_leave((uint32_t)*what);
}

int32_t trimtab_counter_(const char *name, const char *unit, size_t length, size_t unit_length)
{
    return define_with("counter", name, length, unit, unit_length, CALLER);
}

void trimtab_count_(const int32_t *counter, const double *value)
{
    trimtab_count((uint32_t)*counter, *value);
}

void trimtab_parameter_number_(const char *name, const int64_t *value, size_t length)
{
    tt_user_number((uint32_t)define("number", name, length, CALLER), *value);
}

void trimtab_parameter_text_(const char *name, const char *value, size_t length, size_t value_length)
{
    struct word first, second;
    trimtab_parameter_text(in_c(&first, name, length), in_c(&second, value, value_length));
}

void trimtab_associate_(const void *object, const int32_t *entity)
{
    trimtab_associate(object, (uint32_t)*entity);
}

int32_t trimtab_of_(const void *object)
{
    return (int32_t)trimtab_of(object);
}
