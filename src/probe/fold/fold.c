#include "inside.h"

#include "../format/io-functions.h"

#include <string.h>
#include <sys/mman.h>

/* Looking for a region that is not open costs as many steps as regions are open: after so many steps in vain, which only
 * damaged records reach, no more than this many are looked through. */
#define MOST_SEARCHED (UINT64_C(1) << 24)
#define FRAMES_LOOKED_THROUGH 1024u

void *tt_fold_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
#ifdef MADV_NOHUGEPAGE
    madvise(p, bytes, MADV_NOHUGEPAGE); /* little of it is used at first */
#endif
    return p;
}

int tt_fold_grow_frames(struct tt_fold *f)
{
    struct tt_fold_frame *more = tt_fold_pages(2 * (size_t)f->frame_capacity * sizeof *more);
    if (more == NULL)
        return 0;
    memcpy(more, f->frames, f->frame_capacity * sizeof *more);
    f->frames = more;
    f->frame_capacity *= 2;
    return 1;
}

/* The multiplications do not wait for each other. */
static inline uint32_t first_slot(const struct tt_fold *f, uint32_t parent, uint32_t kind, uint64_t name, uint64_t site, uint64_t hook)
{
    uint64_t hash = (name ^ hook << 20) * UINT64_C(0x9E3779B97F4A7C15) + (site ^ hook) * UINT64_C(0xC2B2AE3D27D4EB4F) +
                    ((uint64_t)parent << 8 | kind) * UINT64_C(0x165667B19E3779F9);
    return (uint32_t)((hash ^ hash >> 29) >> 20) & (f->index_size - 1);
}

static inline uint32_t slot_of(const struct tt_fold *f, uint32_t parent, uint32_t kind, uint64_t name, uint64_t site, uint64_t hook)
{
    uint32_t slot = first_slot(f, parent, kind, name, site, hook);
    for (uint32_t at; (at = f->index[slot]) != 0; slot = (slot + 1) & (f->index_size - 1)) {
        const struct tt_node *n = &f->nodes[at];
        if (n->parent == parent && n->kind == kind && n->name == name && n->site == site && n->hook == hook)
            break;
    }
    return slot;
}

void tt_fold_put_all(struct tt_fold *f)
{
    for (uint32_t i = 1; i < f->count; i++) {
        const struct tt_node *n = &f->nodes[i];
        f->index[slot_of(f, n->parent, n->kind, n->name, n->site, n->hook)] = i;
    }
}

int tt_fold_grow_index(struct tt_fold *f)
{
    uint32_t *bigger = tt_fold_pages(2 * (size_t)f->index_size * sizeof *bigger);
    if (bigger == NULL)
        return 0;
    munmap(f->index, f->index_size * sizeof *f->index);
    f->index = bigger;
    f->index_size *= 2;
    tt_fold_put_all(f);
    return 1;
}

/* What lies below a path for whose children there is no room counts at that path's own "other"; what lies below one where
 * nothing is to be recorded, nowhere. */
static __attribute__((noinline)) uint32_t add_node(struct tt_fold *f, struct tt_node node)
{
    uint32_t above = f->nodes[node.parent].kind;
    if (above == TT_NODE_OTHER || above == TT_NODE_OFF)
        return node.parent;
    if (f->count >= TT_MOST_NODES && node.kind != TT_NODE_OTHER && node.kind != TT_NODE_SEGMENT && node.kind != TT_NODE_OFF)
        node = (struct tt_node){.parent = node.parent, .kind = TT_NODE_OTHER};
    uint32_t slot = slot_of(f, node.parent, node.kind, node.name, node.site, node.hook);
    if (f->index[slot] != 0)
        return f->index[slot];
    if (f->count == TT_NODES_IN_ALL || (2 * f->count >= f->index_size && !tt_fold_grow_index(f)))
        return node.parent; /* no memory: it counts there */
    slot = slot_of(f, node.parent, node.kind, node.name, node.site, node.hook);
    node.least = UINT64_MAX;
    f->nodes[f->count] = node;
    f->index[slot] = f->count;
    __atomic_store_n(&f->count, f->count + 1, __ATOMIC_RELEASE); /* for signal handlers, whoever runs them */
    return f->count - 1;
}

