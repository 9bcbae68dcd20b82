/*
 * The files of events of an archive, byte for byte as the OTF2 library (3.0) writes them, in a fraction of the time that its calls
 * take. The library writes everything else of an archive; what both make of the same events is compared by
 * test/probe/eventFile.test.ts.
 */
#ifndef TRIMTAB_FINISH_EVENT_FILE_H
#define TRIMTAB_FINISH_EVENT_FILE_H

#include <stdint.h>
#include <string.h>

/* Bytes of a chunk, as the archive's anchor says: no record crosses from one to the next. */
enum { EVENT_CHUNK = 1 << 20 };

/*  name                      number, fields in the order of the file: b: a byte; u, l: numbers of 32 and 64 bits; i: of 64 with a sign; t: a time */
#define EVENT_TYPES(X)                                                                                                             \
    X(BUFFER_FLUSH, 10, "t")                                                                                                       \
    X(MEASUREMENT_ON_OFF, 11, "b")                                                                                                 \
    X(ENTER, 12, "u")                                                                                                              \
    X(LEAVE, 13, "u")                                                                                                              \
    X(MPI_SEND, 14, "uuul")                                                                                                        \
    X(MPI_ISEND, 15, "uuull")                                                                                                      \
    X(MPI_ISEND_COMPLETE, 16, "l")                                                                                                 \
    X(MPI_IRECV_REQUEST, 17, "l")                                                                                                  \
    X(MPI_RECV, 18, "uuul")                                                                                                        \
    X(MPI_IRECV, 19, "uuull")                                                                                                      \
    X(MPI_REQUEST_TEST, 20, "l")                                                                                                   \
    X(MPI_REQUEST_CANCELLED, 21, "l")                                                                                              \
    X(MPI_COLLECTIVE_BEGIN, 22, "")                                                                                                \
    X(MPI_COLLECTIVE_END, 23, "buull")                                                                                             \
    X(METRIC, 31, "ubbl") /* of one value: its type, and its bits */                                                               \
    X(PARAMETER_STRING, 32, "uu")                                                                                                  \
    X(PARAMETER_INT, 33, "ui")                                                                                                     \
    X(RMA_WIN_CREATE, 35, "u")                                                                                                     \
    X(RMA_WIN_DESTROY, 36, "u")                                                                                                    \
    X(RMA_COLLECTIVE_BEGIN, 37, "")                                                                                                \
    X(RMA_COLLECTIVE_END, 38, "buuull")                                                                                            \
    X(RMA_GROUP_SYNC, 39, "uuu")                                                                                                   \
    X(RMA_REQUEST_LOCK, 40, "uulb")                                                                                                \
    X(RMA_ACQUIRE_LOCK, 41, "uulb")                                                                                                \
    X(RMA_RELEASE_LOCK, 43, "uul")                                                                                                 \
    X(RMA_SYNC, 44, "uub")                                                                                                         \
    X(RMA_PUT, 46, "uull")                                                                                                         \
    X(RMA_GET, 47, "uull")                                                                                                         \
    X(RMA_ATOMIC, 48, "uublll")                                                                                                    \
    X(RMA_OP_COMPLETE_NON_BLOCKING, 50, "ul")                                                                                      \
    X(RMA_OP_TEST, 51, "ul")                                                                                                       \
    X(RMA_OP_COMPLETE_REMOTE, 52, "ul")                                                                                            \
    X(THREAD_FORK, 53, "bu")                                                                                                       \
    X(THREAD_JOIN, 54, "b")                                                                                                        \
    X(THREAD_TEAM_BEGIN, 55, "u")                                                                                                  \
    X(THREAD_TEAM_END, 56, "u")                                                                                                    \
    X(THREAD_ACQUIRE_LOCK, 57, "buu")                                                                                              \
    X(THREAD_RELEASE_LOCK, 58, "buu")                                                                                              \
    X(THREAD_TASK_CREATE, 59, "uuu")                                                                                               \
    X(THREAD_TASK_SWITCH, 60, "uuu")                                                                                               \
    X(THREAD_TASK_COMPLETE, 61, "uuu")                                                                                             \
    X(THREAD_CREATE, 62, "ul")                                                                                                     \
    X(THREAD_BEGIN, 63, "ul")                                                                                                      \
    X(THREAD_WAIT, 64, "ul")                                                                                                       \
    X(THREAD_END, 65, "ul")                                                                                                        \
    X(CALLING_CONTEXT_SAMPLE, 68, "uuu")                                                                                           \
    X(IO_CREATE_HANDLE, 69, "ubuu")                                                                                                \
    X(IO_DESTROY_HANDLE, 70, "u")                                                                                                  \
    X(IO_DUPLICATE_HANDLE, 71, "uuu")                                                                                              \
    X(IO_SEEK, 72, "uibl")                                                                                                         \
    X(IO_DELETE_FILE, 74, "bu")                                                                                                    \
    X(IO_OPERATION_BEGIN, 75, "ubull")                                                                                             \
    X(IO_OPERATION_TEST, 76, "ul")                                                                                                 \
    X(IO_OPERATION_ISSUED, 77, "ul")                                                                                               \
    X(IO_OPERATION_COMPLETE, 78, "ull")                                                                                            \
    X(IO_OPERATION_CANCELLED, 79, "ul")                                                                                            \
    X(PROGRAM_BEGIN, 83, "uu") /* then its arguments, as many as the second number says */                                         \
    X(PROGRAM_END, 84, "i")                                                                                                        \
    X(NON_BLOCKING_COLLECTIVE_REQUEST, 85, "l")                                                                                    \
    X(NON_BLOCKING_COLLECTIVE_COMPLETE, 86, "buulll")                                                                              \
    X(COMM_CREATE, 87, "u")                                                                                                        \
    X(COMM_DESTROY, 88, "u")

