#include "telling.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../probe.h"
#include "../sleds/named.h"
#include "files.h"
#include "mpi_regions.h"
#include "../user/definitions.h"

/* Of each thread: the ring; how much of it is worth looking again soon; and threads that tell, at most. */
enum { RING = 1 << 20, SOON = RING / 2, MOST_TELLING = 64 };
/* So much may all ranks write until iterations are told two by two, four by four and so on; a rank at least, and at most. */
#define ALL_BYTES (UINT64_C(1) << 30)
#define LEAST_BYTES (UINT64_C(1) << 18)
#define MOST_BYTES (UINT64_C(1) << 24)

/* Paths without a slot: not seen yet, and with no room for them. */
enum { NO_SLOT = 0, MOST_DIGITS = 10, LONGEST_FRAME = (int)(2 + 5 * MOST_DIGITS + TT_MOST_SERIES * 4 * MOST_DIGITS) };
#define NODES (2 * (size_t)TT_MOST_NODES)

struct amounts {
    uint64_t visits, ticks, bytes;
};

struct slot {
    uint32_t node, parent; /* parent: a slot plus one; 0: none */
    uint32_t kind;
    uint64_t name, site;
};

struct telling {
    unsigned char ring[RING];
    _Atomic uint64_t head, tail; /* bytes put in, and taken out */
    _Atomic uint64_t joined;
    _Atomic uint32_t slots;
    struct slot all[TT_MOST_SERIES];
    unsigned thread;
    int is_on;
    uint64_t first, count, begin; /* iterations that are not told yet */
    uint16_t slot_of[NODES];      /* plus one */
    struct amounts before[NODES];
    uint64_t number; /* of the next block */
    uint32_t named;  /* slots whose paths were written */
};

static _Atomic int is_on;
static _Atomic unsigned telling_count;
static struct telling *_Atomic all_telling[MOST_TELLING];
static _Atomic uint64_t stride = 1;
static uint64_t written, limit;

const char *tt_why_no_series(void)
{
    if (tt_process.mode != TT_PROFILE)
        return "only a run that is a profile from its start on tells its iterations (measure.mode: profile)";
    return tt_process.stride == 0 ? "TRIMTAB_SERIES=0 keeps nothing of iterations" : NULL;
}

void tt_switch_series(int on)
{
    atomic_store(&is_on, on);
}

static struct telling *make(const struct tt_fold *fold)
{
    unsigned place = atomic_fetch_add(&telling_count, 1);
    struct telling *t = place >= MOST_TELLING ? MAP_FAILED
                                              : mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
                                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t == MAP_FAILED) {
        atomic_fetch_sub(&telling_count, 1);
        return NULL;
    }
    t->thread = fold->thread;
    atomic_store(&all_telling[place], t);
    return t;
}

static struct amounts amounts_of(const struct tt_node *n)
{
    return (struct amounts){n->visits, n->ticks,
                            n->bytes_sent + n->bytes_received + n->bytes_put + n->bytes_got + n->bytes_read + n->bytes_written};
}

/* What was done until now is none of what is told. */
static void begin_telling(struct telling *t, const struct tt_fold *fold)
{
    for (uint32_t i = 0; i < fold->count; i++)
        t->before[i] = amounts_of(&fold->nodes[i]);
    t->count = 0;
    t->is_on = 1;
}

/* Paths are seen from the outermost on: the one around it has its slot before. */
static unsigned slot_of(struct telling *t, const struct tt_fold *fold, uint32_t node)
{
    uint32_t count = atomic_load_explicit(&t->slots, memory_order_relaxed), above = fold->nodes[node].parent;
    if (t->slot_of[node] != NO_SLOT || count == TT_MOST_SERIES)
        return t->slot_of[node];
    const struct tt_node *n = &fold->nodes[node];
    while (above != 0 && t->slot_of[above] == NO_SLOT)
        above = fold->nodes[above].parent;
    t->all[count] = (struct slot){node, t->slot_of[above], n->kind, n->name, n->site};
    t->slot_of[node] = (uint16_t)(count + 1);
    atomic_store_explicit(&t->slots, count + 1, memory_order_release);
    return count + 1;
}

static unsigned char *put_number(unsigned char *out, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        *out++ = (unsigned char)(value | 0x80);
    *out++ = (unsigned char)value;
    return out;
}

static uint64_t more(uint64_t now, uint64_t before)
{
    return now > before ? now - before : 0; /* untied tasks set times back */
}

/* Values of the paths that something happened on; what has no slot counts where it is called. */
static unsigned char *put_values(struct telling *t, const struct tt_fold *fold, unsigned char *out, unsigned *count)
{
    const struct tt_series *s = fold->series;
    for (uint32_t i = 0; i < s->told_count; i++) {
        uint32_t node = s->told[i];
        unsigned slot = slot_of(t, fold, node);
        struct amounts now = amounts_of(&fold->nodes[node]), before = t->before[node];
        if (slot == NO_SLOT || (now.visits == before.visits && now.ticks == before.ticks && now.bytes == before.bytes))
            continue;
        out = put_number(out, slot - 1);
        out = put_number(out, more(now.visits, before.visits));
        out = put_number(out, more(now.ticks, before.ticks));
        out = put_number(out, more(now.bytes, before.bytes));
        ++*count;
    }
    return out;
}

static void put_in(struct telling *t, const unsigned char *from, size_t size)
{
    uint64_t head = atomic_load_explicit(&t->head, memory_order_relaxed);
    size_t at = (size_t)(head % RING), first = size < RING - at ? size : RING - at;
    memcpy(t->ring + at, from, first);
    memcpy(t->ring, from + first, size - first);
    atomic_store_explicit(&t->head, head + size, memory_order_release);
}

