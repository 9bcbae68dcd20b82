/*
 * Input and output: what wrappers of POSIX and ISO C share. A call is recorded when the program asked for it and its file is
 * the program's: those of the MPI and OpenMP libraries, of this one, and of files that nobody was seen to open are passed on.
 * Nothing here changes what the program sees: errno is the real call's, and at its beginning as it was.
 */
#ifndef TRIMTAB_IO_H
#define TRIMTAB_IO_H

#include <aio.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../../format/io-functions.h"
#include "../../core/probe.h"

/* What compilers call in place of others, which no header declares. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int directory, const char *path, int flags);
int __openat64_2(int directory, const char *path, int flags);
ssize_t __read_chk(int fd, void *data, size_t size, size_t room);
ssize_t __pread_chk(int fd, void *data, size_t size, off_t offset, size_t room);
ssize_t __pread64_chk(int fd, void *data, size_t size, off64_t offset, size_t room);
size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream);
char *__fgets_chk(char *text, size_t room, int size, FILE *stream);
int __printf_chk(int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list arguments);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc99_vfscanf(FILE *stream, const char *format, va_list arguments);
int __xstat(int version, const char *path, struct stat *status);
int __xstat64(int version, const char *path, struct stat64 *status);
int __lxstat(int version, const char *path, struct stat *status);
int __lxstat64(int version, const char *path, struct stat64 *status);
int __fxstat(int version, int fd, struct stat *status);
int __fxstat64(int version, int fd, struct stat64 *status);

/* The functions behind ours in the order of loading. */
struct tt_io_real {
#define TT_IO_FIELD(name, shown, paradigm, role) __typeof__(&name) name;
    TT_IO_FUNCTIONS(TT_IO_FIELD)
#undef TT_IO_FIELD
};
extern struct tt_io_real tt_io_real;

/** Input and output are recorded. */
extern int tt_io_wanted;

/** Finds these functions. errno stays. */
void tt_io_load(void);
/** Notes what recording a call costs. */
void tt_note_io_cost(void);

/** Ends the program with a sentence: the system has no such function, so that nobody can have called it. */
void tt_io_missing(const char *name) __attribute__((noreturn));

/* A call may come before the library's constructor. */
#define TT_IO_REAL(name)                                                       \
    (TT_LIKELY(tt_io_real.name != NULL) ? tt_io_real.name : (tt_io_load(), tt_io_real.name))

#define TT_SITE __builtin_return_address(0)
#define TT_FRAME __builtin_frame_address(0)

/* A call that is under way; `thread` is NULL where it is not recorded. */
struct tt_io_call {
    struct tt_thread *thread;
    uint32_t handle; /* of its file; 0: none */
};

/* A call that reads a file and writes another. */
struct tt_io_copy {
    struct tt_io_call call;
    uint32_t from, to; /* their handles; 0: none of the program's */
};

enum tt_io_mode { TT_IO_READ, TT_IO_WRITE, TT_IO_FLUSH };
enum tt_io_access { TT_IO_READ_ONLY, TT_IO_WRITE_ONLY, TT_IO_READ_WRITE };

/* How something was opened: an enum tt_io_access, and flags as OTF2 numbers them. */
struct tt_io_opening {
    uint32_t access, creation, status;
};

/* io-calls.c */
extern __thread uintptr_t tt_io_inside __attribute__((tls_model("initial-exec")));
/** Enters a call that names no file of its own, or one by its path, or by its descriptor. */
struct tt_io_call tt_io_enter(enum tt_io_function function, const void *site, const void *frame);
struct tt_io_call tt_io_enter_path(enum tt_io_function function, const char *path, const void *site, const void *frame);
struct tt_io_call tt_io_enter_file(enum tt_io_function function, int fd, const void *site, const void *frame);
struct tt_io_call tt_io_enter_stream(enum tt_io_function function, FILE *stream, const void *site, const void *frame);
/** Each leaves a call that has just ended, and records what it did, if it is recorded. */
void tt_io_leave(const struct tt_io_call *call);
/** @param requested bytes; TT_IO_UNKNOWN where the call does not say
 *  @param result bytes moved; less than 0: it failed */
void tt_io_moved(const struct tt_io_call *call, enum tt_io_mode mode, uint64_t requested, int64_t result);
/** A call that moves bytes between two descriptors, and its end. */
struct tt_io_copy tt_io_enter_copy(enum tt_io_function function, int from, int to, const void *site, const void *frame);
void tt_io_copied(const struct tt_io_copy *copy, uint64_t requested, int64_t result);
void tt_io_sought(const struct tt_io_call *call, int64_t offset, int whence, int64_t result);
/** Also where it is not recorded, so that what is known of the descriptor is forgotten.
 *  @param directory that a path starts from which is not absolute, or AT_FDCWD */
void tt_io_opened(const struct tt_io_call *call, enum tt_io_paradigm paradigm, int fd, int directory, const char *path,
                  struct tt_io_opening opening);
void tt_io_opened_directory(const struct tt_io_call *call, int fd);
void tt_io_duplicated(const struct tt_io_call *call, int fd);
void tt_io_deleted(const struct tt_io_call *call, enum tt_io_paradigm paradigm, int directory, const char *path, int outcome);
/** Leaves a call that closed what `tt_io_forget` gave. */
void tt_io_closed(const struct tt_io_call *call);
/** The handle of a descriptor of the program's; 0: it is none. */
uint32_t tt_io_handle_of(int fd);
/** Takes a descriptor that is about to be closed out of those that are known; its handle, 0 where it was not known. */
uint32_t tt_io_forget(int fd);

#define TT_IO_UNKNOWN UINT64_MAX

/** The handle of what was opened by a path, relative to a folder; 0: it is none of the program's files, or there are too many. */
uint32_t tt_io_handle_for(enum tt_io_paradigm paradigm, int directory, const char *path);

/** Of flags of open(2). */
struct tt_io_opening tt_io_opening_of(int flags);

/* io-names.c */
/** The number of a handle for a file that was opened, which is noted at need; 0: there are too many at a time. */
uint32_t tt_io_new_handle(enum tt_io_paradigm paradigm, const char *path);
/** The same for another descriptor of what is open. */
uint32_t tt_io_another_handle(uint32_t handle);
/** A handle is not used any more. */
void tt_io_free_handle(uint32_t handle);
uint32_t tt_io_file(const char *path);
/** Handles of the standard streams. */
enum { TT_IO_STDIN = 1, TT_IO_STDOUT, TT_IO_STDERR, TT_IO_STANDARD_HANDLES = TT_IO_STDERR };

/* io-sites.c */
/** Whether a call comes from the program, or from a library that does what the program asks it to. */
int tt_io_is_programs(const void *site);
/** Whether a path may be of the program's own files. */
int tt_io_is_file(const char *path);

/* io-opening.c */
/** The absolute path of what is named from a folder; links in it stay. */
const char *tt_io_absolute(char *out, size_t size, int directory, const char *path);

#endif