enum event_type {
#define EVENT_NUMBER(name, number, fields) EVENT_##name = number,
    EVENT_TYPES(EVENT_NUMBER)
#undef EVENT_NUMBER
    EVENT_TYPES_END
};

struct event_file {
    unsigned char *at, *end; /* the next byte and the end of the chunk */
    unsigned char *chunk;
    uint64_t time;           /* of the last event; NO_TIME where a chunk begins */
    uint64_t count, first;   /* events so far, and the number of the chunk's first one, from 1 on */
    int file;
};

/** Makes the file at `path`. */
void open_events(struct event_file *file, const char *path);
/** Ends the file. Like all that writes, ends the program with a sentence if that cannot be written. */
void close_events(struct event_file *file);

/** Writes an event with the values of its fields. Times are not less than those before. */
void put_event(struct event_file *file, uint64_t time, enum event_type type, const uint64_t *values);
#define PUT_EVENT(file, time, type, ...) put_event(file, time, type, (const uint64_t[]){__VA_ARGS__})
#define PUT_BARE_EVENT(file, time, type) put_event(file, time, type, NULL)
/** Writes PROGRAM_BEGIN with the process's number as an attribute. */
void put_program_begin(struct event_file *file, uint64_t time, uint32_t attribute, uint64_t process, uint32_t name, uint32_t count,
                       const uint32_t *arguments);

/* What follows is inline, since most events are ENTER and LEAVE. */

#define NO_TIME UINT64_MAX
/* The kinds of records that are none of events. */
enum { TIME_RECORD = 5, ATTRIBUTES_RECORD = 6 };
/* The most bytes that a time takes, and an ENTER with one attribute. */
enum { MOST_OF_TIME = 9, MOST_OF_ENTER = 2 + 5 + 15 + 1 + 5 };
/* Further than this from a chunk's end every event but PROGRAM_BEGIN has room. */
enum { ROOM = 128 };

/** Begins the next chunk where the current one has no room for a time and so many bytes. */
void need_room(struct event_file *file, unsigned bytes);

static inline unsigned char *put_bytes(unsigned char *at, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    memcpy(at, &value, sizeof value);
    return at + sizeof value;
}

/* A length, and so many bytes; more are written, and written over by what follows. */
static inline unsigned char *put_number(unsigned char *at, uint64_t value)
{
    unsigned length = value == 0 ? 0 : (71 - (unsigned)__builtin_clzll(value)) / 8;
    *at = (unsigned char)length;
    put_bytes(at + 1, value);
    return at + 1 + length;
}

static inline unsigned char *put_undefined(unsigned char *at)
{
    *at = UINT8_MAX;
    return at + 1;
}

static inline unsigned char *put_u32(unsigned char *at, uint32_t value)
{
    return value == UINT32_MAX ? put_undefined(at) : put_number(at, value);
}

static inline unsigned char *put_u64(unsigned char *at, uint64_t value)
{
    return value == UINT64_MAX ? put_undefined(at) : put_number(at, value);
}

/** Where the records of an event go that takes so many bytes at most, its time not counted. */
static inline unsigned char *begin_event(struct event_file *f, uint64_t time, unsigned bytes)
{
    if (f->end - f->at < ROOM)
        need_room(f, bytes);
    f->count++;
    if (time == f->time)
        return f->at;
    f->time = time;
    *f->at = TIME_RECORD;
    return put_bytes(f->at + 1, time);
}

/** Writes ENTER, with a reference to a source code location as an attribute unless that is UINT32_MAX. */
static inline void put_enter(struct event_file *f, uint64_t time, uint32_t region, uint32_t attribute, uint32_t line)
{
    enum { SOURCE_CODE_LOCATION = 20 };
    unsigned char *at = begin_event(f, time, line == UINT32_MAX ? 6 : MOST_OF_ENTER);
    if (line != UINT32_MAX) {
        unsigned char *list = at;
        *at = ATTRIBUTES_RECORD;
        at = put_u32(at + 2, 1);
        at = put_u32(at, attribute);
        *at = SOURCE_CODE_LOCATION;
        at = put_u32(at + 1, line);
        list[1] = (unsigned char)(at - list - 2);
    }
    *at = EVENT_ENTER;
    f->at = put_u32(at + 1, region);
}

static inline void put_leave(struct event_file *f, uint64_t time, uint32_t region)
{
    unsigned char *at = begin_event(f, time, 6);
    *at = EVENT_LEAVE;
    f->at = put_u32(at + 1, region);
}

#endif
