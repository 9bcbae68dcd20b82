/* Starting the finisher, which lies beside this library, when rank 0 ends. */
#include "probe.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int find_finisher(char *out, size_t size)
{
    Dl_info here;
    if (dladdr(&tt_process, &here) == 0 || here.dli_fname == NULL)
        return 0;
    const char *slash = strrchr(here.dli_fname, '/');
    int length = slash == NULL ? 1 : (int)(slash - here.dli_fname);
    snprintf(out, size, "%.*s/trimtab-finish", length, slash == NULL ? "." : here.dli_fname);
    return access(out, X_OK) == 0;
}

/** Converts the raw records of the run to an OTF2 archive, by the program
 *  `trimtab-finish`; says what to do where that is not possible. */
void tt_run_finisher(void)
{
    char path[PATH_MAX];
    if (!find_finisher(path, sizeof path)) {
        tt_say("the raw records are in %s; convert them with trimtab-finish on a machine that has libotf2", tt_directory());
        return;
    }
    char directory[PATH_MAX];
    snprintf(directory, sizeof directory, "%s", tt_directory());
    char *const arguments[] = {path, directory, NULL};
    pid_t child;
    int error = posix_spawn(&child, path, NULL, NULL, arguments, environ);
    if (error != 0) {
        tt_say("cannot start %s: %s; the raw records are in %s", path, strerror(error), directory);
        return;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        tt_say("%s ended by signal %d; the raw records are in %s: run it again with that folder", path, WTERMSIG(status), directory);
    else if (tt_process.verbose && status == 0)
        tt_say("the trace is %s/traces.otf2", directory);
}
