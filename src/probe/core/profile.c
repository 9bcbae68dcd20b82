/*
 * Profiles: at the end of each chunk the thread that wrote its records folds them into its tree of call paths, and uses the
 * chunk's memory again, so that memory is the same however long the run is. At the end, and from signal handlers, the tree
 * is written as it is, with the records that are not in it yet.
 */
#include "component.h"
#include "part.h"
#include "teams.h"

#include <string.h>
#include <sys/mman.h>

int tt_begin_profile(struct tt_thread *t)
{
    struct tt_fold *fold = mmap(NULL, sizeof *fold, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fold == MAP_FAILED)
        return 0;
    if (!tt_fold_begin(fold, tt_process.near_base, 0, &tt_openmp)) {
        munmap(fold, sizeof *fold);
        return 0;
    }
    fold->counts_channels = 1;
    tt_components_begin_profile(fold);
    fold->stride = tt_process.stride;
    fold->series_limit = (uint32_t)(tt_process.series_bytes / sizeof(uint64_t));
    t->fold = fold;
    return 1;
}

/** Whether the thread's profile begins where its trace ends: the records in its buffer are not written any more. */
int tt_go_on_as_profile(struct tt_thread *t)
{
    if (!tt_begin_profile(t))
        return 0;
    if (!tt_fold_go_on(t->fold)) {
        tt_end_profile(t);
        return 0;
    }
    t->fold->thread = t->index;
    t->folded = t->begin;
    tt_components_continue_as_profile(t);
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

/* Folds the records that are there; of the last ones some are left where what they mean depends on what follows, unless
 * all `must` be folded. A signal handler sees each record either in the tree or behind `folded`, but for the one that is
 * being folded. @returns how many were folded */
static uint64_t fold_records(struct tt_thread *t, int must)
{
    const uint64_t *end = t->cur;
    uint64_t count = 0;
    for (uint64_t *r = t->folded; r < end; t->folded = r) {
        uint64_t *next = r + tt_record_words(*r);
        if (!must && *r >> TT_TIME_BITS >= TT_OMP_FORK && tt_fold_waits(t->fold, r, end))
            return count;
        tt_fold_record(t->fold, r, end);
        atomic_signal_fence(memory_order_seq_cst);
        r = next;
        count++;
    }
    return count;
}

/* Puts the records that were left to the buffer's beginning. */
static void move_down(struct tt_thread *t)
{
    size_t left = (size_t)(t->cur - t->folded);
    memcpy(t->begin, t->folded, left * sizeof *t->begin);
    t->cur = t->begin + left;
    atomic_signal_fence(memory_order_seq_cst);
    t->folded = t->begin;
    t->fold->loop_end = NULL;
}

static void note_folding(struct tt_thread *t, uint64_t start)
{
    uint64_t *record = t->cur;
    record[0] = tt_stamp(TT_FLUSH, start);
    record[1] = tt_time();
    tt_append(t, record, 2);
}

/* All of them. @returns how many */
static uint64_t fold_all(struct tt_thread *t)
{
    const uint64_t *from = t->folded;
    int is_kept = tt_part_before(t);
    uint64_t count = fold_records(t, 1);
    tt_part_after(t, from, is_kept);
    return count;
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
    const uint64_t *from = t->folded;
    int is_kept = tt_part_before(t);
    t->folded_records += fold_records(t, 0);
    if (t->cur - t->folded > (t->limit - t->begin) / 2)
        t->folded_records += fold_records(t, 1);
    tt_part_after(t, from, is_kept);
    if (t->cur - t->folded <= t->folded - t->begin)
        move_down(t);
    t->is_folding = 0;
    note_folding(t, start);
    t->folding_ticks += tt_time() - start;
    return 1;
}

enum { FOLD_EVERY_NS = 100000000 };

void tt_fold_now_and_then(struct tt_thread *t)
{
    uint64_t now = tt_clock_ns(CLOCK_MONOTONIC);
    if (now - t->folded_at < FOLD_EVERY_NS)
        return;
    t->folded_at = now;
    tt_fold_buffer(t);
}

int tt_switch_off(int off)
{
    struct tt_thread *t = tt_thread_self();
    if (atomic_load(&tt_process.off) == off)
        return 1;
    if (t->fold == NULL || t->stopped)
        return 0;
    tt_put1(t, TT_OFF, tt_time(), (uint64_t)off);
    atomic_store(&tt_process.off, off);
    return 1;
}

/* So many words are worth a record that tells how long it took to fold them. */
enum { WORTH_NOTING = 256 };

/** Records that the calling thread begins a parallel region. All records before are folded, so that the other threads
 *  find the path that they inherit. */
void tt_profile_fork(struct tt_thread *t, uint64_t team, uint64_t site)
{
    uint64_t start = tt_time();
    if (t->is_folding)
        return;
    int is_long = t->cur - t->folded > WORTH_NOTING && tt_room(t) != NULL;
    t->is_folding = 1;
    t->folded_records += fold_all(t);
    if (is_long) {
        note_folding(t, start);
        t->writing = 0;
    }
    t->is_folding = 0;
    uint64_t now = tt_time();
    t->folding_ticks += now - start;
    tt_put2(t, TT_OMP_FORK, now, team, site);
    t->is_folding = 1;
    fold_all(t);
    t->is_folding = 0;
}

