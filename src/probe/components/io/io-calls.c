/* Entering and leaving calls that read or write, and which descriptors are the program's files. */
#include "io.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

struct tt_io_real tt_io_real;

/* Handles by descriptor; 0: not known, so not the program's. */
enum { MOST_DESCRIPTORS = 1 << 16 };
static _Atomic uint32_t handle_of[MOST_DESCRIPTORS] = {
    [STDIN_FILENO] = TT_IO_STDIN, [STDOUT_FILENO] = TT_IO_STDOUT, [STDERR_FILENO] = TT_IO_STDERR};

/* What stands for a folder that is read: it is the program's, and nothing more is told of it. */
#define A_DIRECTORY UINT32_MAX

/* The frame of the wrapper that this thread is in; 0: none. Frames below it are of what the call itself calls, and of
 * handlers of signals. A call from above it shows that the wrapper was left by a longjmp. */
__thread uintptr_t tt_io_inside __attribute__((tls_model("initial-exec")));
__thread const void *tt_io_statement __attribute__((tls_model("initial-exec")));

void tt_io_load(void)
{
    int error = errno;
#define LOAD(name, shown, paradigm, role)                                             \
    do {                                                                       \
        void (*found)(void);                                                   \
        *(void **)&found = dlsym(RTLD_NEXT, #name);                            \
        tt_io_real.name = (__typeof__(tt_io_real.name))found;                  \
    } while (0);
    TT_IO_FUNCTIONS(LOAD)
#undef LOAD
    errno = error;
}

void tt_io_missing(const char *name)
{
    tt_say("the system has no %s behind the probe's: is a library of it missing?", name);
    abort();
}

static uint32_t known(int fd)
{
    return fd >= 0 && fd < MOST_DESCRIPTORS ? atomic_load_explicit(&handle_of[fd], memory_order_relaxed) : 0;
}

uint32_t tt_io_handle_of(int fd)
{
    uint32_t handle = known(fd);
    return handle == A_DIRECTORY ? 0 : handle;
}

static uint32_t exchange(int fd, uint32_t handle)
{
    return fd >= 0 && fd < MOST_DESCRIPTORS ? atomic_exchange(&handle_of[fd], handle) : 0;
}

uint32_t tt_io_forget(int fd)
{
    uint32_t before = known(fd) == 0 ? 0 : exchange(fd, 0);
    return before == A_DIRECTORY ? 0 : before;
}

static struct tt_io_call enter(enum tt_io_function function, uint32_t handle, const void *site, const void *frame)
{
    struct tt_io_call call = {NULL, handle};
    if (tt_io_inside != 0 && (uintptr_t)frame < tt_io_inside)
        return call;
    if (atomic_load_explicit(&tt_process.state, memory_order_relaxed) != TT_RECORDING || !tt_io_is_programs(site))
        return call;
    struct tt_thread *t = tt_thread_self();
    if (t->in_mpi || t->stopped)
        return call;
    tt_io_inside = (uintptr_t)frame;
    uint64_t *record = tt_room(t);
    if (TT_UNLIKELY(record == NULL)) {
        tt_io_inside = 0;
        return call;
    }
    uintptr_t from = (uintptr_t)(tt_io_statement != NULL ? tt_io_statement : site);
    record[1] = (uint64_t)function << TT_SITE_BITS | (from & TT_SITE_MASK);
    record[0] = tt_stamp(TT_IO_ENTER, tt_time());
    tt_commit(t, record, 2);
    call.thread = t;
    return call;
}

struct tt_io_call tt_io_enter(enum tt_io_function function, const void *site, const void *frame)
{
    int error = errno;
    struct tt_io_call call = enter(function, 0, site, frame);
    errno = error;
    return call;
}

struct tt_io_call tt_io_enter_path(enum tt_io_function function, const char *path, const void *site, const void *frame)
{
    return tt_io_is_file(path) ? tt_io_enter(function, site, frame) : (struct tt_io_call){NULL, 0};
}

struct tt_io_call tt_io_enter_file(enum tt_io_function function, int fd, const void *site, const void *frame)
{
    uint32_t handle = known(fd);
    if (handle == 0)
        return (struct tt_io_call){NULL, 0};
    int error = errno;
    struct tt_io_call call = enter(function, handle == A_DIRECTORY ? 0 : handle, site, frame);
    errno = error;
    return call;
}

struct tt_io_call tt_io_enter_stream(enum tt_io_function function, FILE *stream, const void *site, const void *frame)
{
    return tt_io_enter_file(function, stream == NULL ? -1 : fileno_unlocked(stream), site, frame);
}

/* Records what a call did, if anything, and its end. */
static void leave(const struct tt_io_call *call, uint64_t end, enum tt_record_type type, const uint64_t *words, unsigned count)
{
    struct tt_thread *t = call->thread;
    uint64_t *record = count == 0 ? NULL : tt_room(t);
    if (record != NULL) {
        record[0] = tt_stamp(type, end);
        memcpy(record + 1, words, count * sizeof *words);
        tt_commit(t, record, 1 + count);
    }
    tt_put0(t, TT_IO_LEAVE, end);
    tt_io_inside = 0;
}

void tt_io_leave(const struct tt_io_call *call)
{
    if (call->thread == NULL)
        return;
    int error = errno;
    leave(call, tt_time(), TT_NO_RECORD, NULL, 0);
    errno = error;
}

void tt_io_moved(const struct tt_io_call *call, enum tt_io_mode mode, uint64_t requested, int64_t result)
{
    if (call->thread == NULL)
        return;
    int error = errno;
    const uint64_t words[] = {(uint64_t)call->handle << 32 | mode, requested, result < 0 ? 0 : (uint64_t)result};
    leave(call, tt_time(), TT_IO_OPERATION, words, call->handle == 0 ? 0 : 3);
    errno = error;
}

struct tt_io_copy tt_io_enter_copy(enum tt_io_function function, int from, int to, const void *site, const void *frame)
{
    struct tt_io_copy copy = {{NULL, 0}, known(from), known(to)};
    if (copy.from == 0 && copy.to == 0)
        return copy;
    copy.from = copy.from == A_DIRECTORY ? 0 : copy.from;
    copy.to = copy.to == A_DIRECTORY ? 0 : copy.to;
    copy.call = tt_io_enter(function, site, frame);
    return copy;
}

void tt_io_copied(const struct tt_io_copy *copy, uint64_t requested, int64_t result)
{
    struct tt_thread *t = copy->call.thread;
    if (t == NULL)
        return;
    int error = errno;
    uint64_t end = tt_time(), bytes = result < 0 ? 0 : (uint64_t)result;
    uint64_t *record = copy->from == 0 ? NULL : tt_room(t);
    if (record != NULL) {
        record[0] = tt_stamp(TT_IO_OPERATION, end);
        record[1] = (uint64_t)copy->from << 32 | TT_IO_READ;
        record[2] = requested;
        record[3] = bytes;
        tt_commit(t, record, 4);
    }
    const uint64_t words[] = {(uint64_t)copy->to << 32 | TT_IO_WRITE, requested, bytes};
    leave(&copy->call, end, TT_IO_OPERATION, words, copy->to == 0 ? 0 : 3);
    errno = error;
}

void tt_io_sought(const struct tt_io_call *call, int64_t offset, int whence, int64_t result)
{
    if (call->thread == NULL)
        return;
    int error = errno;
    const uint64_t words[] = {(uint64_t)call->handle << 32 | (uint32_t)whence, (uint64_t)offset, (uint64_t)result};
    leave(call, tt_time(), TT_IO_SEEK, words, call->handle == 0 || result < 0 ? 0 : 3);
    errno = error;
}

void tt_io_opened(const struct tt_io_call *call, enum tt_io_paradigm paradigm, int fd, int directory, const char *path,
                  struct tt_io_opening opening)
{
    if (call->thread == NULL) {
        tt_io_forget(fd);
        return;
    }
    int error = errno;
    uint64_t end = tt_time();
    uint32_t handle = fd < 0 ? 0 : tt_io_handle_for(paradigm, directory, path);
    tt_io_free_handle(tt_io_forget(fd)); /* closed by what is not seen */
    exchange(fd, handle);
    const uint64_t words[] = {(uint64_t)handle << 32 | opening.access, (uint64_t)opening.creation << 32 | opening.status};
    leave(call, end, TT_IO_OPEN, words, handle == 0 ? 0 : 2);
    errno = error;
}

void tt_io_opened_directory(const struct tt_io_call *call, int fd)
{
    exchange(fd, call->thread == NULL ? 0 : A_DIRECTORY);
    tt_io_leave(call);
}

void tt_io_closed(const struct tt_io_call *call)
{
    if (call->thread == NULL) {
        tt_io_free_handle(call->handle);
        return;
    }
    int error = errno;
    const uint64_t words[] = {(uint64_t)call->handle << 32};
    leave(call, tt_time(), TT_IO_CLOSE, words, call->handle == 0 ? 0 : 1);
    tt_io_free_handle(call->handle);
    errno = error;
}

void tt_io_duplicated(const struct tt_io_call *call, int fd)
{
    if (call->thread == NULL) {
        tt_io_forget(fd);
        return;
    }
    int error = errno;
    uint64_t end = tt_time();
    uint32_t handle = fd < 0 || call->handle == 0 ? 0 : tt_io_another_handle(call->handle);
    tt_io_free_handle(tt_io_forget(fd));
    exchange(fd, handle);
    const uint64_t words[] = {(uint64_t)call->handle << 32 | handle};
    leave(call, end, TT_IO_DUPLICATE, words, handle == 0 ? 0 : 1);
    errno = error;
}

void tt_io_deleted(const struct tt_io_call *call, enum tt_io_paradigm paradigm, int directory, const char *path, int outcome)
{
    char whole[2 * PATH_MAX];
    if (call->thread == NULL)
        return;
    int error = errno;
    uint64_t end = tt_time();
    const char *name = outcome != 0 ? NULL : tt_io_absolute(whole, sizeof whole, directory, path);
    uint32_t file = name == NULL ? 0 : tt_io_file(name);
    const uint64_t words[] = {(uint64_t)file << 32 | paradigm};
    leave(call, end, TT_IO_DELETE, words, file == 0 ? 0 : 1);
    errno = error;
}

