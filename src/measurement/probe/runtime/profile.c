/*
 * Profiles: at the end of each chunk the thread that wrote its records folds them into its tree of call paths, and uses the
 * chunk's memory again, so that memory is the same however long the run is. At the end, and from signal handlers, the tree
 * is written as it is, with the records that are not in it yet.
 */
#include "probe.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int tt_begin_profile(struct tt_thread *t)
{
    struct tt_fold *fold = mmap(NULL, sizeof *fold, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fold == MAP_FAILED)
        return 0;
    if (!tt_fold_begin(fold, tt_process.near_base)) {
        munmap(fold, sizeof *fold);
        return 0;
    }
    t->fold = fold;
    return 1;
}

void tt_end_profile(struct tt_thread *t)
{
    struct tt_fold *fold = t->fold;
    if (fold == NULL)
        return;
    t->fold = NULL;
    tt_fold_end(fold);
    munmap(fold, sizeof *fold);
}

/* A signal handler sees each record either in the tree or behind `folded`, but for the one that is being folded. */
static void fold_all(struct tt_thread *t)
{
    for (uint64_t *r = t->folded == NULL ? t->begin : t->folded; r < t->cur; t->folded = r) {
        uint64_t *next = r + tt_record_words(*r);
        tt_fold_record(t->fold, r);
        atomic_signal_fence(memory_order_seq_cst);
        r = next;
    }
}

/** Folds the buffer of the calling thread and records that it did; 0 inside a signal handler that came meanwhile, whose
 *  records are lost. */
int tt_fold_buffer(struct tt_thread *t)
{
    if (t->is_folding) {
        t->lost++;
        return 0;
    }
    t->is_folding = 1;
    uint64_t start = tt_time();
    fold_all(t);
    t->cur = t->begin;
    atomic_signal_fence(memory_order_seq_cst);
    t->folded = t->begin;
    t->is_folding = 0;
    uint64_t *record = t->cur;
    record[0] = tt_stamp(TT_FLUSH, start);
    record[1] = tt_time();
    tt_commit(t, record, 2);
    return 1;
}

struct writing {
    int fd;
    uint64_t offset;
};

static int put(struct writing *w, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = tt_write(w->fd, (const char *)data + done, size - done, w->offset + done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            tt_stop_recording(n == 0 ? "the file system takes no more" : strerror(errno));
            return 0;
        }
    }
    w->offset += size;
    return 1;
}

/* The headers come last: what is cut before is known by its magic, and a file that is written anew is read as before. */
static int put_all(struct tt_thread *t, struct writing *w)
{
    const struct tt_fold *fold = t->fold;
    const uint64_t *from = t->folded == NULL ? t->begin : t->folded, *to = t->cur;
    struct tt_file_header file = {
        .magic = TT_PROFILE_MAGIC,
        .byte_order = TT_BYTE_ORDER_MARK,
        .version = TT_RAW_VERSION,
        .start_ticks = tt_process.start_ticks,
        .near_base = tt_process.near_base,
        .pid = (uint32_t)getpid(),
        .thread = t->index,
    };
    struct tt_profile_header header = {
        .nodes = __atomic_load_n(&fold->count, __ATOMIC_ACQUIRE),
        .frames = fold->depth,
        .words = from < to ? (uint32_t)(to - from) : 0,
        .node_bytes = sizeof(struct tt_node),
        .counts = fold->counts,
    };
    w->offset = sizeof file + sizeof header;
    if (!put(w, fold->nodes, header.nodes * sizeof *fold->nodes) || !put(w, fold->frames, header.frames * sizeof *fold->frames) ||
        !put(w, from, header.words * sizeof *from))
        return 0;
    w->offset = 0;
    return put(w, &file, sizeof file) && put(w, &header, sizeof header);
}

/** Writes the profile of `t` and the records that are not in it, leaving both as they are: callable from a signal handler
 *  and while the thread records. */
void tt_save_profile(struct tt_thread *t)
{
    if (t->fold->count == 1 && t->cur == t->begin)
        return;
    struct writing w = {.fd = tt_open_thread_file(t->index, "prof")};
    if (w.fd < 0)
        return;
    put_all(t, &w);
    close(w.fd);
}
