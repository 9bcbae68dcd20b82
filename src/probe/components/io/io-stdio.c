/* ISO C: streams. A stream is known by its descriptor; those in memory, and pipes to other programs, have none that is known. */

/* It has inline definitions of functions that are defined here: clang keeps the visibility of the first definition. */
#pragma GCC visibility push(default)
#include <stdio.h>
#pragma GCC visibility pop

#include "io.h"

#include <string.h>

/* Macros of the header, where the compiler optimises. */
#undef fread_unlocked
#undef fwrite_unlocked

#define ENTER(name, stream)                                                    \
    tt_io_wanted ? tt_io_enter_stream(TT_IO_##name, stream, TT_SITE, TT_FRAME) : (struct tt_io_call){NULL, 0}

/* The flags of open(2) that a mode means. */
static int flags_of(const char *mode)
{
    int update = strchr(mode, '+') != NULL;
    int flags = (strchr(mode, 'x') != NULL ? O_EXCL : 0) | (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0);
    switch (mode[0]) {
    case 'w':
        return flags | (update ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
    case 'a':
        return flags | (update ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
    default:
        return flags | (update ? O_RDWR : O_RDONLY);
    }
}

static void opened(const struct tt_io_call *call, FILE *stream, const char *path, const char *mode)
{
    tt_io_opened(call, TT_IO_ISOC, stream == NULL ? -1 : fileno_unlocked(stream), AT_FDCWD, path,
                 tt_io_opening_of(flags_of(mode)));
}

#define OPEN(name)                                                             \
    TT_API FILE *name(const char *path, const char *mode)                      \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            call = tt_io_enter_path(TT_IO_##name, path, TT_SITE, TT_FRAME);    \
        FILE *stream = TT_IO_REAL(name)(path, mode);                           \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            opened(&call, stream, path, mode);                                 \
        return stream;                                                         \
    }
OPEN(fopen)
OPEN(fopen64)

/* A path of NULL means another mode for the same file, which stays as it is known. */
#define REOPEN(name)                                                           \
    TT_API FILE *name(const char *path, const char *mode, FILE *stream)        \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        int is_other = tt_io_wanted && path != NULL;                          \
        if (TT_UNLIKELY(is_other)) {                                           \
            tt_io_free_handle(tt_io_forget(fileno_unlocked(stream)));          \
            call = tt_io_enter_path(TT_IO_##name, path, TT_SITE, TT_FRAME);    \
        }                                                                      \
        FILE *again = TT_IO_REAL(name)(path, mode, stream);                    \
        if (TT_UNLIKELY(is_other))                                             \
            opened(&call, again, path, mode);                                  \
        return again;                                                          \
    }
REOPEN(freopen)
REOPEN(freopen64)

TT_API int fclose(FILE *stream)
{
    struct tt_io_call call = {NULL, 0};
    if (TT_UNLIKELY(tt_io_wanted)) {
        call = tt_io_enter_stream(TT_IO_fclose, stream, TT_SITE, TT_FRAME);
        call.handle = tt_io_forget(fileno_unlocked(stream));
    }
    int outcome = TT_IO_REAL(fclose)(stream);
    if (TT_UNLIKELY(tt_io_wanted))
        tt_io_closed(&call);
    return outcome;
}

TT_API int remove(const char *path)
{
    struct tt_io_call call = {NULL, 0};
    if (TT_UNLIKELY(tt_io_wanted))
        call = tt_io_enter_path(TT_IO_remove, path, TT_SITE, TT_FRAME);
    int outcome = TT_IO_REAL(remove)(path);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_deleted(&call, TT_IO_ISOC, AT_FDCWD, path, outcome);
    return outcome;
}

#define SEEK(name, offset_type)                                                \
    TT_API int name(FILE *stream, offset_type offset, int whence)              \
    {                                                                          \
        struct tt_io_call call = ENTER(name, stream);                          \
        int outcome = TT_IO_REAL(name)(stream, offset, whence);                \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_sought(&call, offset, whence, outcome != 0 ? -1 : ftello(stream)); \
        return outcome;                                                        \
    }
SEEK(fseek, long)
SEEK(fseeko, off_t)
SEEK(fseeko64, off64_t)

TT_API void rewind(FILE *stream)
{
    struct tt_io_call call = ENTER(rewind, stream);
    TT_IO_REAL(rewind)(stream);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_sought(&call, 0, SEEK_SET, 0);
}

/* @param moved bytes, as the expression of the outcome says; less than 0: it failed */
#define MOVE(result, name, mode, stream, types, args, requested, moved)        \
    TT_API result name types                                                   \
    {                                                                          \
        struct tt_io_call call = ENTER(name, stream);                          \
        result outcome = TT_IO_REAL(name) args;                                \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_moved(&call, mode, requested, moved);                        \
        return outcome;                                                        \
    }

MOVE(size_t, fread, TT_IO_READ, stream, (void *data, size_t size, size_t count, FILE *stream), (data, size, count, stream),
     size *count, (int64_t)(outcome * size))
MOVE(size_t, __fread_chk, TT_IO_READ, stream, (void *data, size_t room, size_t size, size_t count, FILE *stream),
     (data, room, size, count, stream), size *count, (int64_t)(outcome * size))
MOVE(size_t, fread_unlocked, TT_IO_READ, stream, (void *data, size_t size, size_t count, FILE *stream),
     (data, size, count, stream), size *count, (int64_t)(outcome * size))
MOVE(size_t, fwrite, TT_IO_WRITE, stream, (const void *data, size_t size, size_t count, FILE *stream),
     (data, size, count, stream), size *count, (int64_t)(outcome * size))
MOVE(size_t, fwrite_unlocked, TT_IO_WRITE, stream, (const void *data, size_t size, size_t count, FILE *stream),
     (data, size, count, stream), size *count, (int64_t)(outcome * size))

static int64_t length_of(const char *text)
{
    return text == NULL ? -1 : (int64_t)strlen(text);
}

MOVE(char *, fgets, TT_IO_READ, stream, (char *text, int size, FILE *stream), (text, size, stream), TT_IO_UNKNOWN,
     length_of(outcome))
MOVE(char *, __fgets_chk, TT_IO_READ, stream, (char *text, size_t room, int size, FILE *stream), (text, room, size, stream),
     TT_IO_UNKNOWN, length_of(outcome))
MOVE(ssize_t, getline, TT_IO_READ, stream, (char **text, size_t *room, FILE *stream), (text, room, stream), TT_IO_UNKNOWN,
     outcome)
MOVE(ssize_t, getdelim, TT_IO_READ, stream, (char **text, size_t *room, int end, FILE *stream), (text, room, end, stream),
     TT_IO_UNKNOWN, outcome)
MOVE(int, fputs, TT_IO_WRITE, stream, (const char *text, FILE *stream), (text, stream), strlen(text),
     outcome < 0 ? -1 : length_of(text))
MOVE(int, puts, TT_IO_WRITE, stdout, (const char *text), (text), strlen(text) + 1, outcome < 0 ? -1 : length_of(text) + 1)
MOVE(int, vprintf, TT_IO_WRITE, stdout, (const char *format, va_list arguments), (format, arguments), TT_IO_UNKNOWN, outcome)
MOVE(int, __vprintf_chk, TT_IO_WRITE, stdout, (int flag, const char *format, va_list arguments), (flag, format, arguments),
     TT_IO_UNKNOWN, outcome)
MOVE(int, vfprintf, TT_IO_WRITE, stream, (FILE * stream, const char *format, va_list arguments), (stream, format, arguments),
     TT_IO_UNKNOWN, outcome)
MOVE(int, __vfprintf_chk, TT_IO_WRITE, stream, (FILE * stream, int flag, const char *format, va_list arguments),
     (stream, flag, format, arguments), TT_IO_UNKNOWN, outcome)

/* Those with any number of arguments end in those that take a list of them. */
#define MOVE_ALL(name, stream, types, last, really)                            \
    TT_API int name types                                                      \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, last);                                             \
        struct tt_io_call call = ENTER(name, stream);                          \
        int outcome = really;                                                  \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_moved(&call, TT_IO_WRITE, TT_IO_UNKNOWN, outcome);           \
        va_end(arguments);                                                     \
        return outcome;                                                        \
    }
MOVE_ALL(printf, stdout, (const char *format, ...), format, TT_IO_REAL(vprintf)(format, arguments))
MOVE_ALL(__printf_chk, stdout, (int flag, const char *format, ...), format,
         TT_IO_REAL(__vprintf_chk)(flag, format, arguments))
MOVE_ALL(fprintf, stream, (FILE * stream, const char *format, ...), format, TT_IO_REAL(vfprintf)(stream, format, arguments))
MOVE_ALL(__fprintf_chk, stream, (FILE * stream, int flag, const char *format, ...), format,
         TT_IO_REAL(__vfprintf_chk)(stream, flag, format, arguments))

/* How many bytes a scan took, nobody tells: there is the call alone. */
#define SCAN(name, types, begin, really, end)                                  \
    TT_API int name types                                                      \
    {                                                                          \
        begin;                                                                 \
        struct tt_io_call call = ENTER(name, stream);                          \
        int outcome = really;                                                  \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            tt_io_leave(&call);                                                \
        end;                                                                   \
        return outcome;                                                        \
    }
#define BEGIN_LIST                                                             \
    va_list arguments;                                                         \
    va_start(arguments, format)
SCAN(__isoc99_fscanf, (FILE * stream, const char *format, ...), BEGIN_LIST,
     TT_IO_REAL(__isoc99_vfscanf)(stream, format, arguments), va_end(arguments))
SCAN(__isoc99_vfscanf, (FILE * stream, const char *format, va_list arguments), ,
     TT_IO_REAL(__isoc99_vfscanf)(stream, format, arguments), )

/* Of NULL it writes all streams. */
TT_API int fflush(FILE *stream)
{
    struct tt_io_call call = {NULL, 0};
    if (TT_UNLIKELY(tt_io_wanted))
        call = stream == NULL ? tt_io_enter(TT_IO_fflush, TT_SITE, TT_FRAME)
                              : tt_io_enter_stream(TT_IO_fflush, stream, TT_SITE, TT_FRAME);
    int outcome = TT_IO_REAL(fflush)(stream);
    if (TT_UNLIKELY(call.thread != NULL))
        tt_io_moved(&call, TT_IO_FLUSH, 0, 0);
    return outcome;
}