uint32_t tt_child_of(struct tt_fold *f, uint32_t parent, uint32_t kind, uint64_t name, uint64_t site, uint64_t hook)
{
    uint32_t node = f->index[slot_of(f, parent, kind, name, site, hook)];
    if (node == 0)
        node = add_node(f, (struct tt_node){.parent = parent, .kind = kind, .name = name, .site = site, .hook = hook});
    if (__builtin_expect(f->in_iteration != 0, 0))
        tt_series_touch(f, node);
    return node;
}

void tt_add_visit(struct tt_node *n, uint64_t ticks)
{
    n->visits++;
    n->ticks += ticks;
    n->least = ticks < n->least ? ticks : n->least;
    n->most = ticks > n->most ? ticks : n->most;
    n->squares += (double)ticks * (double)ticks;
}

uint32_t tt_current(const struct tt_fold *f)
{
    return f->depth == 0 ? f->base : f->frames[f->depth - 1].node;
}

int tt_is_off(const struct tt_fold *f)
{
    return f->nodes[tt_current(f)].kind == TT_NODE_OFF;
}

/* Time never runs backwards in a thread; the counters of two processors may differ by a few ticks when it moves. */
uint64_t tt_at(struct tt_fold *f, uint64_t time)
{
    if (time > f->counts.last)
        f->counts.last = time;
    return f->counts.last;
}

/* An iteration begins with the frame that was announced. */
static struct tt_fold_frame *begin_expected(struct tt_fold *f, struct tt_fold_frame *frame)
{
    if (frame != NULL && frame->function == f->phase) {
        tt_series_begin(f, f->expected);
        f->expected = 0;
    }
    return frame;
}

struct tt_fold_frame *tt_fold_push(struct tt_fold *f, uint64_t function, uint64_t begin, uint32_t node, uint32_t flags)
{
    if (f->depth == f->frame_capacity && !tt_fold_grow_frames(f)) {
        f->counts.misplaced++;
        return NULL;
    }
    struct tt_fold_frame *frame = &f->frames[f->depth];
    flags |= f->counts.is_entering ? TT_IS_COUNTED : 0;
    f->counts.is_entering = 0;
    *frame = (struct tt_fold_frame){.function = function, .begin = begin, .node = node, .flags = flags};
    f->depth++;
    return frame;
}

struct tt_fold_frame *tt_enter_below(struct tt_fold *f, uint64_t time, uint64_t function, uint32_t parent,
                                     const struct tt_node_key *known_by)
{
    time = tt_at(f, time);
    if (f->depth >= TT_MOST_DEPTH) {
        f->counts.deeper++;
        return begin_expected(f, tt_fold_push(f, function, time, parent, TT_IS_DEEPER));
    }
    uint32_t node = tt_child_of(f, parent, known_by->kind, known_by->name, known_by->site, known_by->hook);
    if (f->nodes[node].kind == TT_NODE_OTHER)
        f->counts.others++;
    struct tt_fold_frame *frame = tt_fold_push(f, function, time, node, node == parent ? TT_IS_DEEPER : 0);
    return __builtin_expect(f->expected != 0, 0) ? begin_expected(f, frame) : frame;
}

struct tt_fold_frame *tt_enter(struct tt_fold *f, uint64_t time, uint64_t function, const struct tt_node_key *known_by)
{
    return tt_enter_below(f, time, function, tt_current(f), known_by);
}

static void enter_function(struct tt_fold *f, uint64_t time, uint64_t function, uint64_t site, uint64_t hook)
{
    const struct tt_node_key node = {
        .kind = TT_NODE_FUNCTION, .name = function, .site = site, .hook = hook - function < TT_ENTRY_BYTES ? 0 : hook};
    tt_enter(f, time, function, &node);
}

/* A region was left: after the last call, or one that call was made in. */
static inline void note_left(struct tt_fold *f, uint64_t ticks)
{
    if (f->depth < f->last_call.depth)
        f->last_call = (struct tt_fold_call){0};
    else
        f->last_call.taken += ticks;
}

