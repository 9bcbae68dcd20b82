/* How files are opened, and their paths. */
#include "io.h"

#include <limits.h>

const char *tt_io_absolute(char *out, size_t size, int directory, const char *path)
{
    char from[PATH_MAX] = "", link[64];
    if (path[0] != '/' && directory == AT_FDCWD && getcwd(from, sizeof from) == NULL)
        return NULL;
    if (path[0] != '/' && directory != AT_FDCWD) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        if (readlink(link, from, sizeof from - 1) < 0)
            return NULL;
    }
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    int length = path[0] == '/' ? snprintf(out, size, "%s", path) : snprintf(out, size, "%s/%s", from, path);
    return (size_t)length < size ? out : NULL;
}

uint32_t tt_io_handle_for(enum tt_io_paradigm paradigm, int directory, const char *path)
{
    char whole[2 * PATH_MAX];
    const char *name = tt_io_absolute(whole, sizeof whole, directory, path);
    return name == NULL || !tt_io_is_file(name) ? 0 : tt_io_new_handle(paradigm, name);
}

struct tt_io_opening tt_io_opening_of(int flags)
{
    static const struct {
        int flag;
        uint32_t creation, status;
    } bits[] = {
        {O_CREAT, 1u << 0, 0},    {O_TRUNC, 1u << 1, 0},    {O_DIRECTORY, 1u << 2, 0}, {O_EXCL, 1u << 3, 0},
        {O_NOCTTY, 1u << 4, 0},   {O_NOFOLLOW, 1u << 5, 0}, {O_PATH, 1u << 6, 0},      {O_CLOEXEC, 0, 1u << 0},
        {O_APPEND, 0, 1u << 1},   {O_NONBLOCK, 0, 1u << 2}, {O_ASYNC, 0, 1u << 3},     {O_SYNC, 0, 1u << 4},
        {O_DSYNC, 0, 1u << 5},    {O_DIRECT, 0, 1u << 6},   {O_NOATIME, 0, 1u << 7},
    };
    struct tt_io_opening opening = {.access = TT_IO_READ_WRITE};
    if ((flags & O_ACCMODE) == O_RDONLY)
        opening.access = TT_IO_READ_ONLY;
    else if ((flags & O_ACCMODE) == O_WRONLY)
        opening.access = TT_IO_WRITE_ONLY;
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        if ((flags & bits[i].flag) != bits[i].flag)
            continue;
        opening.creation |= bits[i].creation;
        opening.status |= bits[i].status;
    }
    return opening;
}
