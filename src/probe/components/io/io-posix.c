/* POSIX: files that are opened, read, written and closed by descriptors. */
#include "io.h"

/* `mode` follows the flags only where a file may be made. */
static int mode_after(int flags, va_list arguments)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, int) : 0;
}

#define ENTER_PATH(name, path)                                                 \
    tt_io_wanted ? tt_io_enter_path(TT_IO_##name, path, TT_SITE, TT_FRAME) : (struct tt_io_call){NULL, 0}
#define ENTER_FILE(name, fd)                                                   \
    tt_io_wanted ? tt_io_enter_file(TT_IO_##name, fd, TT_SITE, TT_FRAME) : (struct tt_io_call){NULL, 0}

#define OPEN(name)                                                             \
    TT_API int name(const char *path, int flags, ...)                          \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, flags);                                            \
        int mode = mode_after(flags, arguments);                               \
        va_end(arguments);                                                     \
        struct tt_io_call call = ENTER_PATH(name, path);                       \
        int fd = TT_IO_REAL(name)(path, flags, mode);                          \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            tt_io_opened(&call, TT_IO_POSIX, fd, AT_FDCWD, path, tt_io_opening_of(flags)); \
        return fd;                                                             \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                           \
    TT_API int name(int directory, const char *path, int flags, ...)           \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, flags);                                            \
        int mode = mode_after(flags, arguments);                               \
        va_end(arguments);                                                     \
        struct tt_io_call call = ENTER_PATH(name, path);                       \
        int fd = TT_IO_REAL(name)(directory, path, flags, mode);               \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            tt_io_opened(&call, TT_IO_POSIX, fd, directory, path, tt_io_opening_of(flags)); \
        return fd;                                                             \
    }
OPENAT(openat)
OPENAT(openat64)

/* Those whose arguments are all there. */
#define OPEN_AS(name, types, args, directory, flags)                           \
    TT_API int name types                                                      \
    {                                                                          \
        struct tt_io_call call = ENTER_PATH(name, path);                       \
        int fd = TT_IO_REAL(name) args;                                        \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            tt_io_opened(&call, TT_IO_POSIX, fd, directory, path, tt_io_opening_of(flags)); \
        return fd;                                                             \
    }
OPEN_AS(__open_2, (const char *path, int flags), (path, flags), AT_FDCWD, flags)
OPEN_AS(__open64_2, (const char *path, int flags), (path, flags), AT_FDCWD, flags)
OPEN_AS(__openat_2, (int directory, const char *path, int flags), (directory, path, flags), directory, flags)
OPEN_AS(__openat64_2, (int directory, const char *path, int flags), (directory, path, flags), directory, flags)
OPEN_AS(creat, (const char *path, mode_t mode), (path, mode), AT_FDCWD, O_WRONLY | O_CREAT | O_TRUNC)
OPEN_AS(creat64, (const char *path, mode_t mode), (path, mode), AT_FDCWD, O_WRONLY | O_CREAT | O_TRUNC)
OPEN_AS(mkstemp, (char *path), (path), AT_FDCWD, O_RDWR | O_CREAT | O_EXCL)
OPEN_AS(mkstemp64, (char *path), (path), AT_FDCWD, O_RDWR | O_CREAT | O_EXCL)

TT_API int close(int fd)
{
    struct tt_io_call call = {NULL, 0};
    if (TT_UNLIKELY(tt_io_wanted)) {
        call = tt_io_enter_file(TT_IO_close, fd, TT_SITE, TT_FRAME);
        call.handle = tt_io_forget(fd); /* before it may be another thread's */
    }
    int outcome = TT_IO_REAL(close)(fd);
    if (TT_UNLIKELY(tt_io_wanted))
        tt_io_closed(&call);
    return outcome;
}

#define DUPLICATE(name, types, args)                                           \
    TT_API int name types                                                      \
    {                                                                          \
        struct tt_io_call call = ENTER_FILE(name, fd);                         \
        int made = TT_IO_REAL(name) args;                                      \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            tt_io_duplicated(&call, made);                                     \
        return made;                                                           \
    }
DUPLICATE(dup, (int fd), (fd))
DUPLICATE(dup2, (int fd, int other), (fd, other))
DUPLICATE(dup3, (int fd, int other, int flags), (fd, other, flags))

#define MOVE(name, mode, types, args, requested)                               \
    TT_API ssize_t name types                                                  \
    {                                                                          \
        struct tt_io_call call = ENTER_FILE(name, fd);                         \
        ssize_t moved = TT_IO_REAL(name) args;                                 \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_moved(&call, mode, requested, moved);                        \
        return moved;                                                          \
    }

static uint64_t size_of(const struct iovec *parts, int count)
{
    uint64_t size = 0;
    for (int i = 0; i < count; i++)
        size += parts[i].iov_len;
    return size;
}

