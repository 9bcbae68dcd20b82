/*
 * A thread that folds looks how often a part has begun or ended, at the latest when it has nothing more to fold: what it folds
 * was recorded before it looked. A part that begins is counted first, and the time it begins at is taken afterwards; one that
 * ends, the other way round. So no thread misses a record that lies between both times, and those that lie outside are left
 * out by the finisher.
 */
#include "part.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "../fold/part.h"

static _Atomic unsigned changes; /* odd: a part is under way */

int tt_is_in_part(void)
{
    return (int)(atomic_load(&changes) & 1);
}

int tt_begin_part(uint64_t iteration)
{
    unsigned before = atomic_load(&changes);
    if (tt_process.mode != TT_PROFILE || atomic_load(&tt_process.profile_asked))
        return 0;
    if ((before & 1) != 0)
        return 1;
    struct tt_thread *t = tt_self;
    if (t != NULL && t->fold != NULL && !t->stopped)
        tt_fold_buffer(t); /* less of what was before is written */
    if (atomic_compare_exchange_strong(&changes, &before, before + 1))
        tt_note("part begin %llu %llu\n", (unsigned long long)tt_time(), (unsigned long long)iteration);
    return 1;
}

static void end_at(uint64_t time, uint64_t iteration, const char *why)
{
    unsigned before = atomic_load(&changes);
    if ((before & 1) == 0 || !atomic_compare_exchange_strong(&changes, &before, before + 1))
        return;
    tt_note("part end %llu %llu%s%s\n", (unsigned long long)time, (unsigned long long)iteration, why[0] == '\0' ? "" : " ", why);
    if (why[0] != '\0')
        tt_say("tracing of iterations ends here, %s: the profile continues", why);
}

void tt_end_part(uint64_t iteration)
{
    end_at(tt_time(), iteration, "");
}

/* Writes behind what the thread's file has; 0 where it takes no more, and the part ends before the records from `time` on. */
static int put(struct tt_thread *t, uint64_t time, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = tt_write(t->part_fd, (const char *)data + done, size - done, t->part_written + done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            end_at(time, 0, n == 0 ? "the file system takes no more" : tt_error_text(errno));
            return 0;
        }
    }
    t->part_written += size;
    atomic_fetch_add(&tt_process.bytes, size);
    return 1;
}

/* A block that could not be written as a whole is not there: what comes later takes its place, and the profile tells where
 * the file ends. */
static int take_back(struct tt_thread *t, uint64_t written)
{
    t->part_written = written;
    return 0;
}

static int open_part(struct tt_thread *t, uint64_t time)
{
    struct tt_file_header header = tt_header_of(t, TT_PART_MAGIC);
    if (t->part_written > 0)
        return t->part_fd >= 0;
    t->part_fd = tt_open_thread_file(t->index, "part");
    return t->part_fd >= 0 && put(t, time, &header, sizeof header);
}

static int put_frames(struct tt_thread *t, uint64_t time)
{
    const struct tt_fold *fold = t->fold;
    for (uint32_t i = 0; i < fold->depth; i++) {
        const struct tt_fold_frame *frame = &fold->frames[i];
        const struct tt_node *node = &fold->nodes[frame->node];
        int is_own = (frame->flags & TT_IS_DEEPER) == 0;
        const struct tt_part_frame open = {.kind = node->kind,
                                           .name = is_own ? node->name : frame->function,
                                           .site = is_own ? node->site : 0,
                                           .hook = is_own ? node->hook : 0,
                                           .function = frame->function};
        if (!put(t, time, &open, sizeof open))
            return 0;
    }
    return 1;
}

static int put_channels(struct tt_thread *t, uint64_t time)
{
    const struct tt_channels *all = &t->fold->channels;
    const struct tt_channel *channel;
    const struct tt_posted *posted;
    for (uint32_t place = 0; (channel = tt_next_channel(all->channels, &place)) != NULL;)
        if (!put(t, time, channel, sizeof *channel))
            return 0;
    for (uint32_t place = 0; (posted = tt_next_posted(all->posted, &place)) != NULL;)
        if (!put(t, time, posted, sizeof *posted))
            return 0;
    return 1;
}

static int put_state(struct tt_thread *t, uint64_t time)
{
    const struct tt_part_block head = {.kind = TT_PART_STATE,
                                       .position = t->part_written,
                                       .frames = t->fold->depth,
                                       .last = t->fold->counts.last,
                                       .channels = tt_channels_header(&t->fold->channels)};
    return (put(t, time, &head, sizeof head) && put_frames(t, time) && put_channels(t, time)) || take_back(t, head.position);
}

static int has_room(uint64_t time, size_t size)
{
    char name[PATH_MAX + 512];
    tt_file_name(name, sizeof name, ""); /* the free disk is known when the folder is made */
    if (!tt_is_in_part() || atomic_load(&tt_process.bytes) + size <= tt_process.max_bytes)
        return 1; /* behind the limit stands what was recorded before a part ended, no more than buffers hold */
    end_at(time, 0, tt_process.limited_by_disk ? "it would take up the free disk; TRIMTAB_MAX_BYTES sets another limit"
                                               : "TRIMTAB_MAX_BYTES is reached");
    return 0;
}

int tt_part_before(struct tt_thread *t)
{
    unsigned now = atomic_load(&changes);
    int is_kept = (now & 1) != 0 || now != t->part_seen;
    uint64_t time = t->folded < t->cur ? *t->folded & TT_TIME_MASK : tt_time();
    t->part_seen = now;
    size_t size = (size_t)((char *)t->cur - (char *)t->folded);
    if (!is_kept || t->folded == t->cur || !has_room(time, size) || !open_part(t, time))
        return 0;
    return t->part_goes_on || put_state(t, time);
}

void tt_part_after(struct tt_thread *t, const uint64_t *from, int is_kept)
{
    if (is_kept && t->folded > from) {
        const struct tt_part_block head = {.kind = TT_PART_RECORDS, .words = (uint64_t)(t->folded - from), .position = t->part_written};
        uint64_t time = *from & TT_TIME_MASK;
        is_kept = (put(t, time, &head, sizeof head) && put(t, time, from, head.words * sizeof *from)) || take_back(t, head.position);
    }
    t->part_goes_on = is_kept != 0;
}

void tt_part_closed(struct tt_thread *t)
{
    if (t->part_written > 0 && t->part_fd >= 0)
        close(t->part_fd);
    t->part_fd = -1;
}
