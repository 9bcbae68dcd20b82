/* Whether what was written is there. */
#include "archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

const char *run_folder, *target_folder;

/* The library does not tell why it cannot write; a limit on file sizes and a full disk are the usual reasons. */
void cannot_write(const char *what, const char *why)
{
    struct statvfs disk;
    struct rlimit limit;
    if (statvfs(target_folder, &disk) == 0 && (uint64_t)disk.f_bavail * disk.f_frsize < 1 << 20)
        fail("no space is left in %s: name another folder, trimtab-finish %s FOLDER; the raw records are kept",
             target_folder, run_folder);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        fail("%s cannot be written in %s, where no file may be larger than %llu bytes (ulimit -f): run trimtab-finish %s "
             "without that limit; the raw records are kept",
             what, target_folder, (unsigned long long)limit.rlim_cur, run_folder);
    fail("%s cannot be written in %s: %s; the raw records are kept", what, target_folder, why);
}

void check(OTF2_ErrorCode code, const char *what)
{
    if (code != OTF2_SUCCESS)
        cannot_write(what, OTF2_Error_GetDescription(code));
}

/* The library reports success although the system wrote less: a complete file ends with the marks of its end. */
static void check_end(const struct archive *a, const char *name)
{
    static const unsigned char marks[] = {2, 1}; /* end of file, end of chunk */
    unsigned char last[sizeof marks] = {0, 0};
    char *path = format_text("%s/%s", a->folder, name);
    FILE *file = fopen(path, "rb");
    int complete = file != NULL && fseek(file, -(long)sizeof last, SEEK_END) == 0 &&
                   fread(last, sizeof last, 1, file) == 1 && memcmp(last, marks, sizeof marks) == 0;
    if (file != NULL)
        fclose(file);
    free(path);
    if (!complete)
        cannot_write(name, "the file is incomplete");
}

void check_files(const struct archive *a)
{
    check_end(a, "traces.def");
    for (uint32_t i = 0; i < a->location_count; i++) {
        char *events = format_text("traces/%llu.evt", (unsigned long long)a->locations[i].id);
        char *definitions = format_text("traces/%llu.def", (unsigned long long)a->locations[i].id);
        check_end(a, events);
        check_end(a, definitions);
        free(events);
        free(definitions);
    }
}
