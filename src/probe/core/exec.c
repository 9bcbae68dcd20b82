/*
 * A process that goes on as another program (execve) keeps its number, and nothing of its memory: what was recorded is written
 * before. The next program may be measured too, and has files of its own, see place.c. Where there is no such program, this one
 * goes on recording.
 *
 * These functions may be called by handlers of signals and by children of fork, so that only that is done which is done there.
 */
#include "exec.h"

#include "probe.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#define TT_EXEC_FUNCTIONS(X)                                                   \
    X(execv)                                                                   \
    X(execve)                                                                  \
    X(execvp)                                                                  \
    X(execvpe)                                                                 \
    X(fexecve)                                                                 \
    X(execveat)

/* In this C library or a newer one. */
int execveat(int directory, const char *path, char *const arguments[], char *const environment[], int flags);

static struct {
/* A name cannot be in parentheses. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define FIELD(name) __typeof__(&name) name;
    TT_EXEC_FUNCTIONS(FIELD)
#undef FIELD
} real;

void tt_load_exec(void)
{
#define LOAD(name)                                                             \
    do {                                                                       \
        void (*found)(void);                                                   \
        *(void **)&found = dlsym(RTLD_NEXT, #name);                            \
        real.name = (__typeof__(real.name))found;                              \
    } while (0);
    TT_EXEC_FUNCTIONS(LOAD)
#undef LOAD
}

/* Calls may come before this library's constructor. */
#define GO_ON(name, ...)                                                       \
    do {                                                                       \
        if (real.execve == NULL)                                               \
            tt_load_exec();                                                    \
        if (real.name == NULL) {                                               \
            errno = ENOSYS;                                                    \
            return -1;                                                         \
        }                                                                      \
        tt_end_at_once("exec");                                                \
        return real.name(__VA_ARGS__);                                         \
    } while (0)

TT_API int execve(const char *path, char *const arguments[], char *const environment[])
{
    GO_ON(execve, path, arguments, environment);
}

TT_API int execv(const char *path, char *const arguments[])
{
    GO_ON(execv, path, arguments);
}

TT_API int execvp(const char *file, char *const arguments[])
{
    GO_ON(execvp, file, arguments);
}

TT_API int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    GO_ON(execvpe, file, arguments, environment);
}

TT_API int fexecve(int fd, char *const arguments[], char *const environment[])
{
    GO_ON(fexecve, fd, arguments, environment);
}

TT_API int execveat(int directory, const char *path, char *const arguments[], char *const environment[], int flags)
{
    GO_ON(execveat, directory, path, arguments, environment, flags);
}

/* The arguments of the others are a list; behind it there may be the environment. */
static size_t count_of(va_list arguments)
{
    size_t count = 1;
    while (va_arg(arguments, char *) != NULL)
        count++;
    return count + 1;
}

static void take(va_list arguments, const char *first, char **list, size_t count)
{
    list[0] = (char *)(uintptr_t)first;
    for (size_t i = 1; i < count; i++)
        list[i] = va_arg(arguments, char *);
}

#define TAKE_LIST                                                              \
    va_list arguments;                                                         \
    va_start(arguments, first);                                                \
    size_t count = count_of(arguments);                                        \
    va_end(arguments);                                                         \
    char *list[count];                                                         \
    va_start(arguments, first);                                                \
    take(arguments, first, list, count)

TT_API int execl(const char *path, const char *first, ...)
{
    TAKE_LIST;
    va_end(arguments);
    return execv(path, list);
}

TT_API int execlp(const char *file, const char *first, ...)
{
    TAKE_LIST;
    va_end(arguments);
    return execvp(file, list);
}

TT_API int execle(const char *path, const char *first, ...)
{
    TAKE_LIST;
    char *const *environment = va_arg(arguments, char *const *);
    va_end(arguments);
    return execve(path, list, environment);
}
