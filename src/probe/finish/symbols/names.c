#include "names.h"

#include "../read/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int begins_with_any(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strncmp(text, *words, strlen(*words)) == 0)
            return 1;
    return 0;
}

/* Takes . and .. out of an absolute path, in place. */
static void normalise(char *path)
{
    if (path[0] != '/')
        return;
    char *to = path;
    for (const char *from = path; *from != '\0';) {
        const char *next = from + 1;
        while (*next != '\0' && *next != '/')
            next++;
        size_t length = (size_t)(next - from);
        if (length == 3 && memcmp(from, "/..", 3) == 0) {
            while (to > path && *--to != '/')
                ;
        } else if (length > 1 && !(length == 2 && from[1] == '.')) {
            memmove(to, from, length);
            to += length;
        }
        from = next;
    }
    *to = '\0';
}

char *split_line(char *answer, uint32_t *line)
{
    *line = 0;
    char *note = strstr(answer, " (discriminator");
    if (note != NULL)
        *note = '\0';
    char *colon = strrchr(answer, ':');
    if (colon == NULL || answer[0] == '?')
        return NULL;
    *colon = '\0';
    *line = (uint32_t)strtoul(colon + 1, NULL, 10);
    normalise(answer);
    return answer;
}

int is_fortran(const char *file)
{
    static const char *const suffixes[] = {"f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18"};
    const char *dot = file != NULL ? strrchr(file, '.') : NULL;
    char suffix[5] = "";
    for (size_t i = 0; dot != NULL && dot[1 + i] != '\0' && i < sizeof suffix - 1; i++)
        suffix[i] = (char)tolower((unsigned char)dot[1 + i]);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            return 1;
    return 0;
}

/* gfortran: __module_MOD_procedure; others: module_mp_procedure_, _QMmoduleProcedure. */
static char *fortran_name(const char *linkage)
{
    const char *mod = strstr(linkage, "_MOD_");
    if (strncmp(linkage, "__", 2) == 0 && mod != NULL)
        return format_text("%.*s::%s", (int)(mod - linkage - 2), linkage + 2, mod + 5);
    const char *mp = strstr(linkage, "_mp_");
    size_t length = strlen(linkage);
    const char *dot = strrchr(linkage, '.'); /* gfortran numbers internal procedures */
    if (dot != NULL && dot > linkage && dot[1] != '\0' && strspn(dot + 1, "0123456789") == strlen(dot + 1))
        return format_text("%.*s", (int)(dot - linkage), linkage);
    if (mp != NULL && mp > linkage)
        return format_text("%.*s::%.*s", (int)(mp - linkage), linkage, (int)(linkage + length - mp - 5), mp + 4);
    if (strcmp(linkage, "MAIN__") == 0)
        return copy_text("MAIN");
    if (length > 1 && linkage[length - 1] == '_')
        length--;
    return format_text("%.*s", (int)length, linkage);
}

char *readable_name(const char *linkage, const char *file)
{
    return is_fortran(file) ? fortran_name(linkage) : copy_text(linkage);
}
