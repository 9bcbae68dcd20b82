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

/* Libraries that run programs and are none of their code. */
static int is_runtime(const char *path)
{
    static const char *const names[] = {"ld-linux",    "libc.so",   "libm.so",   "libmvec",      "libdl.so",   "librt.so",    "libpthread",
                                        "libgcc_s",    "libstdc++", "libc++",    "libunwind",    "libgfortran", "libquadmath", "libgomp",
                                        "libomp.so",   "libiomp5",  "libmpi",    "libopen-",     "libmpich",   "libpmi",      "libprrte",
                                        "libhwloc",    "libevent",  "libuc",     "libfabric",    "libpsm",     "librdmacm",   "libibverbs",
                                        "libhcoll",    "libsharp",  "libxpmem",  "libtrimtab-"};
    const char *name = base_name(path);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

static int is_in_system_folder(const char *path)
{
    static const char *const folders[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libexec/"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return 1;
    return 0;
}

int is_system_object(const char *exe, const char *path)
{
    if (path[0] != '/') /* such as the kernel's own */
        return 1;
    int is_installed =
        exe != NULL && (strncmp(exe, "/usr/bin/", 9) == 0 || strncmp(exe, "/bin/", 5) == 0 || is_in_system_folder(exe));
    return is_runtime(path) || (!is_installed && is_in_system_folder(path));
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