void tt_leave_top(struct tt_fold *f, uint64_t time)
{
    const struct tt_fold_frame top = f->frames[f->depth - 1];
    uint64_t ticks = time > top.begin ? time - top.begin : 0;
    f->depth--;
    if (top.flags & TT_IS_DEEPER)
        f->nodes[top.node].visits += f->nodes[top.node].kind != TT_NODE_OFF;
    else if (top.flags & TT_IS_UNDECIDED)
        tt_add_visit(&f->nodes[tt_child_of(f, top.node, TT_NODE_OPENMP, TT_WITH_BARRIER, 0, 0)], ticks);
    else
        tt_add_visit(&f->nodes[top.node], ticks);
    if (f->depth < f->in_iteration)
        f->in_iteration = 0;
    if (f->depth <= f->last_call.depth)
        note_left(f, ticks);
}

uint32_t tt_lowest(const struct tt_fold *f)
{
    return f->searched > MOST_SEARCHED && f->depth > FRAMES_LOOKED_THROUGH ? f->depth - FRAMES_LOOKED_THROUGH : 0;
}

uint32_t tt_height_of(struct tt_fold *f, uint64_t function)
{
    uint32_t lowest = tt_lowest(f);
    for (uint32_t height = f->depth; height > lowest; height--)
        if (f->frames[height - 1].function == function)
            return height;
    f->searched += f->depth;
    return 0;
}

/* More regions than were open when a trace reached its limit are damage. */
enum { MOST_ENDED = 4096 * TT_MAX_WORDS };

int tt_end_before(struct tt_fold *f, const uint64_t *r)
{
    uint32_t words = tt_fold_words(*r);
    uint64_t time = r[0] & TT_TIME_MASK;
    if (!f->goes_on || f->ends + words > MOST_ENDED)
        return 0;
    time = tt_at(f, time);
    while (f->depth > 0) /* a longjmp or an exception left them */
        tt_leave_top(f, time);
    memcpy(f->ended + f->ends, r, words * sizeof *r);
    f->ends += words;
    f->base = tt_child_of(f, 0, TT_NODE_SEGMENT, f->ends, 0, 0);
    return 1;
}

/* Leaves `function` and what longjmp or an exception left open above it. */
static void leave_function(struct tt_fold *f, uint64_t time, uint64_t function, const uint64_t *record)
{
    uint32_t height = tt_height_of(f, function);
    if (height == 0) {
        f->counts.misplaced += !tt_end_before(f, record); /* entered before its thread recorded */
        return;
    }
    time = tt_at(f, time);
    while (f->depth >= height)
        tt_leave_top(f, time);
}

/* More frames than anybody has open by mistake, and more such ends, are not put right. */
enum { MOST_ENTERED_AGAIN = 16, MOST_PUT_RIGHT = 100000 };

/* Whether all frames above a height are of functions or of what the program named: those of MPI have their own ends. */
static int can_enter_again(const struct tt_fold *f, uint32_t height)
{
    if (f->depth - height > MOST_ENTERED_AGAIN || f->counts.crossed > MOST_PUT_RIGHT)
        return 0;
    for (uint32_t i = height; i < f->depth; i++) {
        uint32_t kind = f->nodes[f->frames[i].node].kind;
        if ((f->frames[i].flags & TT_IS_DEEPER) || (kind != TT_NODE_FUNCTION && kind != TT_NODE_USER))
            return 0;
    }
    return 1;
}

