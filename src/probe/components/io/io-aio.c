/*
 * Asynchronous I/O of POSIX: operations that go on while the program does something else. One begins where aio_read, aio_write,
 * aio_fsync or lio_listio returns, and ends where the program takes its result, by aio_return, which it does once. What it was
 * doing is known by the block that the program gave.
 */
#include "io.h"

#include <errno.h>
#include <pthread.h>

/* Blocks that are under way at a time; others are calls only. */
enum { MOST_BLOCKS = 4096 };

static struct block {
    const void *is; /* NULL: the place is free */
    uint32_t handle;
    enum tt_io_mode mode;
    uint64_t requested, id;
} blocks[MOST_BLOCKS];
static unsigned highest; /* place that was ever used, plus one */
static uint64_t ids;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Requests of MPI are numbered from 1; readers know numbers of 53 bits. */
#define FIRST_ID (UINT64_C(1) << 51)

/* A block is put where the one was that had this address before, if that was never asked for; else to a free place. */
static struct block *place_of(const void *is)
{
    struct block *free_place = NULL;
    for (unsigned i = 0; i < highest; i++) {
        if (blocks[i].is == is)
            return &blocks[i];
        if (blocks[i].is == NULL)
            free_place = &blocks[i];
    }
    return free_place != NULL || highest == MOST_BLOCKS ? free_place : &blocks[highest++];
}

/* Before the system knows of it: another thread may take its result before this one goes on. id 0: it is not recorded. */
static struct block add(const void *is, int fd, enum tt_io_mode mode, uint64_t requested)
{
    struct block block = {.is = is, .handle = tt_io_handle_of(fd), .mode = mode, .requested = requested};
    if (block.handle == 0)
        return block;
    pthread_mutex_lock(&lock);
    struct block *place = place_of(is);
    if (place != NULL) {
        block.id = FIRST_ID | ++ids;
        *place = block;
    }
    pthread_mutex_unlock(&lock);
    return block;
}

/* What a block stood for, which is then forgotten; id 0: nothing. */
static struct block take(const void *is)
{
    struct block block = {.id = 0};
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < highest; i++)
        if (blocks[i].is == is) {
            block = blocks[i];
            blocks[i].is = NULL;
            break;
        }
    pthread_mutex_unlock(&lock);
    return block;
}

static int is_any_under_way(void)
{
    return __atomic_load_n(&highest, __ATOMIC_RELAXED) > 0;
}

static void put(struct tt_thread *t, enum tt_record_type type, const struct block *block, uint64_t bytes)
{
    uint64_t *record = block->id == 0 ? NULL : tt_room(t);
    if (record == NULL)
        return;
    record[0] = tt_stamp(type, tt_time());
    record[1] = (uint64_t)block->handle << 32 | block->mode;
    record[2] = bytes;
    record[3] = block->id;
    tt_commit(t, record, 4);
}

/* Records what a call started, if it did, and the call's end. */
static void started(const struct tt_io_call *call, const struct block *block, int outcome)
{
    int error = errno;
    if (outcome == 0)
        put(call->thread, TT_IO_START, block, block->requested);
    else
        take(block->is);
    errno = error;
    tt_io_leave(call);
}

#define START(name, types, args, mode, requested)                              \
    TT_API int name types                                                      \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        struct block block = {.id = 0};                                        \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            call = tt_io_enter_file(TT_IO_##name, of->aio_fildes, TT_SITE, TT_FRAME); \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            block = add(of, of->aio_fildes, mode, requested);                  \
        int outcome = TT_IO_REAL(name) args;                                   \
        if (TT_UNLIKELY(call.thread != NULL))                                  \
            started(&call, &block, outcome);                                   \
        return outcome;                                                        \
    }
START(aio_read, (struct aiocb * of), (of), TT_IO_READ, of->aio_nbytes)
START(aio_read64, (struct aiocb64 * of), (of), TT_IO_READ, of->aio_nbytes)
START(aio_write, (struct aiocb * of), (of), TT_IO_WRITE, of->aio_nbytes)
START(aio_write64, (struct aiocb64 * of), (of), TT_IO_WRITE, of->aio_nbytes)
START(aio_fsync, (int operation, struct aiocb *of), (operation, of), TT_IO_FLUSH, 0)
START(aio_fsync64, (int operation, struct aiocb64 *of), (operation, of), TT_IO_FLUSH, 0)

/* What cannot be started of a list is told by its result, which is then taken. */
#define LIST(name, type)                                                       \
    TT_API int name(int mode, type *const list[], int count, struct sigevent *event) \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        if (TT_UNLIKELY(tt_io_wanted))                                        \
            call = tt_io_enter(TT_IO_##name, TT_SITE, TT_FRAME);               \
        for (int i = 0; TT_UNLIKELY(call.thread != NULL) && i < count; i++) {  \
            type *of = list[i];                                                \
            if (of == NULL || (of->aio_lio_opcode != LIO_READ && of->aio_lio_opcode != LIO_WRITE)) \
                continue;                                                      \
            struct block block = add(of, of->aio_fildes, of->aio_lio_opcode == LIO_READ ? TT_IO_READ : TT_IO_WRITE, of->aio_nbytes); \
            put(call.thread, TT_IO_START, &block, block.requested);            \
        }                                                                      \
        int outcome = TT_IO_REAL(name)(mode, list, count, event);              \
        tt_io_leave(&call);                                                    \
        return outcome;                                                        \
    }
LIST(lio_listio, struct aiocb)
LIST(lio_listio64, struct aiocb64)

#define RESULT(name, type)                                                     \
    TT_API ssize_t name(type *of)                                              \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        struct block block = {.id = 0};                                        \
        if (TT_UNLIKELY(tt_io_wanted) && is_any_under_way())                  \
            block = take(of);                                                  \
        if (TT_UNLIKELY(block.id != 0))                                        \
            call = tt_io_enter(TT_IO_##name, TT_SITE, TT_FRAME);               \
        ssize_t moved = TT_IO_REAL(name)(of);                                  \
        if (TT_UNLIKELY(call.thread != NULL)) {                                \
            int error = errno;                                                 \
            put(call.thread, TT_IO_END, &block, moved < 0 ? 0 : (uint64_t)moved); \
            errno = error;                                                     \
            tt_io_leave(&call);                                                \
        }                                                                      \
        return moved;                                                          \
    }
RESULT(aio_return, struct aiocb)
RESULT(aio_return64, struct aiocb64)

/* Waiting for some of them. */
#define SUSPEND(name, type)                                                    \
    TT_API int name(const type *const list[], int count, const struct timespec *most) \
    {                                                                          \
        struct tt_io_call call = {NULL, 0};                                    \
        if (TT_UNLIKELY(tt_io_wanted) && is_any_under_way())                  \
            call = tt_io_enter(TT_IO_##name, TT_SITE, TT_FRAME);               \
        int outcome = TT_IO_REAL(name)(list, count, most);                     \
        tt_io_leave(&call);                                                    \
        return outcome;                                                        \
    }
SUSPEND(aio_suspend, struct aiocb)
SUSPEND(aio_suspend64, struct aiocb64)
