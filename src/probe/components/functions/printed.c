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

/* The part of a declaration that begins with the name, without blanks but those that part words. */
static void drop_blanks(char *name)
{
    char *to = name;
    for (const char *at = name; *at != '\0'; at++) {
        const char *next = at + strspn(at, " ");
        if (next == at || (to > name && is_part_of_name(to[-1]) && is_part_of_name(*next)))
            *to++ = *at;
        at = next == at ? at : next - 1;
    }
    *to = '\0';
}

static char *copy_of(const char *text, size_t length)
{
    char *copied = malloc(length + 1);
    if (copied != NULL) {
        memcpy(copied, text, length);
        copied[length] = '\0';
    }
    return copied;
}

/* What a C++ name means; NULL where it means nothing, or the program has nothing that could read it. */
static char *declaration_of(const char *linkage_name)
{
    /* Every C++ program has it; one in C or Fortran has no such names. */
    char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
    if (strncmp(linkage_name, "_Z", 2) != 0)
        return NULL;
    *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    char *declaration = demangle == NULL ? NULL : demangle(linkage_name, NULL, NULL, NULL);
    if (declaration != NULL)
        name_the_nameless(declaration);
    return declaration;
}

static int name_in_cpp(struct tt_names *names, char *declaration)
{
    char *whole = copy_of(declaration, strlen(declaration));
    const char *name = name_in(declaration);
    if (whole != NULL)
        names->declared = copy_of(whole + (name - declaration), strlen(whole + (name - declaration)));
    names->printed = copy_of(name, strlen(name));
    free(whole);
    if (names->declared != NULL)
        drop_blanks(names->declared);
    return names->declared != NULL && names->printed != NULL;
}

/* `tiny` and `mo::tiny` for `__mo_MOD_tiny`, `solve` for `solve_`; C's names as they are. */
static int name_in_others(struct tt_names *names)
{
    const char *linkage = names->linkage;
    const char *module = strncmp(linkage, "__", 2) == 0 && linkage[2] != '\0' ? strstr(linkage + 3, "_MOD_") : NULL;
    size_t length = strlen(linkage);
    if (module != NULL && module[5] != '\0') {
        const char *name = module + 5;
        size_t scope = (size_t)(module - linkage) - 2;
        names->fortran[1] = malloc(scope + 2 + strlen(name) + 1);
        if (names->fortran[1] != NULL) {
            memcpy(names->fortran[1], linkage + 2, scope);
            memcpy(names->fortran[1] + scope, "::", 2);
            strcpy(names->fortran[1] + scope + 2, name);
        }
        names->fortran[0] = copy_of(name, strlen(name));
        names->printed = copy_of(name, strlen(name));
        return names->fortran[0] != NULL && names->fortran[1] != NULL && names->printed != NULL;
    }
    names->printed = copy_of(linkage, length);
    if (length < 2 || linkage[length - 1] != '_' || strpbrk(linkage, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL)
        return names->printed != NULL;
    names->fortran[0] = copy_of(linkage, length - 1);
    return names->printed != NULL && names->fortran[0] != NULL;
}

int tt_name(struct tt_names *names, const char *linkage_name)
{
    /* What compilers append to the names of copies begins with a dot, which no name of people has. */
    size_t length = linkage_name[0] == '\0' ? 0 : 1 + strcspn(linkage_name + 1, ".");
    *names = (struct tt_names){.linkage = copy_of(linkage_name, length)};
    char *declaration = names->linkage == NULL ? NULL : declaration_of(names->linkage);
    int done = names->linkage != NULL && (declaration != NULL ? name_in_cpp(names, declaration) : name_in_others(names));
    free(declaration);
    if (!done)
        tt_forget_names(names);
    return done;
}

void tt_forget_names(struct tt_names *names)
{
    free(names->linkage);
    free(names->printed);
    free(names->declared);
    free(names->fortran[0]);
    free(names->fortran[1]);
    *names = (struct tt_names){0};
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
    char *declaration = declaration_of(linkage_name);
    if (declaration == NULL)
        return;
    copy(printed, name_in(declaration), size);
    free(declaration);
}