MOVE(read, TT_IO_READ, (int fd, void *data, size_t size), (fd, data, size), size)
MOVE(__read_chk, TT_IO_READ, (int fd, void *data, size_t size, size_t room), (fd, data, size, room), size)
MOVE(pread, TT_IO_READ, (int fd, void *data, size_t size, off_t at), (fd, data, size, at), size)
MOVE(pread64, TT_IO_READ, (int fd, void *data, size_t size, off64_t at), (fd, data, size, at), size)
MOVE(__pread_chk, TT_IO_READ, (int fd, void *data, size_t size, off_t at, size_t room), (fd, data, size, at, room), size)
MOVE(__pread64_chk, TT_IO_READ, (int fd, void *data, size_t size, off64_t at, size_t room), (fd, data, size, at, room), size)
MOVE(readv, TT_IO_READ, (int fd, const struct iovec *parts, int count), (fd, parts, count), size_of(parts, count))
MOVE(preadv, TT_IO_READ, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at), size_of(parts, count))
MOVE(preadv64, TT_IO_READ, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at), size_of(parts, count))
MOVE(write, TT_IO_WRITE, (int fd, const void *data, size_t size), (fd, data, size), size)
MOVE(pwrite, TT_IO_WRITE, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), size)
MOVE(pwrite64, TT_IO_WRITE, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), size)
MOVE(writev, TT_IO_WRITE, (int fd, const struct iovec *parts, int count), (fd, parts, count), size_of(parts, count))
MOVE(pwritev, TT_IO_WRITE, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at), size_of(parts, count))
MOVE(pwritev64, TT_IO_WRITE, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at), size_of(parts, count))

MOVE(preadv2, TT_IO_READ, (int fd, const struct iovec *parts, int count, off_t at, int flags), (fd, parts, count, at, flags),
     size_of(parts, count))
MOVE(preadv64v2, TT_IO_READ, (int fd, const struct iovec *parts, int count, off64_t at, int flags),
     (fd, parts, count, at, flags), size_of(parts, count))
MOVE(pwritev2, TT_IO_WRITE, (int fd, const struct iovec *parts, int count, off_t at, int flags), (fd, parts, count, at, flags),
     size_of(parts, count))
MOVE(pwritev64v2, TT_IO_WRITE, (int fd, const struct iovec *parts, int count, off64_t at, int flags),
     (fd, parts, count, at, flags), size_of(parts, count))

/* They read one file and write the other. */
#define COPY(name, types, args)                                                \
    TT_API ssize_t name types                                                  \
    {                                                                          \
        struct tt_io_copy copy = {{NULL, 0}, 0, 0};                            \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            copy = tt_io_enter_copy(TT_IO_##name, from, to, TT_SITE, TT_FRAME); \
        ssize_t moved = TT_IO_REAL(name) args;                                 \
        if (TT_UNLIKELY(copy.call.thread != NULL))                             \
            tt_io_copied(&copy, size, moved);                                  \
        return moved;                                                          \
    }
COPY(sendfile, (int to, int from, off_t *at, size_t size), (to, from, at, size))
COPY(sendfile64, (int to, int from, off64_t *at, size_t size), (to, from, at, size))
COPY(copy_file_range, (int from, off64_t *at, int to, off64_t *other, size_t size, unsigned flags),
     (from, at, to, other, size, flags))

#define FLUSH(name)                                                            \
    TT_API int name(int fd)                                                    \
    {                                                                          \
        struct tt_io_call call = ENTER_FILE(name, fd);                         \
        int outcome = TT_IO_REAL(name)(fd);                                    \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_moved(&call, TT_IO_FLUSH, 0, 0);                             \
        return outcome;                                                        \
    }
FLUSH(fsync)
FLUSH(fdatasync)

#define SEEK(name, offset_type)                                                \
    TT_API offset_type name(int fd, offset_type offset, int whence)            \
    {                                                                          \
        struct tt_io_call call = ENTER_FILE(name, fd);                         \
        offset_type result = TT_IO_REAL(name)(fd, offset, whence);             \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_sought(&call, offset, whence, result);                       \
        return result;                                                         \
    }
SEEK(lseek, off_t)
SEEK(lseek64, off64_t)

#define OF_FILE(name, types, args)                                             \
    TT_API int name types                                                      \
    {                                                                          \
        struct tt_io_call call = ENTER_FILE(name, fd);                         \
        int outcome = TT_IO_REAL(name) args;                                   \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_leave(&call);                                                \
        return outcome;                                                        \
    }
OF_FILE(ftruncate, (int fd, off_t size), (fd, size))
OF_FILE(ftruncate64, (int fd, off64_t size), (fd, size))
OF_FILE(fstat, (int fd, struct stat *status), (fd, status))
OF_FILE(fstat64, (int fd, struct stat64 *status), (fd, status))
OF_FILE(__fxstat, (int version, int fd, struct stat *status), (version, fd, status))
OF_FILE(__fxstat64, (int version, int fd, struct stat64 *status), (version, fd, status))
