/* Waiting for processes that are just ending, and for other finishers. */
#include "run.h"

#include "../../format/settings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* The process itself, not another one that has got its number. */
static int lives(const struct process *p)
{
    char link[64], exe[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%ld/exe", p->pid);
    ssize_t length = readlink(link, exe, sizeof exe - 1);
    if (length < 0)
        return 0;
    exe[length] = '\0';
    return p->exe != NULL && strcmp(exe, p->exe) == 0;
}

/* A process that started a finisher has ended recording and waits for it, even if it could not write its last line: this
 * one, or another one that waits for this one. */
static int waits_for_finisher(const struct process *p)
{
    if (p->pid == (long)getppid())
        return 1;
    DIR *all = opendir("/proc");
    int waits = 0;
    for (struct dirent *entry; !waits && all != NULL && (entry = readdir(all)) != NULL;) {
        char *path = format_text("/proc/%s/stat", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        long parent;
        waits = file != NULL && fscanf(file, "%*d (trimtab-finish) %*c %ld", &parent) == 1 && parent == p->pid;
        if (file != NULL)
            fclose(file);
        free(path);
    }
    if (all != NULL)
        closedir(all);
    return waits;
}

static int is_end(const struct process *p, const char *how)
{
    return p->end != NULL && strcmp(p->end, how) == 0;
}

int became_another(const struct process *p)
{
    return is_end(p, "exec");
}

int ended_itself(const struct process *p)
{
    return is_end(p, "exit") || became_another(p);
}

/* Whether another program was measured after it in the same process. */
static int goes_on(const struct run *run, const struct process *p)
{
    for (uint32_t i = 0; became_another(p) && i < run->count; i++) {
        const struct process *other = &run->all[i];
        if (other->pid == p->pid && other->start_ticks > p->start_ticks && p->host != NULL && other->host != NULL &&
            strcmp(p->host, other->host) == 0)
            return 1;
    }
    return 0;
}

/* Processes that do not call MPI start a finisher each when they end, and have no raw files before that, so that only the
 * launcher told how many there are. The first finisher makes one archive of all, as far as they end soon after; where
 * some end later the raw files are kept, and the next finisher makes the archive anew. */
enum { WAIT_WITHOUT_MPI = 10 };

uint32_t not_ended(const struct run *run)
{
    uint32_t launched = 0, ended = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        if (run->all[i].rank >= 0)
            return 0;
        if (run->all[i].launched > (int)launched)
            launched = (uint32_t)run->all[i].launched;
        ended += run->all[i].end != NULL && !goes_on(run, &run->all[i]);
    }
    return ended < launched ? launched - ended : 0;
}

/* How many seconds processes that still live are waited for; -1: without end. Records from elsewhere may name any process. */
static long patience(void)
{
    const char *given = tt_setting(TRIMTAB_FINISH_WAIT);
    return given != NULL && given[0] != '\0' ? strtol(given, NULL, 10) : -1;
}

int still_running(const struct run *run, int seconds)
{
    static int said;
    long longest = patience();
    if (longest >= 0 && seconds >= longest)
        return 0;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    uint32_t expected = 0, ended = 0;
    if (not_ended(run) > 0)
        return seconds < WAIT_WITHOUT_MPI;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct process *p = &run->all[i];
        if (p->rank < 0)
            continue;
        expected = (uint32_t)p->size;
        if (ended_itself(p)) {
            ended++;
        } else if (p->host != NULL && strcmp(p->host, host) == 0) {
            if (lives(p) && !waits_for_finisher(p)) {
                if (seconds >= 5 && !said++)
                    say("rank %d (process %ld) still runs: its end is waited for", p->rank, p->pid);
                return 1;
            }
            ended++; /* killed */
        }
    }
    return ended < expected && seconds < 10 && run->count >= expected;
}

int await_turn(const char *directory, const char *target)
{
    char *raw = format_text("%s/raw", directory), *trace = format_text("%s/traces.otf2", target);
    char *profile = format_text("%s/profile.cubex", target);
    /* Where a file system knows no locks on folders, nobody is waited for. It is given back at the program's end. */
    int folder = open(raw, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0)
        while (flock(folder, LOCK_EX) != 0 && errno == EINTR)
            ;
    int is_left = folder < 0 || access(raw, F_OK) == 0 || (access(trace, F_OK) != 0 && access(profile, F_OK) != 0);
    free(raw);
    free(trace);
    free(profile);
    return is_left;
}
