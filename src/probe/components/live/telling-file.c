/* Writing what threads have told of their iterations, by the thread that listens. */
#include "telling-ring.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

/* So much may all ranks write until iterations are told two by two, four by four and so on; a rank at least, and at most. */
#define ALL_BYTES (UINT64_C(1) << 30)
#define LEAST_BYTES (UINT64_C(1) << 18)
#define MOST_BYTES (UINT64_C(1) << 24)
/* A thread whose fork is not known yet, since the other thread began to tell later, is written with later blocks, up to then. */
#define LONGEST_HELD_BACK_NS UINT64_C(3000000000)

static uint64_t written, limit;

static struct tt_telling *telling_of(unsigned thread)
{
    struct tt_telling *t;
    for (unsigned i = 0; (t = tt_telling_at(i)) != NULL; i++)
        if (t->thread == thread)
            return t;
    return NULL;
}

/* The slot of the path that forked a region, plus one; 0: it is not told, or not yet. */
static unsigned forking_slot(const struct tt_told_path *path, struct tt_telling **forker)
{
    *forker = path->forker == 0 ? NULL : telling_of(TT_FORKING_THREAD(path->forker));
    if (*forker == NULL || (uint32_t)path->forker >= TELLING_NODES)
        return 0;
    return atomic_load_explicit(&(*forker)->slot_of[(uint32_t)path->forker], memory_order_relaxed);
}

/* Whether the path that forked a region is written, or is not told: threads begin to tell one after the other. */
static int is_fork_known(const struct tt_telling *t, const struct tt_told_path *path)
{
    struct tt_telling *forker;
    unsigned slot = forking_slot(path, &forker);
    if (path->forker == 0 || (uint32_t)path->forker == 0 || forker == t)
        return 1;
    return forker != NULL && (forker->named == TT_MOST_SERIES || (slot != 0 && slot <= forker->named));
}

static int are_forks_known(const struct tt_telling *t)
{
    for (uint32_t i = t->named; i < t->seen_slots; i++)
        if (!is_fork_known(t, &t->all[i]))
            return 0;
    return 1;
}

static void put_parent(FILE *out, const struct tt_told_path *path)
{
    struct tt_telling *forker;
    unsigned slot = forking_slot(path, &forker);
    if (slot != 0 && slot <= forker->named)
        fprintf(out, "%u:%u", forker->thread, slot - 1);
    else
        fprintf(out, "%d", (int)path->parent - 1);
}

static void put_paths(FILE *out, struct tt_telling *t)
{
    for (; t->named < t->seen_slots; t->named++) {
        const struct tt_told_path *path = &t->all[t->named];
        uint64_t site = path->site > tt_process.near_base ? path->site - tt_process.near_base : path->site;
        fprintf(out, "%u ", t->named);
        put_parent(out, path);
        fprintf(out, " %llx:%s %s\n", (unsigned long long)site, tt_told_class(path), tt_told_name(path));
    }
}

static void put_frames(FILE *out, struct tt_telling *t, uint64_t head)
{
    uint64_t tail = atomic_load(&t->tail);
    size_t size = (size_t)(head - tail), at = (size_t)(tail % RING), first = size < RING - at ? size : RING - at;
    fwrite(t->ring + at, 1, first, out);
    fwrite(t->ring, 1, size - first, out);
    atomic_store_explicit(&t->tail, head, memory_order_release);
}

static uint32_t check_of(const unsigned char *from, size_t size)
{
    uint32_t hash = UINT32_C(0x811c9dc5); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ from[i]) * UINT32_C(0x01000193);
    return hash;
}

static double ns_a_tick(void)
{
    uint64_t ticks = tt_time(), ns = tt_clock_ns(CLOCK_MONOTONIC) - tt_process.start_ns;
    return ticks == 0 ? 1 : (double)ns / (double)ticks;
}

