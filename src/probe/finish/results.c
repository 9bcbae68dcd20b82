/* The files of results: made in a separate folder and moved into place, and raw files that are not needed any more. */
#include "otf2/uncounted.h"

#include "../format/settings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *unfinished; /* the folder to remove when something fails */

static void remove_tree(const char *path)
{
    struct stat info;
    /* What a link leads to is not ours. */
    DIR *dir = lstat(path, &info) == 0 && S_ISDIR(info.st_mode) ? opendir(path) : NULL;
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *inner = format_text("%s/%s", path, entry->d_name);
        remove_tree(inner);
        free(inner);
    }
    if (dir != NULL)
        closedir(dir);
    if (remove(path) != 0 && errno != ENOENT)
        say("cannot remove %s: %s", path, strerror(errno));
}

int keeps_raw(void)
{
    const char *keep = tt_setting(TRIMTAB_KEEP_RAW);
    return keep != NULL && strcmp(keep, "1") == 0;
}

static void remove_unfinished(void)
{
    if (unfinished != NULL)
        remove_tree(unfinished);
}

void make_folder(struct archive *a)
{
    a->folder = format_text("%s/unfinished-%ld", target_folder, (long)getpid());
    if ((mkdir(target_folder, 0777) != 0 && errno != EEXIST) || mkdir(a->folder, 0777) != 0)
        fail("cannot make %s: %s", a->folder, strerror(errno));
    unfinished = a->folder;
    atexit(remove_unfinished);
}

/* Whether the archive that lies where the new one goes is of processes whose raw files are gone: those of an archive that
 * is complete are removed, and of any other they are in the new one. */
static int would_be_lost(void)
{
    static const char complete[] = "OTF2::MPI_COMMUNICATION_COMPLETE\0true";
    char *path = format_text("%s/traces.otf2", target_folder), text[1 << 16];
    int fd = open_regular(path);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text);
    if (fd >= 0)
        close(fd);
    free(path);
    return length > 0 && !keeps_raw() && memmem(text, (size_t)length, complete, sizeof complete) != NULL;
}

static void move_result(const struct archive *a, const char *name)
{
    char *from = format_text("%s/%s", a->folder, name), *to = format_text("%s/%s", target_folder, name);
    remove_tree(to);
    if (rename(from, to) != 0)
        fail("cannot move %s to %s: %s", from, to, strerror(errno));
    free(from);
    free(to);
}

/* One that is there of what ran before is of another profile. */
static void move_if_there(const struct archive *a, const char *name)
{
    char *from = format_text("%s/%s", a->folder, name), *to = format_text("%s/%s", target_folder, name);
    if (access(from, F_OK) == 0)
        move_result(a, name);
    else
        remove_tree(to);
    free(from);
    free(to);
}

void move_results(const struct archive *a, int trace, int profile)
{
    static const char *const parts[] = {"traces", "traces.def", "traces.otf2"};
    if (profile)
        move_result(a, "profile.cubex");
    if (profile)
        move_if_there(a, "profile.series");
    if (!trace)
        return;
    if (would_be_lost())
        say("%s held the trace of what ran before, which this one replaces: name a separate folder for each run with "
            "TRIMTAB_EXPERIMENT_DIR",
            target_folder);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        move_result(a, parts[i]);
}

/* The raw files of a process have its text file's name up to the last part. */
static int is_used(const struct run *run, const char *path)
{
    for (uint32_t i = 0; i < run->count; i++)
        if (strncmp(path, run->all[i].path, strlen(run->all[i].path) - strlen("txt")) == 0)
            return 1;
    return 0;
}

void remove_used(const struct run *run)
{
    char *raw = format_text("%s/raw", run->directory);
    DIR *dir = opendir(raw);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char *path = format_text("%s/%s", raw, entry->d_name);
        if (is_used(run, path))
            remove_tree(path);
        free(path);
    }
    if (dir != NULL)
        closedir(dir);
    if (rmdir(raw) != 0 && errno != ENOTEMPTY && errno != EEXIST)
        say("cannot remove %s: %s", raw, strerror(errno));
    free(raw);
}
