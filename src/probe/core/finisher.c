/* Starting the finisher, which lies beside this library, when rank 0 ends. */
#include "probe.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
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

/* The environment without what is loaded into the measured program, and such that nothing the finisher does is recorded. NULL:
 * no memory. */
static char **environment_of_finisher(void)
{
    static char unrecorded[] = "TRIMTAB_BUILDING=1";
    size_t count = 0, kept = 0;
    while (environ[count] != NULL)
        count++;
    char **variables = calloc(count + 2, sizeof *variables);
    for (size_t i = 0; variables != NULL && i < count; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0)
            variables[kept++] = environ[i];
    if (variables != NULL)
        variables[kept] = unrecorded;
    return variables;
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
    char **variables = environment_of_finisher();
    int error = posix_spawn(&child, path, NULL, NULL, arguments, variables != NULL ? variables : environ);
    free(variables);
    if (error != 0) {
        tt_say("cannot start %s: %s; the raw records are in %s", path, tt_error_text(error), directory);
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