/* One write a block, so that those of other processes do not come between; what a full disk cuts is lost, and known as that. */
static void append(const char *text, size_t size)
{
    char name[PATH_MAX + 400], host[256] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "%s/live/series-%s", tt_directory(), host);
    int fd = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0)
        return;
    while (tt_write(fd, text, size, TT_AT_END) < 0 && errno == EINTR)
        ;
    close(fd);
}

/* Twice as coarse, each time that so much was written. */
static void bound(size_t size)
{
    uint64_t ranks = tt_process.size > 0 ? (uint64_t)tt_process.size : 1, each = ALL_BYTES / ranks;
    each = each < LEAST_BYTES ? LEAST_BYTES : each > MOST_BYTES ? MOST_BYTES : each;
    limit = limit == 0 ? each : limit;
    if ((written += size) <= limit)
        return;
    limit += each;
    tt_double_telling_stride();
}

static void write_block(struct tt_telling *t)
{
    char *text = NULL;
    size_t size = 0;
    struct tt_series_block head = {.magic = TT_SERIES_BLOCK,
                                   .rank = tt_process.rank < 0 ? 0 : (uint32_t)tt_process.rank,
                                   .thread = t->thread,
                                   .number = t->number,
                                   .joined = atomic_load(&t->joined),
                                   .ns = ns_a_tick(),
                                   .iterations = (uint32_t)tt_telling_stride()};
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    fwrite(&head, sizeof head, 1, out);
    put_paths(out, t);
    head.paths = (uint32_t)((size_t)ftell(out) - sizeof head);
    put_frames(out, t, t->seen_head);
    if (fclose(out) == 0) {
        head.bytes = (uint32_t)(size - sizeof head);
        memcpy(text, &head, sizeof head);
        head.check = check_of((const unsigned char *)text + 16, size - 16);
        memcpy(text, &head, sizeof head);
        append(text, size);
        bound(size);
        t->number++;
    }
    free(text);
}

/* What is written of all threads. Who forks a region tells its path before the others in it: they are looked at first, so that
 * the paths of forks are known. */
static unsigned look_at_all(void)
{
    unsigned count = 0;
    while (tt_telling_at(count) != NULL)
        count++;
    for (unsigned i = count; i-- > 0;) {
        struct tt_telling *t = tt_telling_at(i);
        t->seen_head = atomic_load_explicit(&t->head, memory_order_acquire); /* its slots are there when it is */
        t->seen_slots = atomic_load_explicit(&t->slots, memory_order_acquire);
    }
    return count;
}

static uint64_t unwritten(const struct tt_telling *t)
{
    return t->seen_head - atomic_load(&t->tail);
}

/* @returns how many threads could be written */
static unsigned write_known(unsigned count, int in_any_case)
{
    unsigned done = 0;
    for (unsigned i = 0; i < count; i++) {
        struct tt_telling *t = tt_telling_at(i);
        if (unwritten(t) == 0 || (!in_any_case && !are_forks_known(t)))
            continue;
        t->held_since = 0;
        write_block(t);
        done++;
    }
    return done;
}

/* Whether anything has been held back for too long. */
static int hold_back(unsigned count)
{
    uint64_t now = tt_clock_ns(CLOCK_MONOTONIC);
    int is_long = 0;
    for (unsigned i = 0; i < count; i++) {
        struct tt_telling *t = tt_telling_at(i);
        if (unwritten(t) == 0)
            continue;
        t->held_since = t->held_since == 0 ? now : t->held_since;
        is_long |= now - t->held_since > LONGEST_HELD_BACK_NS;
    }
    return is_long;
}

int tt_write_series(int is_last)
{
    int is_much = 0;
    unsigned count = look_at_all();
    for (unsigned i = 0; i < count; i++)
        is_much |= unwritten(tt_telling_at(i)) > SOON;
    for (unsigned left = count; left > 0 && write_known(count, 0) > 0; left--)
        ;
    if (hold_back(count) || is_last)
        write_known(count, 1);
    return is_much;
}
