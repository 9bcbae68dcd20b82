/* Where the raw files go: one folder for the run, raw/ in it, names by host and
 * process, since the rank is not known before MPI_Init. */
#include "once.h"
#include "settings.h"
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static char directory[PATH_MAX];
static char raw_directory[PATH_MAX + 8];
static char stem[320]; /* of the names of this process's files */
static struct tt_once settled, made;

/* That a process may be, one after the other. */
enum { MOST_PROGRAMS = 1000 };

static void default_directory(char *out, size_t size)
{
    time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    strftime(out, size, "trimtab-%Y%m%d-%H%M%S", &parts);
}

static void settle(void)
{
    char name[PATH_MAX / 2] = "", here[PATH_MAX / 2] = ".";
    const char *wanted = tt_setting(TRIMTAB_EXPERIMENT_DIR);
    if (wanted == NULL || wanted[0] == '\0')
        default_directory(name, sizeof name);
    else
        snprintf(name, sizeof name, "%s", wanted);
    if (name[0] != '/' && getcwd(here, sizeof here) != NULL)
        snprintf(directory, sizeof directory, "%s/%s", here, name);
    else
        snprintf(directory, sizeof directory, "%s", name);
}

/** The absolute path of the run's folder: TRIMTAB_EXPERIMENT_DIR or trimtab-<date>-<time>.
 *  Settled at the first call, so that a later chdir does not matter. */
const char *tt_directory(void)
{
    tt_do_once(&settled, settle);
    return directory;
}

static int make_path(const char *path)
{
    char part[PATH_MAX + 8];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1;; slash++) {
        if (*slash != '/' && *slash != '\0')
            continue;
        char end = *slash;
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return 0;
        *slash = end;
        if (end == '\0')
            return 1;
    }
}

/* Not half of the free disk for all raw records, since the archive takes about as much until they are removed; less, for
 * what else is written. The processes of a run are taken to write to one disk. */
static void limit_to_disk(void)
{
    struct statvfs disk;
    if (!tt_process.limited_by_disk || statvfs(raw_directory, &disk) != 0)
        return;
    int processes = tt_process.size > tt_process.launched ? tt_process.size : tt_process.launched;
    uint64_t free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
    tt_process.max_bytes = free_bytes / 5 * 2 / (uint64_t)(processes > 0 ? processes : 1);
}

/* The process's number tells its files from those of others, but for what a program left that the process was before. */
static void name_files(char *out, size_t size)
{
    char host[256] = "host", text[PATH_MAX + 512];
    gethostname(host, sizeof host - 1);
    snprintf(out, size, "%s-%ld", host, (long)getpid());
    for (int other = 1; other < MOST_PROGRAMS; other++) {
        snprintf(text, sizeof text, "%s/%s.txt", raw_directory, out);
        if (access(text, F_OK) != 0)
            return;
        snprintf(out, size, "%s-%ld-%d", host, (long)getpid(), other);
    }
}

static void make_folders(void)
{
    snprintf(raw_directory, sizeof raw_directory, "%s/raw", tt_directory());
    if (!make_path(raw_directory))
        tt_say("cannot make %s: %s; set TRIMTAB_EXPERIMENT_DIR to a folder that can be written", raw_directory, tt_error_text(errno));
    name_files(stem, sizeof stem);
    limit_to_disk();
}

/** The full name of this process's file with `suffix`; makes the folders at need, of which several threads may be the
 *  first to have records. */
const char *tt_file_name(char *out, size_t size, const char *suffix)
{
    tt_do_once(&made, make_folders);
    snprintf(out, size, "%s/%s%s", raw_directory, stem, suffix);
    return out;
}

struct raw_files { /* of this process: where they are, and what their names begin with */
    char folder[sizeof raw_directory], stem[sizeof stem];
};

static void move_file(const struct raw_files *before, const char *suffix)
{
    char from[PATH_MAX + 512], to[PATH_MAX + 512];
    snprintf(from, sizeof from, "%s/%s%s", before->folder, before->stem, suffix);
    snprintf(to, sizeof to, "%s/%s%s", raw_directory, stem, suffix);
    if (rename(from, to) != 0 && errno != ENOENT)
        tt_say("cannot move %s to %s: %s", from, to, tt_error_text(errno));
}

static void move_files(const struct raw_files *before)
{
    static const char *const kinds[] = {"rec", "prof", "smp"};
    char suffix[32];
    move_file(before, ".txt");
    for (unsigned i = 0; i < atomic_load(&tt_process.thread_count); i++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
            snprintf(suffix, sizeof suffix, ".%u.%s", i, kinds[kind]);
            move_file(before, suffix);
        }
}

/** Uses the folder that rank 0 chose; files written before MPI_Init move there. */
void tt_adopt_directory(const char *dir)
{
    struct raw_files before;
    char raw[sizeof raw_directory];
    if (strcmp(dir, tt_directory()) == 0)
        return;
    if (atomic_load(&made.state) != 0) {
        snprintf(raw, sizeof raw, "%s/raw", dir);
        if (!make_path(raw))
            return;
        snprintf(before.folder, sizeof before.folder, "%s", raw_directory);
        snprintf(before.stem, sizeof before.stem, "%s", stem);
        snprintf(raw_directory, sizeof raw_directory, "%s", raw);
        name_files(stem, sizeof stem);
        move_files(&before);
        rmdir(before.folder);
        rmdir(directory);
        limit_to_disk();
    }
    snprintf(directory, sizeof directory, "%s", dir);
}

/** Opens the file of a thread ("rec": records, "prof": a profile, "smp": samples), or says why not and stops recording; -1 then. */
int tt_open_thread_file(unsigned index, const char *kind)
{
    char name[PATH_MAX + 512], suffix[32];
    snprintf(suffix, sizeof suffix, ".%u.%s", index, kind);
    tt_file_name(name, sizeof name, suffix);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        tt_stop_recording(tt_error_text(errno));
    return fd;
}
