/* Finding and starting the assembler. */
#include "assembler.h"

#include "../format/settings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_this_program(const struct stat *file)
{
    struct stat self;
    return stat("/proc/self/exe", &self) == 0 && self.st_ino == file->st_ino && self.st_dev == file->st_dev;
}

static int can_be(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0 && !is_this_program(&file);
}

/* The name may be a path, or one to look for in PATH. */
static int find(const char *name, char *path, size_t size)
{
    if (strchr(name, '/') != NULL)
        return snprintf(path, size, "%s", name) < (int)size && can_be(path);
    const char *folders = getenv("PATH");
    for (const char *at = folders == NULL ? "/usr/bin:/bin" : folders; *at != '\0';) {
        size_t length = strcspn(at, ":");
        int written = length == 0 ? snprintf(path, size, "./%s", name) : snprintf(path, size, "%.*s/%s", (int)length, at, name);
        if (written > 0 && written < (int)size && can_be(path))
            return 1;
        at += length + (at[length] == ':');
    }
    return 0;
}

int tt_find_assembler(char *path, size_t size)
{
    const char *named = tt_setting(TRIMTAB_AS);
    return (named != NULL && named[0] != '\0' && find(named, path, size)) || find("as", path, size);
}

int tt_assemble(const char *assembler, char *const arguments[], int input, int errors)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        if ((input >= 0 && (lseek(input, 0, SEEK_SET) < 0 || dup2(input, STDIN_FILENO) < 0)) ||
            (errors >= 0 && dup2(errors, STDERR_FILENO) < 0))
            _exit(126);
        execv(assembler, arguments);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