/* What the program named ends while functions or other names are open within: these are left, and entered again. */
static __attribute__((noinline)) void leave_named(struct tt_fold *f, uint64_t time, const uint64_t *record)
{
    struct tt_node_key above[MOST_ENTERED_AGAIN];
    uint64_t functions[MOST_ENTERED_AGAIN];
    uint64_t number = record[1];
    uint32_t height = tt_height_of(f, TT_USER_FRAME(number)), count = f->depth - height, in_iteration = f->in_iteration;
    if (height == f->depth && height != 0) {
        leave_function(f, time, TT_USER_FRAME(number), record);
        return;
    }
    if (height == 0 && tt_end_before(f, record))
        return;
    f->counts.crossed++;
    if (height == 0 || !can_enter_again(f, height))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const struct tt_node *n = &f->nodes[f->frames[height + i].node];
        above[i] = (struct tt_node_key){.name = n->name, .site = n->site, .hook = n->hook, .kind = n->kind};
        functions[i] = f->frames[height + i].function;
    }
    leave_function(f, time, TT_USER_FRAME(number), record);
    for (uint32_t i = 0; i < count; i++) {
        tt_enter(f, time, functions[i], &above[i]);
        if (in_iteration == height + i + 1) { /* it goes on, a frame lower */
            f->in_iteration = in_iteration - 1;
            tt_series_touch(f, f->frames[f->depth - 1].node);
        }
    }
}

/* What a message, a collective or a one-sided operation moves belongs to the call that it is recorded in. */
static void count_bytes(struct tt_fold *f, const uint64_t *r)
{
    struct tt_node *node = &f->nodes[tt_current(f)];
    if (node->kind == TT_NODE_OFF)
        return;
    switch (r[0] >> TT_TIME_BITS) {
    case TT_SEND:
    case TT_ISEND:
        node->sent++;
        node->bytes_sent += r[3];
        break;
    case TT_RECV:
    case TT_IRECV:
        node->received++;
        node->bytes_received += r[3];
        break;
    case TT_WIN_OP:
        node->bytes_put += r[3];
        node->bytes_got += r[4];
        break;
    default: /* the end of a collective operation */
        node->bytes_sent += r[3];
        node->bytes_received += r[4];
    }
}

/* Calls of files call nothing that is recorded: one that is innermost when another call of a library begins was left by a
 * longjmp, which no record tells. */
static void end_left_io(struct tt_fold *f, uint64_t time)
{
    const struct tt_node *top = f->depth == 0 ? NULL : &f->nodes[f->frames[f->depth - 1].node];
    if (top != NULL && f->frames[f->depth - 1].function == 0 && top->kind == TT_NODE_MPI && top->name >= TT_FIRST_IO_FUNCTION)
        tt_leave_top(f, tt_at(f, time));
}

/* Mode 0 reads, 1 writes, as OTF2 numbers them. */
static void count_file_bytes(struct tt_fold *f, uint64_t handle_and_mode, uint64_t bytes)
{
    struct tt_node *node = &f->nodes[tt_current(f)];
    if (node->kind == TT_NODE_OFF)
        return;
    if ((handle_and_mode & 0xFF) == 0)
        node->bytes_read += bytes;
    else if ((handle_and_mode & 0xFF) == 1)
        node->bytes_written += bytes;
}

/* The innermost path that is counted by itself; what is outside of all counts where the thread began. */
static uint32_t counted_node(const struct tt_fold *f)
{
    uint32_t lowest = tt_lowest(f);
    for (uint32_t height = f->depth; height > lowest; height--)
        if (f->frames[height - 1].flags & TT_IS_COUNTED)
            return f->frames[height - 1].node;
    return f->base;
}

/* What a counter has counted since it was read before, which the first reading of a thread does not tell. */
static void count_event(struct tt_fold *f, const uint64_t *r)
{
    uint32_t number = (uint32_t)r[1];
    if (number >= TT_MOST_COUNTERS) {
        f->counts.misplaced++;
        return;
    }
    uint64_t before = f->counts.stood_at[number];
    int is_known = (f->counts.known_counters >> number & 1) != 0;
    f->counts.stood_at[number] = r[2];
    f->counts.known_counters |= 1u << number;
    if (is_known && r[2] > before)
        f->nodes[counted_node(f)].counted[number] += r[2] - before;
    f->counts.is_entering = (r[1] & TT_COUNTER_ENTERS) != 0;
}

/* Writing or folding stands as a call of its own below what it held up. */
static void note_flush(struct tt_fold *f, uint64_t begin, uint64_t end)
{
    begin = tt_at(f, begin);
    end = tt_at(f, end);
    uint32_t node = tt_child_of(f, tt_current(f), TT_NODE_FLUSH, 0, 0, 0);
    if (f->nodes[node].kind == TT_NODE_FLUSH)
        tt_add_visit(&f->nodes[node], end - begin);
    f->counts.flush_ticks += end - begin;
    if (f->depth == f->last_call.depth)
        f->last_call.taken += end - begin;
}

