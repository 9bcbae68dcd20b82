#include "event-file.h"

#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Marks at the beginning of a chunk and at the end of a file. */
enum { END_OF_CHUNK = 1, END_OF_FILE, CHUNK_BEGIN, LITTLE_ENDIAN_FOLLOWS = 0x42 };
enum { OF_HEADER = 2 + 2 * sizeof(uint64_t), OF_END = 2 };
/* Numbers are written with eight bytes, whatever their length. */
enum { BEYOND = 8 };

static const char *const fields_of[EVENT_TYPES_END] = {
/* They are lists in braces. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define EVENT_FIELDS(name, number, fields) [number] = fields,
    EVENT_TYPES(EVENT_FIELDS)
#undef EVENT_FIELDS
};

static void begin_chunk(struct event_file *f)
{
    f->at = f->chunk + OF_HEADER;
    f->time = NO_TIME;
    f->first = f->count + 1;
}

/* `size` bytes of the chunk, whose header tells of the events up to now. */
static void write_chunk(struct event_file *f, size_t size)
{
    f->chunk[0] = CHUNK_BEGIN;
    f->chunk[1] = LITTLE_ENDIAN_FOLLOWS;
    put_bytes(put_bytes(f->chunk + 2, f->first), f->count);
    for (size_t done = 0; done < size;) {
        ssize_t n = write(f->file, f->chunk + done, size - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            cannot_write("an event file", n == 0 ? "the file system takes no more" : strerror(errno));
        done += n > 0 ? (size_t)n : 0;
    }
}

void open_events(struct event_file *f, const char *path)
{
    *f = (struct event_file){.chunk = allocate(1, EVENT_CHUNK + BEYOND)};
    f->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (f->file < 0)
        cannot_write("an event file", strerror(errno));
    f->end = f->chunk + EVENT_CHUNK;
    begin_chunk(f);
}

static void next_chunk(struct event_file *f)
{
    memset(f->at, 0, (size_t)(f->end - f->at));
    write_chunk(f, EVENT_CHUNK);
    begin_chunk(f);
}

void need_room(struct event_file *f, unsigned bytes)
{
    if ((size_t)(f->end - f->at) <= MOST_OF_TIME + bytes)
        next_chunk(f);
}

void close_events(struct event_file *f)
{
    if (f->end - f->at < OF_END)
        next_chunk(f);
    *f->at++ = END_OF_FILE;
    *f->at++ = END_OF_CHUNK;
    write_chunk(f, (size_t)(f->at - f->chunk));
    if (close(f->file) != 0)
        cannot_write("an event file", strerror(errno));
    free(f->chunk);
    f->chunk = f->at = f->end = NULL;
}

/* Records of one compressed number have no length before them if the first version of OTF2 had them. */
static int has_length(enum event_type type)
{
    return type != EVENT_ENTER && type != EVENT_LEAVE && type != EVENT_MPI_ISEND_COMPLETE && type != EVENT_MPI_IRECV_REQUEST &&
           type != EVENT_MPI_REQUEST_TEST && type != EVENT_MPI_REQUEST_CANCELLED;
}

static unsigned most_of(enum event_type type)
{
    unsigned most = 1 + (unsigned)has_length(type);
    for (const char *fields = fields_of[type]; *fields != '\0'; fields++)
        most += *fields == 'b' ? 1 : *fields == 'u' ? 5 : *fields == 't' ? 8 : 9;
    return most;
}

void put_event(struct event_file *f, uint64_t time, enum event_type type, const uint64_t *values)
{
    const char *fields = fields_of[type];
    unsigned char *begin = begin_event(f, time, f->end - f->at < ROOM ? most_of(type) : 0), *at = begin + 1;
    *begin = (unsigned char)type;
    at += has_length(type);
    for (; *fields != '\0'; fields++, values++)
        switch (*fields) {
        case 'b':
            *at++ = (unsigned char)*values;
            break;
        case 'u':
            at = put_u32(at, (uint32_t)*values);
            break;
        case 'l':
            at = put_u64(at, *values);
            break;
        case 'i':
            at = put_number(at, *values);
            break;
        default:
            at = put_bytes(at, *values);
        }
    if (has_length(type))
        begin[1] = (unsigned char)(at - begin - 2);
    f->at = at;
}

void put_program_begin(struct event_file *f, uint64_t time, uint32_t attribute, uint64_t process, uint32_t name, uint32_t count,
                       const uint32_t *arguments)
{
    enum { UINT64_VALUE = 4, MOST_ARGUMENTS = EVENT_CHUNK / 8, OF_LONG = 1 + sizeof(uint64_t) };
    count = count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS; /* all of them are in one record, and that in one chunk */
    unsigned most = 5 + 5 + 5 * count, of_length = most < UINT8_MAX ? 1 : OF_LONG;
    need_room(f, 2 + 5 + 15 + 1 + of_length + most);
    unsigned char *at = begin_event(f, time, 0), *list = at;
    *at = ATTRIBUTES_RECORD;
    at = put_u32(at + 2, 1);
    at = put_u32(at, attribute);
    *at = UINT64_VALUE;
    at = put_u64(at + 1, process);
    list[1] = (unsigned char)(at - list - 2);
    *at++ = EVENT_PROGRAM_BEGIN;
    unsigned char *length = at;
    at = put_u32(put_u32(at + of_length, name), count);
    for (uint32_t i = 0; i < count; i++)
        at = put_u32(at, arguments[i]);
    uint64_t bytes = (uint64_t)(at - length - of_length);
    *length = of_length == 1 ? (unsigned char)bytes : UINT8_MAX;
    if (of_length != 1)
        put_bytes(length + 1, bytes);
    f->at = at;
}
