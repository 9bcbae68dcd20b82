/*
 * The functions of POSIX and ISO C whose calls are recorded where input and output are measured: symbol, name as sources have
 * it, paradigm, and role of the region. In the raw records they are numbered from TT_FIRST_IO_FUNCTION, in this order: add
 * at the end.
 */
#ifndef TRIMTAB_IO_FUNCTIONS_H
#define TRIMTAB_IO_FUNCTIONS_H

#define TT_IO_FUNCTIONS(X)                                                     \
    X(open, open, POSIX, FILE_IO_METADATA)                                     \
    X(open64, open64, POSIX, FILE_IO_METADATA)                                 \
    X(openat, openat, POSIX, FILE_IO_METADATA)                                 \
    X(openat64, openat64, POSIX, FILE_IO_METADATA)                             \
    X(__open_2, open, POSIX, FILE_IO_METADATA)                                 \
    X(__open64_2, open64, POSIX, FILE_IO_METADATA)                             \
    X(__openat_2, openat, POSIX, FILE_IO_METADATA)                             \
    X(__openat64_2, openat64, POSIX, FILE_IO_METADATA)                         \
    X(creat, creat, POSIX, FILE_IO_METADATA)                                   \
    X(creat64, creat64, POSIX, FILE_IO_METADATA)                               \
    X(mkstemp, mkstemp, POSIX, FILE_IO_METADATA)                               \
    X(mkstemp64, mkstemp64, POSIX, FILE_IO_METADATA)                           \
    X(close, close, POSIX, FILE_IO_METADATA)                                   \
    X(dup, dup, POSIX, FILE_IO_METADATA)                                       \
    X(dup2, dup2, POSIX, FILE_IO_METADATA)                                     \
    X(dup3, dup3, POSIX, FILE_IO_METADATA)                                     \
    X(read, read, POSIX, FILE_IO)                                              \
    X(__read_chk, read, POSIX, FILE_IO)                                        \
    X(pread, pread, POSIX, FILE_IO)                                            \
    X(pread64, pread64, POSIX, FILE_IO)                                        \
    X(__pread_chk, pread, POSIX, FILE_IO)                                      \
    X(__pread64_chk, pread64, POSIX, FILE_IO)                                  \
    X(readv, readv, POSIX, FILE_IO)                                            \
    X(preadv, preadv, POSIX, FILE_IO)                                          \
    X(preadv64, preadv64, POSIX, FILE_IO)                                      \
    X(write, write, POSIX, FILE_IO)                                            \
    X(pwrite, pwrite, POSIX, FILE_IO)                                          \
    X(pwrite64, pwrite64, POSIX, FILE_IO)                                      \
    X(writev, writev, POSIX, FILE_IO)                                          \
    X(pwritev, pwritev, POSIX, FILE_IO)                                        \
    X(pwritev64, pwritev64, POSIX, FILE_IO)                                    \
    X(fsync, fsync, POSIX, FILE_IO)                                            \
    X(fdatasync, fdatasync, POSIX, FILE_IO)                                    \
    X(lseek, lseek, POSIX, FILE_IO_METADATA)                                   \
    X(lseek64, lseek64, POSIX, FILE_IO_METADATA)                               \
    X(ftruncate, ftruncate, POSIX, FILE_IO_METADATA)                           \
    X(ftruncate64, ftruncate64, POSIX, FILE_IO_METADATA)                       \
    X(fstat, fstat, POSIX, FILE_IO_METADATA)                                   \
    X(fstat64, fstat64, POSIX, FILE_IO_METADATA)                               \
    X(stat, stat, POSIX, FILE_IO_METADATA)                                     \
    X(stat64, stat64, POSIX, FILE_IO_METADATA)                                 \
    X(lstat, lstat, POSIX, FILE_IO_METADATA)                                   \
    X(lstat64, lstat64, POSIX, FILE_IO_METADATA)                               \
    X(fstatat, fstatat, POSIX, FILE_IO_METADATA)                               \
    X(fstatat64, fstatat64, POSIX, FILE_IO_METADATA)                           \
    X(__xstat, stat, POSIX, FILE_IO_METADATA)                                  \
    X(__xstat64, stat64, POSIX, FILE_IO_METADATA)                              \
    X(__lxstat, lstat, POSIX, FILE_IO_METADATA)                                \
    X(__lxstat64, lstat64, POSIX, FILE_IO_METADATA)                            \
    X(__fxstat, fstat, POSIX, FILE_IO_METADATA)                                \
    X(__fxstat64, fstat64, POSIX, FILE_IO_METADATA)                            \
    X(access, access, POSIX, FILE_IO_METADATA)                                 \
    X(faccessat, faccessat, POSIX, FILE_IO_METADATA)                           \
    X(mkdir, mkdir, POSIX, FILE_IO_METADATA)                                   \
    X(mkdirat, mkdirat, POSIX, FILE_IO_METADATA)                               \
    X(rmdir, rmdir, POSIX, FILE_IO_METADATA)                                   \
    X(unlink, unlink, POSIX, FILE_IO_METADATA)                                 \
    X(unlinkat, unlinkat, POSIX, FILE_IO_METADATA)                             \
    X(rename, rename, POSIX, FILE_IO_METADATA)                                 \
    X(renameat, renameat, POSIX, FILE_IO_METADATA)                             \
    X(link, link, POSIX, FILE_IO_METADATA)                                     \
    X(symlink, symlink, POSIX, FILE_IO_METADATA)                               \
    X(truncate, truncate, POSIX, FILE_IO_METADATA)                             \
    X(truncate64, truncate64, POSIX, FILE_IO_METADATA)                         \
    X(opendir, opendir, POSIX, FILE_IO_METADATA)                               \
    X(readdir, readdir, POSIX, FILE_IO_METADATA)                               \
    X(readdir64, readdir64, POSIX, FILE_IO_METADATA)                           \
    X(closedir, closedir, POSIX, FILE_IO_METADATA)                             \
    X(fopen, fopen, ISOC, FILE_IO_METADATA)                                    \
    X(fopen64, fopen64, ISOC, FILE_IO_METADATA)                                \
    X(freopen, freopen, ISOC, FILE_IO_METADATA)                                \
    X(freopen64, freopen64, ISOC, FILE_IO_METADATA)                            \
    X(fclose, fclose, ISOC, FILE_IO_METADATA)                                  \
    X(remove, remove, ISOC, FILE_IO_METADATA)                                  \
    X(fseek, fseek, ISOC, FILE_IO_METADATA)                                    \
    X(fseeko, fseeko, ISOC, FILE_IO_METADATA)                                  \
    X(fseeko64, fseeko64, ISOC, FILE_IO_METADATA)                              \
    X(rewind, rewind, ISOC, FILE_IO_METADATA)                                  \
    X(fread, fread, ISOC, FILE_IO)                                             \
    X(__fread_chk, fread, ISOC, FILE_IO)                                       \
    X(fread_unlocked, fread_unlocked, ISOC, FILE_IO)                           \
    X(fwrite, fwrite, ISOC, FILE_IO)                                           \
    X(fwrite_unlocked, fwrite_unlocked, ISOC, FILE_IO)                         \
    X(fgets, fgets, ISOC, FILE_IO)                                             \
    X(__fgets_chk, fgets, ISOC, FILE_IO)                                       \
    X(getline, getline, ISOC, FILE_IO)                                         \
    X(getdelim, getdelim, ISOC, FILE_IO)                                       \
    X(fputs, fputs, ISOC, FILE_IO)                                             \
    X(puts, puts, ISOC, FILE_IO)                                               \
    X(printf, printf, ISOC, FILE_IO)                                           \
    X(__printf_chk, printf, ISOC, FILE_IO)                                     \
    X(vprintf, vprintf, ISOC, FILE_IO)                                         \
    X(__vprintf_chk, vprintf, ISOC, FILE_IO)                                   \
    X(fprintf, fprintf, ISOC, FILE_IO)                                         \
    X(__fprintf_chk, fprintf, ISOC, FILE_IO)                                   \
    X(vfprintf, vfprintf, ISOC, FILE_IO)                                       \
    X(__vfprintf_chk, vfprintf, ISOC, FILE_IO)                                 \
    X(__isoc99_fscanf, fscanf, ISOC, FILE_IO)                                  \
    X(__isoc99_vfscanf, vfscanf, ISOC, FILE_IO)                                \
    X(fflush, fflush, ISOC, FILE_IO)                                           \
    X(preadv2, preadv2, POSIX, FILE_IO)                                        \
    X(preadv64v2, preadv2, POSIX, FILE_IO)                                     \
    X(pwritev2, pwritev2, POSIX, FILE_IO)                                      \
    X(pwritev64v2, pwritev2, POSIX, FILE_IO)                                   \
    X(sendfile, sendfile, POSIX, FILE_IO)                                      \
    X(sendfile64, sendfile, POSIX, FILE_IO)                                    \
    X(copy_file_range, copy_file_range, POSIX, FILE_IO)                        \
    X(aio_read, aio_read, POSIX, FILE_IO)                                      \
    X(aio_read64, aio_read, POSIX, FILE_IO)                                    \
    X(aio_write, aio_write, POSIX, FILE_IO)                                    \
    X(aio_write64, aio_write, POSIX, FILE_IO)                                  \
    X(aio_fsync, aio_fsync, POSIX, FILE_IO)                                    \
    X(aio_fsync64, aio_fsync, POSIX, FILE_IO)                                  \
    X(lio_listio, lio_listio, POSIX, FILE_IO)                                  \
    X(lio_listio64, lio_listio, POSIX, FILE_IO)                                \
    X(aio_return, aio_return, POSIX, FILE_IO)                                  \
    X(aio_return64, aio_return, POSIX, FILE_IO)                                \
    X(aio_suspend, aio_suspend, POSIX, FILE_IO)                                \
    X(aio_suspend64, aio_suspend, POSIX, FILE_IO)

/* MPI has some hundred functions. */
#define TT_FIRST_IO_FUNCTION 4096

enum tt_io_function {
    TT_IO_NUMBERED = TT_FIRST_IO_FUNCTION - 1,
#define TT_IO_NUMBER(name, shown, paradigm, role) TT_IO_##name,
    TT_IO_FUNCTIONS(TT_IO_NUMBER)
#undef TT_IO_NUMBER
    TT_IO_FUNCTIONS_END
};

enum tt_io_paradigm { TT_IO_POSIX, TT_IO_ISOC, TT_IO_MPI, TT_IO_PARADIGMS };

#endif
