/* Files of MPI, where input and output are recorded: their handles, and the bytes of operations: of one call, or of two. */
#include "wrap.h"

#include "../io/io.h"

#include <pthread.h>
#include <string.h>

/* Files that are open at a time; others are regions only. */
enum { MOST_OPEN = 1024 };

static struct open_file {
    MPI_File file;
    uint32_t handle; /* 0: the place is free */
    struct tt_request split; /* the split collective operation under way; id 0: none */
} open_files[MOST_OPEN];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The place of a file, or NULL, with the lock held; handle 0 finds a free one. */
static struct open_file *place_of(MPI_File file, int is_free)
{
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (is_free ? open_files[i].handle == 0 : open_files[i].handle != 0 && open_files[i].file == file)
            return &open_files[i];
    return NULL;
}

static uint32_t handle_of(MPI_File file)
{
    pthread_mutex_lock(&lock);
    const struct open_file *place = place_of(file, 0);
    uint32_t handle = place == NULL ? 0 : place->handle;
    pthread_mutex_unlock(&lock);
    return handle;
}

static uint64_t moved(int count, MPI_Datatype datatype, const MPI_Status *status)
{
    int received;
    if (status == MPI_STATUS_IGNORE || tt_real.Get_count(status, datatype, &received) != MPI_SUCCESS || received == MPI_UNDEFINED)
        received = count;
    return tt_bytes_of(received, datatype);
}

void tt_file_moved(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype,
                   const MPI_Status *status, int is_done)
{
    uint32_t handle = tt_io_wanted ? handle_of(file) : 0;
    if (handle == 0)
        return;
    uint64_t end = tt_time();
    uint64_t bytes = is_done && mode != TT_FILE_FLUSH ? moved(count, datatype, status) : 0;
    uint64_t requested = mode == TT_FILE_FLUSH ? 0 : tt_bytes_of(count, datatype);
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(TT_IO_OPERATION, end);
    record[1] = (uint64_t)handle << 32 | mode;
    record[2] = requested;
    record[3] = bytes;
    tt_commit(t, record, 4);
}

/* Records what is started, of which its end must know; id 0: nothing is recorded. */
static struct tt_request started(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype)
{
    struct tt_request request = {.kind = TT_REQUEST_FILE, .active = 1};
    request.comm = tt_io_wanted ? handle_of(file) : 0;
    if (request.comm == 0)
        return request;
    uint64_t end = tt_time();
    request.id = tt_next_request_id();
    request.bytes.sent = tt_bytes_of(count, datatype);
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return (struct tt_request){.kind = TT_REQUEST_OTHER, .active = 1};
    request.tag = mode;
    record[0] = tt_stamp(TT_IO_START, end);
    record[1] = (uint64_t)request.comm << 32 | mode;
    record[2] = request.bytes.sent;
    record[3] = request.id;
    tt_commit(t, record, 4);
    return request;
}

static void ended(struct tt_thread *t, const struct tt_request *request, uint64_t bytes)
{
    uint64_t *record = tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(TT_IO_END, tt_time());
    record[1] = (uint64_t)request->comm << 32 | (uint64_t)request->tag;
    record[2] = bytes;
    record[3] = request->id;
    tt_commit(t, record, 4);
}

/* MPI counts what was moved in bytes. Where a status does not tell, what was asked for was moved. */
static uint64_t moved_bytes(const struct tt_request *request, const MPI_Status *status)
{
    int received;
    if (status == MPI_STATUS_IGNORE || tt_real.Get_count(status, MPI_BYTE, &received) != MPI_SUCCESS || received < 0)
        return request->bytes.sent;
    return (uint64_t)received;
}

void tt_file_started(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype,
                     MPI_Request request)
{
    const struct tt_request entry = started(t, file, mode, count, datatype);
    if (entry.id == 0)
        tt_request_other(request);
    else if (request == MPI_REQUEST_NULL)
        ended(t, &entry, entry.bytes.sent);
    else
        tt_request_add(&entry, (uintptr_t)request);
}

void tt_file_completed(struct tt_thread *t, const struct tt_request *request, const MPI_Status *status)
{
    ended(t, request, moved_bytes(request, status));
}

void tt_file_told(struct tt_thread *t, const struct tt_request *request, enum tt_record_type type)
{
    tt_put2(t, type, tt_time(), (uint64_t)request->comm << 32, request->id);
}

/* Puts an operation to its file, and gives the one that was there. */
static struct tt_request exchange_split(MPI_File file, const struct tt_request *request)
{
    struct tt_request before = {.id = 0};
    pthread_mutex_lock(&lock);
    struct open_file *place = place_of(file, 0);
    if (place != NULL) {
        before = place->split;
        place->split = *request;
    }
    pthread_mutex_unlock(&lock);
    return before;
}

void tt_file_begun(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype)
{
    const struct tt_request request = started(t, file, mode, count, datatype);
    exchange_split(file, &request);
}

void tt_file_ended(struct tt_thread *t, MPI_File file, const MPI_Status *status, int is_done)
{
    const struct tt_request none = {.id = 0};
    const struct tt_request request = tt_io_wanted ? exchange_split(file, &none) : none;
    if (request.id != 0)
        ended(t, &request, is_done ? moved_bytes(&request, status) : 0);
}

static struct tt_io_opening opening_of(int mode)
{
    int flags = mode & MPI_MODE_RDONLY ? O_RDONLY : mode & MPI_MODE_WRONLY ? O_WRONLY : O_RDWR;
    flags |= (mode & MPI_MODE_CREATE ? O_CREAT : 0) | (mode & MPI_MODE_EXCL ? O_EXCL : 0) | (mode & MPI_MODE_APPEND ? O_APPEND : 0);
    return tt_io_opening_of(flags);
}

/* Without the name of a file system before it, as in "ufs:name". */
static const char *path_in(const char *name)
{
    const char *colon = strchr(name, ':'), *slash = strchr(name, '/');
    return colon != NULL && (slash == NULL || colon < slash) ? colon + 1 : name;
}

void tt_file_opened(struct tt_thread *t, MPI_File file, const char *name, int mode)
{
    uint64_t end = tt_time();
    uint32_t handle = tt_io_wanted ? tt_io_handle_for(TT_IO_MPI, AT_FDCWD, path_in(name)) : 0;
    if (handle == 0)
        return;
    pthread_mutex_lock(&lock);
    struct open_file *place = place_of(file, 1);
    if (place != NULL)
        *place = (struct open_file){.file = file, .handle = handle};
    pthread_mutex_unlock(&lock);
    if (place == NULL) {
        tt_io_free_handle(handle);
        return;
    }
    struct tt_io_opening opening = opening_of(mode);
    tt_put2(t, TT_IO_OPEN, end, (uint64_t)handle << 32 | opening.access, (uint64_t)opening.creation << 32 | opening.status);
}

uint32_t tt_file_closing(MPI_File file)
{
    if (!tt_io_wanted)
        return 0;
    pthread_mutex_lock(&lock);
    struct open_file *place = place_of(file, 0);
    uint32_t handle = place == NULL ? 0 : place->handle;
    if (place != NULL)
        place->handle = 0;
    pthread_mutex_unlock(&lock);
    return handle;
}

void tt_file_closed(struct tt_thread *t, uint32_t handle)
{
    if (handle == 0)
        return;
    tt_put1(t, TT_IO_CLOSE, tt_time(), (uint64_t)handle << 32);
    tt_io_free_handle(handle);
}
