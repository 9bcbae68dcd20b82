#include "files.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../format/settings.h"
#include "../format/glob.h"
#include "../format/parts.h"

struct tt_left_out tt_read_left_out(void)
{
    return (struct tt_left_out){
        .parts = tt_parts_of(tt_setting(TRIMTAB_EXCLUDE_FILES)),
        .rules = tt_parts_of(tt_setting(TRIMTAB_FILE_RULES)),
    };
}

void tt_close_left_out(struct tt_left_out *left_out)
{
    free(left_out->parts);
    free(left_out->rules);
}

/* Takes `.` and `..` out of an absolute path, by its text. */
static void normalise(char *path)
{
    char *to = path;
    for (const char *at = path; *at == '/';) {
        size_t length = strcspn(at + 1, "/");
        if (length == 2 && at[1] == '.' && at[2] == '.') {
            while (to > path && *--to != '/')
                ;
        } else if (length > 0 && !(length == 1 && at[1] == '.')) {
            memmove(to, at, length + 1);
            to += length + 1;
        }
        at += length + 1;
    }
    *to = '\0';
}

void tt_whole_path(const char *path, char whole[TT_WHOLE_PATH])
{
    char folder[PATH_MAX] = "";
    /* Compilers give names as they were called with, and they call the assembler where they were called. */
    if (path[0] != '/' && getcwd(folder, sizeof folder) == NULL)
        folder[0] = '\0';
    snprintf(whole, TT_WHOLE_PATH, "%s%s%s", folder, path[0] == '/' ? "" : "/", path);
    normalise(whole);
}

int tt_is_left_out(const struct tt_left_out *left_out, const char *path)
{
    char whole[TT_WHOLE_PATH];
    int excluded = 0;
    if (tt_has_part(left_out->parts, path))
        return 1;
    if (left_out->rules == NULL)
        return 0;
    tt_whole_path(path, whole);
    for (const char *rule = left_out->rules; *rule != '\0'; rule += strlen(rule) + 1)
        if (tt_fits(rule + 1, whole))
            excluded = rule[0] == '-';
    return excluded;
}
