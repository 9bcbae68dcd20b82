#include "printed.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char anonymous[] = "(anonymous namespace)";

static int is_part_of_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int begins_operator(const char *declaration, const char *at)
{
    return strncmp(at, "operator", 8) == 0 && !is_part_of_name(at[8]) && (at == declaration || !is_part_of_name(at[-1]));
}

/* How many characters the operator's own sign has after the word `operator`; its brackets and arrows are none. */
static size_t sign_of_operator(const char *after)
{
    if (strncmp(after, "()", 2) == 0 || strncmp(after, "[]", 2) == 0)
        return 2;
    return strspn(after, "<>=-!&|+*/%^~,");
}

/* Replaces C++'s words for a namespace without name by those of gcc's messages. */
static void name_the_nameless(char *name)
{
    static const char words[] = "{anonymous}";
    for (char *at = strstr(name, anonymous); at != NULL; at = strstr(at, anonymous)) {
        memcpy(at, words, sizeof words - 1);
        memmove(at + sizeof words - 1, at + sizeof anonymous - 1, strlen(at + sizeof anonymous - 1) + 1);
    }
}

/*
 * Takes the name out of a declaration, `int ns::f<int>(int) const` or `ns::g(int)::{lambda()#1}::operator()() const`: it
 * ends at the last list of parameters, and begins after the last blank before that which no bracket holds.
 */
static const char *name_in(char *declaration)
{
    char *begin = declaration, *end = NULL;
    int depth = 0, is_operator = 0;
    for (char *at = declaration; *at != '\0'; at++) {
        if (begins_operator(declaration, at)) {
            is_operator = 1;
            at += 7 + sign_of_operator(at + 8);
            end = NULL;
            continue;
        }
        if (at[0] == '-' && at[1] == '>') {
            at++;
            continue;
        }
        if (*at == '(' && depth == 0 && end == NULL)
            end = at;
        if (strchr("<([{", *at) != NULL)
            depth++;
        else if (strchr(">)]}", *at) != NULL)
            depth--;
        else if (depth == 0 && *at == ':' && at[1] == ':')
            end = NULL; /* the parameters were those of a function around it */
        else if (depth == 0 && *at == ' ' && end == NULL && !is_operator)
            begin = at + 1;
    }
    if (end != NULL)
        *end = '\0';
    return begin;
}

static void copy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    length = length < size ? length : size - 1;
    memmove(to, from, length);
    to[length] = '\0';
}

void tt_print_name(const char *linkage_name, char *printed, size_t size)
{
    const char *in_module = strncmp(linkage_name, "__", 2) == 0 ? strstr(linkage_name, "_MOD_") : NULL;
    copy(printed, in_module != NULL ? in_module + strlen("_MOD_") : linkage_name, size);
    if (strncmp(linkage_name, "_Z", 2) != 0)
        return;
    /* Every C++ program has it; one in C or Fortran has no such names. */
    char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
    *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    char *declaration = demangle == NULL ? NULL : demangle(linkage_name, NULL, NULL, NULL);
    if (declaration == NULL)
        return;
    name_the_nameless(declaration);
    copy(printed, name_in(declaration), size);
    free(declaration);
}
