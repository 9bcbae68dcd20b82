/*
 * Profiles: at the end of each chunk the thread that wrote its records folds them into its tree of call paths, and uses the
 * chunk's memory again, so that memory is the same however long the run is. At the end, and from signal handlers, the tree
 * is written as it is, with the records that are not in it yet.
 */
#include "component.h"
#include "part.h"
#include "probe.h"
#include "teams.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The regions that a thread is in, and those that it forked, as the process knows them by now. */
static uint32_t own_teams(const struct tt_fold *fold, struct tt_team *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < fold->team_depth && i < TT_MOST_TEAMS; i++)
        out[count++] = fold->teams[i];
    for (uint32_t i = 0; i < fold->fork_depth && i < TT_MOST_TEAMS; i++) {
        const struct tt_team *team = tt_openmp.team(NULL, fold->forks[i], 0);
        out[count++] = team != NULL ? *team : (struct tt_team){.id = fold->forks[i]};
    }
    return count;
}

/* Behind these come those that its last records begin or that it is in, which other threads may have told more of. */
static int put_teams(struct writing *w, const struct tt_fold *fold, const uint64_t *from, const uint64_t *to, uint32_t *count)
{
    struct tt_team own[2 * TT_MOST_TEAMS];
    uint32_t first = own_teams(fold, own);
    *count = first;
    if (!put(w, own, first * sizeof *own))
        return 0;
    for (uint32_t i = 0; i < first; i++) {
        const struct tt_team *team = tt_openmp.team(NULL, own[i].id, 0);
        if (team != NULL && !put(w, team, sizeof *team))
            return 0;
        *count += team != NULL;
    }
    for (const uint64_t *r = from; r < to; r += tt_record_words(*r)) {
        const struct tt_team *team = *r >> TT_TIME_BITS == TT_OMP_TEAM_BEGIN ? tt_openmp.team(NULL, r[1], 0) : NULL;
        if (team != NULL && !put(w, team, sizeof *team))
            return 0;
        *count += team != NULL;
    }
    return 1;
}

static struct tt_series_header series_header(const struct tt_fold *fold)
{
    const struct tt_series *s = fold->series;
    if (s == NULL)
        return (struct tt_series_header){.stride = fold->stride};
    if (__atomic_load_n(&s->is_changing, __ATOMIC_ACQUIRE))
        return (struct tt_series_header){.iteration = s->iteration}; /* as damaged: in a signal handler */
    return (struct tt_series_header){.words = s->used,
                                     .pending = __atomic_load_n(&s->touched_count, __ATOMIC_ACQUIRE),
                                     .stride = s->stride,
                                     .iteration = s->iteration,
                                     .phase = fold->phase,
                                     .expected = fold->expected,
                                     .in_iteration = fold->in_iteration};
}

static int put_series(struct writing *w, const struct tt_series *s, const struct tt_series_header *header)
{
    if (header->iteration == 0)
        return 1;
    if (!put(w, s->words, header->words * sizeof *s->words))
        return 0;
    for (uint32_t i = 0; i < header->pending; i++) {
        const struct tt_series_pending pending = {.node = s->touched[i], .before = s->before[s->touched[i]]};
        if (!put(w, &pending, sizeof pending))
            return 0;
    }
    return 1;
}

/* As many as the header says, also while the thread counts on: entries that are free tell that it did. */
static int put_channels(struct writing *w, const struct tt_channels *all, const struct tt_channels_header *header)
{
    static const struct tt_channel no_channel;
    static const struct tt_posted nothing;
    const struct tt_channel_table *channels = __atomic_load_n(&all->channels, __ATOMIC_ACQUIRE);
    const struct tt_posted_table *under_way = __atomic_load_n(&all->posted, __ATOMIC_ACQUIRE);
    uint32_t place = 0, posted_place = 0;
    for (uint32_t i = 0; i < header->channels; i++) {
        const struct tt_channel *channel = tt_next_channel(channels, &place);
        if (!put(w, channel == NULL ? &no_channel : channel, sizeof *channel))
            return 0;
    }
    for (uint32_t i = 0; i < header->posted; i++) {
        const struct tt_posted *posted = tt_next_posted(under_way, &posted_place);
        if (!put(w, posted == NULL ? &nothing : posted, sizeof *posted))
            return 0;
    }
    return 1;
}

/* The headers come last: what is cut before is known by its magic, and a file that is written anew is read as before. */
static int put_all(const struct tt_thread *t, const struct tt_fold *fold, const uint64_t *from, struct writing *w)
{
    const uint64_t *to = t->cur;
    struct tt_file_header file = tt_header_of(t, TT_PROFILE_MAGIC);
    struct tt_profile_header header = {
        .nodes = __atomic_load_n(&fold->count, __ATOMIC_ACQUIRE),
        .frames = fold->depth,
        .words = from < to ? (uint32_t)(to - from) : 0,
        .node_bytes = sizeof(struct tt_node),
        .frame_bytes = sizeof(struct tt_fold_frame),
        .goes_on = (uint32_t)fold->goes_on,
        .ends = fold->ends,
        .team_depth = fold->team_depth < TT_MOST_TEAMS ? fold->team_depth : TT_MOST_TEAMS,
        .fork_depth = fold->fork_depth < TT_MOST_TEAMS ? fold->fork_depth : TT_MOST_TEAMS,
        .counts = fold->counts,
        .series = series_header(fold),
        .channels = tt_channels_header(&fold->channels),
        .part_goes_on = t->part_goes_on,
        .part_bytes = t->part_written,
    };
    w->offset = sizeof file + sizeof header;
    if (!put(w, fold->nodes, header.nodes * sizeof *fold->nodes) || !put(w, fold->frames, header.frames * sizeof *fold->frames) ||
        !put_teams(w, fold, from, to, &header.teams) || !put(w, from, header.words * sizeof *from) ||
        !put(w, fold->ended, header.ends * sizeof *fold->ended) || !put_series(w, fold->series, &header.series) ||
        !put_channels(w, &fold->channels, &header.channels))
        return 0;
    w->offset = 0;
    return put(w, &file, sizeof file) && put(w, &header, sizeof header);
}

static void save(const struct tt_thread *t, const struct tt_fold *fold, const uint64_t *from)
{
    struct writing w = {.fd = tt_open_thread_file(t->index, "prof")};
    if (w.fd < 0)
        return;
    put_all(t, fold, from, &w);
    close(w.fd);
}

/** Writes the profile of `t` and the records that are not in it, leaving both as they are: callable from a signal handler
 *  and while the thread records. */
void tt_save_profile(struct tt_thread *t)
{
    if (t->fold->count > 1 || t->cur > t->begin)
        save(t, t->fold, t->folded);
}

/** The same of a thread whose trace has reached its limit, and that cannot fold its last records itself: they are written as
 *  those of a profile that goes on there. */
void tt_save_rest(struct tt_thread *t)
{
    static struct tt_node nodes[] = {{.kind = TT_NODE_ROOT}, {.kind = TT_NODE_SEGMENT}};
    const struct tt_fold nothing = {.nodes = nodes, .count = 2, .goes_on = 1};
    save(t, &nothing, t->begin);
}