/* What is open stays so, and what begins meanwhile is left where that ends. */
static void switch_off(struct tt_fold *f, uint64_t time, int off)
{
    uint32_t height = off ? 0 : tt_height_of(f, TT_OFF_FRAME);
    time = tt_at(f, time);
    if (off && !tt_is_off(f))
        tt_fold_push(f, TT_OFF_FRAME, time, tt_child_of(f, tt_current(f), TT_NODE_OFF, 0, 0, 0), 0);
    while (height != 0 && f->depth >= height)
        tt_leave_top(f, time);
}

/* Whether the site of a call stands for callers that were found on the stack. */
static int has_callers(uint64_t call)
{
    uint64_t site = call & TT_SITE_MASK;
    return site != 0 && site < TT_FIRST_ADDRESS;
}

/* What was computed since the last call that was made in the same regions. */
static void end_stretch(struct tt_fold *f, uint64_t time, uint64_t call)
{
    const struct tt_fold_call last = f->last_call;
    if (last.call == 0 || last.depth != f->depth || !has_callers(call))
        return;
    uint64_t passed = tt_at(f, time) - last.end;
    uint32_t node = tt_child_of(f, tt_current(f), TT_NODE_BETWEEN, last.call, call & TT_SITE_MASK, call >> TT_SITE_BITS);
    if (f->nodes[node].kind == TT_NODE_BETWEEN)
        tt_add_visit(&f->nodes[node], passed > last.taken ? passed - last.taken : 0);
}

static void leave_call(struct tt_fold *f, uint64_t time, const uint64_t *record)
{
    uint32_t height = tt_height_of(f, 0);
    const struct tt_node *n = height == 0 ? NULL : &f->nodes[f->frames[height - 1].node];
    uint64_t call = n == NULL || n->kind != TT_NODE_MPI ? 0 : n->name << TT_SITE_BITS | n->site;
    leave_function(f, time, 0, record);
    f->last_call = (struct tt_fold_call){.call = has_callers(call) ? call : 0, .end = f->counts.last, .depth = f->depth};
}

void tt_fold_record(struct tt_fold *f, const uint64_t *r, const uint64_t *end)
{
    enum tt_record_type type = (enum tt_record_type)(r[0] >> TT_TIME_BITS);
    uint64_t time = r[0] & TT_TIME_MASK;
    f->counts.records[type]++;
    switch (type) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
        enter_function(f, time, f->near_base + (r[1] >> 32), f->near_base + (uint32_t)r[1], type == TT_ENTER_BODY ? r[2] : 0);
        break;
    case TT_ENTER:
        enter_function(f, time, r[1], r[2], r[3]);
        break;
    case TT_LEAVE:
        leave_function(f, time, r[1], r);
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
        end_left_io(f, time);
        end_stretch(f, time, r[1]);
        tt_enter(f, time, 0,
              &(struct tt_node_key){.kind = TT_NODE_MPI, .name = r[1] >> TT_SITE_BITS, .site = r[1] & TT_SITE_MASK});
        break;
    case TT_IO_ENTER:
        end_left_io(f, time);
        tt_enter(f, time, 0,
              &(struct tt_node_key){.kind = TT_NODE_MPI, .name = r[1] >> TT_SITE_BITS, .site = r[1] & TT_SITE_MASK});
        break;
    case TT_MPI_LEAVE:
        leave_call(f, time, r);
        break;
    case TT_IO_LEAVE:
        leave_function(f, time, 0, r);
        break;
    case TT_IO_OPERATION:
        tt_at(f, time);
        count_file_bytes(f, r[1], r[3]);
        break;
    case TT_IO_END:
        tt_at(f, time);
        count_file_bytes(f, r[1], r[2]);
        break;
    case TT_SEND:
    case TT_RECV:
    case TT_ISEND:
    case TT_IRECV:
    case TT_COLL_END:
    case TT_NBC_COMPLETE:
    case TT_WIN_OP:
        tt_at(f, time);
        count_bytes(f, r);
        if (f->counts_channels)
            tt_count_channels(&f->channels, r);
        break;
    case TT_USER_ENTER:
        tt_enter(f, time, TT_USER_FRAME(r[1]),
              &(struct tt_node_key){.kind = TT_NODE_USER, .name = r[1], .site = r[2] & TT_SITE_MASK});
        break;
    case TT_USER_LEAVE:
        leave_named(f, time, r);
        break;
    case TT_COUNTER:
        tt_at(f, time);
        count_event(f, r);
        break;
    case TT_FLUSH:
        note_flush(f, time, r[1]);
        break;
    case TT_ITERATION:
        tt_at(f, time);
        f->expected = f->stride == 0 || tt_is_off(f) ? 0 : r[1];
        f->phase = r[2];
        break;
    case TT_OFF:
        switch_off(f, time, r[1] != 0);
        break;
    case TT_OMP_FORK:
    case TT_OMP_JOIN:
    case TT_OMP_TEAM_BEGIN:
    case TT_OMP_TEAM_END:
    case TT_OMP_BEGIN:
    case TT_OMP_END:
    case TT_OMP_MUTEX:
    case TT_OMP_TASK_CREATE:
    case TT_OMP_TASK_SWITCH:
        if (f->openmp != NULL)
            tt_fold_openmp(f, type, time, r, end);
        break;
    default:
        tt_at(f, time);
        if (f->counts_channels)
            tt_count_channels(&f->channels, r);
    }
}