static int has_room(const struct telling *t)
{
    return RING - (atomic_load_explicit(&t->head, memory_order_relaxed) - atomic_load_explicit(&t->tail, memory_order_acquire)) >=
           LONGEST_FRAME;
}

static void put_frame(struct telling *t, struct tt_fold *fold, uint64_t end)
{
    unsigned char values[TT_MOST_SERIES * 4 * MOST_DIGITS], frame[LONGEST_FRAME], *out = frame + 2;
    unsigned count = 0;
    size_t size = (size_t)(put_values(t, fold, values, &count) - values);
    out = put_number(out, t->first);
    out = put_number(out, t->count);
    out = put_number(out, t->begin);
    out = put_number(out, more(end, t->begin));
    out = put_number(out, count);
    memcpy(out, values, size);
    out += size;
    frame[0] = (unsigned char)((size_t)(out - frame - 2) & 0xff);
    frame[1] = (unsigned char)((size_t)(out - frame - 2) >> 8);
    put_in(t, frame, (size_t)(out - frame));
    for (uint32_t i = 0; i < fold->series->told_count; i++)
        t->before[fold->series->told[i]] = amounts_of(&fold->nodes[fold->series->told[i]]);
}

/* An iteration is over. What is not told now stays on the list until a later one is. */
static void iteration_ended(struct tt_fold *fold, uint64_t iteration, uint64_t begin, uint64_t end)
{
    struct telling *t = fold->teller;
    if (!atomic_load_explicit(&is_on, memory_order_relaxed)) {
        if (t != NULL)
            t->is_on = 0;
        tt_series_told(fold->series);
        return;
    }
    if (t == NULL && (fold->teller = t = make(fold)) == NULL) {
        fold->tell = NULL;
        return;
    }
    if (!t->is_on) {
        begin_telling(t, fold);
        tt_series_told(fold->series);
        return;
    }
    if (t->count == 0) {
        t->first = iteration;
        t->begin = begin;
    }
    t->count = iteration - t->first + 1;
    if (t->count < atomic_load_explicit(&stride, memory_order_relaxed) || !has_room(t))
        return;
    put_frame(t, fold, end);
    if (t->count > 1)
        atomic_fetch_add(&t->joined, t->count);
    t->count = 0;
    tt_series_told(fold->series);
}

void tt_may_tell_series(struct tt_fold *fold)
{
    fold->tell = iteration_ended;
}

struct wanted {
    uintptr_t entry;
    const char *name;
};

static void take_name(void *context, const struct tt_named *function)
{
    struct wanted *wanted = context;
    if (function->entry == wanted->entry)
        wanted->name = function->name;
}

static const char *name_of(const struct slot *slot)
{
    struct wanted wanted = {(uintptr_t)slot->name, NULL};
    switch (slot->kind) {
    case TT_NODE_FUNCTION:
        tt_each_function(take_name, &wanted);
        return wanted.name;
    case TT_NODE_MPI:
        return slot->name < sizeof tt_mpi_regions / sizeof *tt_mpi_regions ? tt_mpi_regions[slot->name].name : NULL;
    case TT_NODE_USER:
        return tt_defined_name((uint32_t)slot->name);
    case TT_NODE_OPENMP:
        return "OpenMP";
    case TT_NODE_FLUSH:
        return "TRIMTAB";
    default:
        return NULL;
    }
}

static void put_paths(FILE *out, struct telling *t, uint32_t to)
{
    for (; t->named < to; t->named++) {
        const struct slot *slot = &t->all[t->named];
        const char *name = name_of(slot);
        uint64_t site = slot->site > tt_process.near_base ? slot->site - tt_process.near_base : slot->site;
        site ^= slot->kind == TT_NODE_OPENMP ? slot->name << 32 : 0;
        fprintf(out, "%u %d %llx %s\n", t->named, (int)slot->parent - 1, (unsigned long long)site, name == NULL ? "?" : name);
    }
}

static void put_frames(FILE *out, struct telling *t, uint64_t head)
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
    atomic_store(&stride, 2 * atomic_load(&stride));
}

static void write_block(struct telling *t)
{
    char *text = NULL;
    size_t size = 0;
    struct tt_series_block head = {.magic = TT_SERIES_BLOCK,
                                   .rank = tt_process.rank < 0 ? 0 : (uint32_t)tt_process.rank,
                                   .thread = t->thread,
                                   .number = t->number,
                                   .joined = atomic_load(&t->joined),
                                   .ns = ns_a_tick(),
                                   .iterations = (uint32_t)atomic_load(&stride)};
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    uint64_t until = atomic_load_explicit(&t->head, memory_order_acquire); /* its slots are there when it is */
    fwrite(&head, sizeof head, 1, out);
    put_paths(out, t, atomic_load_explicit(&t->slots, memory_order_acquire));
    head.paths = (uint32_t)((size_t)ftell(out) - sizeof head);
    put_frames(out, t, until);
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

int tt_write_series(void)
{
    int is_much = 0;
    unsigned count = atomic_load(&telling_count);
    for (unsigned i = 0; i < count && i < MOST_TELLING; i++) {
        struct telling *t = atomic_load(&all_telling[i]);
        if (t == NULL)
            continue;
        uint64_t there = atomic_load(&t->head) - atomic_load(&t->tail);
        is_much |= there > SOON;
        if (there > 0)
            write_block(t);
    }
    return is_much;
}
