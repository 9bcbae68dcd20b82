/* The file of a thread's profile: the tree as it is, with the records that are not in it yet. */
#include "component.h"

#include "probe.h"
#include "teams.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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
            tt_stop_recording(n == 0 ? "the file system takes no more" : tt_error_text(errno));
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
    const uint64_t *to = tt_recorded(t);
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
    if (t->fold->count > 1 || tt_recorded(t) > t->begin)
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