uint32_t tt_fold_close(struct tt_fold *f)
{
    uint32_t closed = f->depth;
    while (f->depth > 0)
        tt_leave_top(f, f->counts.last);
    return closed;
}

static const unsigned char payload_words[TT_RECORD_TYPES] = {
    0,
#define TT_WORDS(name, words) words,
    TT_RECORDS(TT_WORDS)
#undef TT_WORDS
};

unsigned tt_fold_words(uint64_t first)
{
    unsigned type = (unsigned)(first >> TT_TIME_BITS);
    return type == TT_NO_RECORD || type >= TT_RECORD_TYPES ? 0u : 1u + payload_words[type];
}

/* Room that is used as far as it is needed. */
enum { FIRST_INDEX = 1024, FIRST_FRAMES = 4096 };

int tt_fold_begin(struct tt_fold *f, uint64_t near_base, uint32_t thread, const struct tt_openmp *openmp)
{
    *f = (struct tt_fold){.index_size = FIRST_INDEX, .frame_capacity = FIRST_FRAMES, .near_base = near_base,
                          .thread = thread,
                          .openmp = openmp};
    f->nodes = tt_fold_pages(TT_NODES_IN_ALL * sizeof *f->nodes);
    f->index = tt_fold_pages(f->index_size * sizeof *f->index);
    f->frames = tt_fold_pages(f->frame_capacity * sizeof *f->frames);
    if (f->nodes == NULL || f->index == NULL || f->frames == NULL) {
        tt_fold_end(f);
        return 0;
    }
    f->nodes[0].least = UINT64_MAX;
    f->count = 1;
    return 1;
}

void tt_fold_end(struct tt_fold *f)
{
    if (f->nodes != NULL)
        munmap(f->nodes, TT_NODES_IN_ALL * sizeof *f->nodes);
    if (f->index != NULL)
        munmap(f->index, f->index_size * sizeof *f->index);
    if (f->frames != NULL)
        munmap(f->frames, f->frame_capacity * sizeof *f->frames);
    if (f->ended != NULL)
        munmap(f->ended, MOST_ENDED * sizeof *f->ended);
    if (f->series != NULL)
        tt_series_free(f->series);
    tt_channels_free(&f->channels);
    *f = (struct tt_fold){0};
}

int tt_fold_go_on(struct tt_fold *f)
{
    f->ended = tt_fold_pages(MOST_ENDED * sizeof *f->ended);
    if (f->ended == NULL)
        return 0;
    f->goes_on = 1;
    f->base = tt_child_of(f, 0, TT_NODE_SEGMENT, 0, 0, 0);
    return 1;
}

