#include "addr2line.h"

#include "../read/base.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/*
 * The addresses go in through a file in memory, so that neither side waits for the other. Each is asked for twice: of a function
 * that was inlined and has no name for the linker GNU addr2line tells the name of the function around it when it comes upon it
 * for the first time, and its own from then on.
 */
enum { TIMES = 2 };

static FILE *addresses_file(const uint64_t *addresses, uint32_t count)
{
    int fd = memfd_create("addresses", MFD_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r+");
    if (file == NULL)
        fail("cannot make a file in memory: %s", strerror(errno));
    for (uint32_t time = 0; time < TIMES; time++)
        for (uint32_t i = 0; i < count; i++)
            fprintf(file, "0x%llx\n", (unsigned long long)addresses[i]);
    fflush(file);
    rewind(file);
    return file;
}

static int start(char *const arguments[], int in, int out, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* With -a, the lines of a chain follow their address, of which lines of sources differ by
 * their colon. */
static int is_address(const char *line)
{
    return strncmp(line, "0x", 2) == 0 && strchr(line, ':') == NULL;
}

static void append(char **chain, const char *line)
{
    char *longer = format_text("%s%s", *chain, line);
    free(*chain);
    *chain = longer;
}

/* What is said last of an address counts. */
static char **read_chains(FILE *stream, uint32_t expected)
{
    char **chains = allocate(expected, sizeof *chains);
    char *line = NULL;
    size_t room = 0;
    uint64_t count = 0;
    for (uint32_t i = 0; i < expected; i++)
        chains[i] = copy_text("");
    while (expected > 0 && getline(&line, &room, stream) > 0) {
        if (is_address(line)) {
            if (count++ == (uint64_t)TIMES * expected)
                break;
            chains[(count - 1) % expected][0] = '\0';
        } else if (count > 0)
            append(&chains[(count - 1) % expected], line);
    }
    free(line);
    return chains;
}

static char **read_answers(int from, uint32_t count)
{
    FILE *stream = fdopen(from, "r");
    if (stream == NULL)
        fail("cannot read from addr2line: %s", strerror(errno));
    char **answers = read_chains(stream, count);
    fclose(stream);
    return answers;
}

/* The first tool that can be started answers; llvm-addr2line takes the same arguments. */
static int start_any(const char *object, enum addr2line_question question, int in, int out, pid_t *child)
{
    static const char *const tools[] = {"addr2line", "llvm-addr2line"};
    int error = ENOENT;
    for (size_t i = 0; i < sizeof tools / sizeof tools[0] && error == ENOENT; i++) {
        char *arguments[6] = {copy_text(tools[i]), copy_text("-e"), copy_text(object)};
        arguments[3] = copy_text("-aif");
        if (question == ADDR2LINE_PLAIN_NAMES)
            arguments[4] = copy_text("-C");
        error = start(arguments, in, out, child);
        for (char **a = arguments; *a != NULL; a++)
            free(*a);
    }
    return error;
}

static int is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

char **addr2line(const char *object, const uint64_t *addresses, uint32_t count, enum addr2line_question question)
{
    static int unavailable;
    int ends[2];
    pid_t child;
    if (count == 0 || unavailable || !is_regular(object))
        return NULL;
    FILE *input = addresses_file(addresses, count);
    if (pipe2(ends, O_CLOEXEC) != 0)
        fail("cannot make a pipe: %s", strerror(errno));
    int error = start_any(object, question, fileno(input), ends[1], &child);
    fclose(input);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        unavailable = 1;
        say("addr2line cannot be run (%s): functions are shown by address, without lines; install binutils",
            strerror(error));
        return NULL;
    }
    char **answers = read_answers(ends[0], count);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return answers;
}
