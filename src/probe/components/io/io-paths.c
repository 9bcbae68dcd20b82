/* POSIX: what is done to files by their paths, and folders. */
#include "io.h"

#define ENTER_PATH(name, path)                                                 \
    tt_io_wanted ? tt_io_enter_path(TT_IO_##name, path, TT_SITE, TT_FRAME) : (struct tt_io_call){NULL, 0}

#define OF_PATH(name, types, args)                                             \
    TT_API int name types                                                      \
    {                                                                          \
        struct tt_io_call call = ENTER_PATH(name, path);                       \
        int outcome = TT_IO_REAL(name) args;                                   \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_leave(&call);                                                \
        return outcome;                                                        \
    }
OF_PATH(stat, (const char *path, struct stat *status), (path, status))
OF_PATH(stat64, (const char *path, struct stat64 *status), (path, status))
OF_PATH(lstat, (const char *path, struct stat *status), (path, status))
OF_PATH(lstat64, (const char *path, struct stat64 *status), (path, status))
OF_PATH(fstatat, (int directory, const char *path, struct stat *status, int flags), (directory, path, status, flags))
OF_PATH(fstatat64, (int directory, const char *path, struct stat64 *status, int flags), (directory, path, status, flags))
OF_PATH(__xstat, (int version, const char *path, struct stat *status), (version, path, status))
OF_PATH(__xstat64, (int version, const char *path, struct stat64 *status), (version, path, status))
OF_PATH(__lxstat, (int version, const char *path, struct stat *status), (version, path, status))
OF_PATH(__lxstat64, (int version, const char *path, struct stat64 *status), (version, path, status))
OF_PATH(access, (const char *path, int mode), (path, mode))
OF_PATH(faccessat, (int directory, const char *path, int mode, int flags), (directory, path, mode, flags))
OF_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
OF_PATH(mkdirat, (int directory, const char *path, mode_t mode), (directory, path, mode))
OF_PATH(rmdir, (const char *path), (path))
OF_PATH(rename, (const char *path, const char *to), (path, to))
OF_PATH(renameat, (int directory, const char *path, int other, const char *to), (directory, path, other, to))
OF_PATH(link, (const char *path, const char *to), (path, to))
OF_PATH(symlink, (const char *target, const char *path), (target, path))
OF_PATH(truncate, (const char *path, off_t size), (path, size))
OF_PATH(truncate64, (const char *path, off64_t size), (path, size))

TT_API int unlink(const char *path)
{
    struct tt_io_call call = ENTER_PATH(unlink, path);
    int outcome = TT_IO_REAL(unlink)(path);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_deleted(&call, TT_IO_POSIX, AT_FDCWD, path, outcome);
    return outcome;
}

TT_API int unlinkat(int directory, const char *path, int flags)
{
    struct tt_io_call call = ENTER_PATH(unlinkat, path);
    int outcome = TT_IO_REAL(unlinkat)(directory, path, flags);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_deleted(&call, TT_IO_POSIX, directory, path, outcome);
    return outcome;
}

TT_API DIR *opendir(const char *path)
{
    struct tt_io_call call = ENTER_PATH(opendir, path);
    DIR *folder = TT_IO_REAL(opendir)(path);
    if (TT_UNLIKELY(tt_io_wanted))
        tt_io_opened_directory(&call, folder == NULL ? -1 : dirfd(folder));
    return folder;
}

#define READ_FOLDER(name, entry)                                               \
    TT_API entry *name(DIR *folder)                                            \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            call = tt_io_enter_file(TT_IO_##name, dirfd(folder), TT_SITE, TT_FRAME); \
        entry *found = TT_IO_REAL(name)(folder);                               \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_leave(&call);                                                \
        return found;                                                          \
    }
READ_FOLDER(readdir, struct dirent)
READ_FOLDER(readdir64, struct dirent64)

TT_API int closedir(DIR *folder)
{
    struct tt_io_call call = {NULL, 0};
    if (TT_UNLIKELY(tt_io_wanted)) {
        int fd = dirfd(folder);
        call = tt_io_enter_file(TT_IO_closedir, fd, TT_SITE, TT_FRAME);
        tt_io_forget(fd);
    }
    int outcome = TT_IO_REAL(closedir)(folder);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_leave(&call);
    return outcome;
}
