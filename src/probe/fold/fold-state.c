/* Trees that were kept: a thread's own tree goes on, and trees of several threads become one. */
#include "inside.h"

#include <string.h>
#include <sys/mman.h>

static int is_sound(const struct tt_fold_state *s)
{
    const struct tt_node *nodes = s->nodes;
    if (s->node_count == 0 || s->node_count > TT_NODES_IN_ALL || nodes[0].parent != 0 || nodes[0].kind != TT_NODE_ROOT ||
        s->team_depth > TT_MOST_TEAMS || s->fork_depth > TT_MOST_TEAMS)
        return 0;
    for (uint32_t i = 1; i < s->node_count; i++)
        if (nodes[i].parent >= i || nodes[i].kind == TT_NODE_ROOT || nodes[i].kind >= TT_NODE_KINDS ||
            (nodes[i].kind == TT_NODE_SEGMENT && nodes[i].parent != 0))
            return 0;
    for (uint32_t i = 0; i < s->depth; i++)
        if (s->frames[i].node >= s->node_count)
            return 0;
    return 1;
}

int tt_fold_restore(struct tt_fold *f, const struct tt_fold_state *s)
{
    if (!is_sound(s))
        return 0;
    while (f->index_size < 2 * s->node_count)
        if (!tt_fold_grow_index(f))
            return 0;
    while (f->frame_capacity < s->depth)
        if (!tt_fold_grow_frames(f))
            return 0;
    memcpy(f->nodes, s->nodes, s->node_count * sizeof *s->nodes);
    memcpy(f->frames, s->frames, s->depth * sizeof *s->frames);
    if (s->team_depth > 0)
        memcpy(f->teams, s->teams, s->team_depth * sizeof *s->teams);
    for (uint32_t i = 0; i < s->fork_depth; i++)
        f->forks[i] = s->teams[s->team_depth + i].id;
    f->team_depth = s->team_depth;
    f->fork_depth = s->fork_depth;
    f->count = s->node_count;
    f->depth = s->depth;
    for (uint32_t i = s->depth; i-- > 0;)
        if (s->frames[i].task != 0)
            f->first_task = i + 1;
    tt_fold_put_all(f);
    return 1;
}

/* The tree of an iteration's values has its own nodes. */
static uint32_t *same_numbers(uint32_t count)
{
    uint32_t *map = tt_fold_pages(count * sizeof *map);
    for (uint32_t i = 0; map != NULL && i < count; i++)
        map[i] = i;
    return map;
}

int tt_fold_restore_series(struct tt_fold *f, const struct tt_fold_state *s)
{
    uint32_t *map = same_numbers(s->node_count);
    int is_good = map != NULL && tt_series_add(f, s, map);
    if (map != NULL)
        munmap(map, s->node_count * sizeof *map);
    if (is_good && s->series != NULL)
        f->in_iteration = s->series->in_iteration;
    if (!is_good)
        f->stride = 0; /* the rest alone would be wrong */
    return is_good;
}

static void add_to(struct tt_node *to, const struct tt_node *n)
{
    to->visits += n->visits;
    to->ticks += n->ticks;
    to->least = n->least < to->least ? n->least : to->least;
    to->most = n->most > to->most ? n->most : to->most;
    to->squares += n->squares;
    to->sent += n->sent;
    to->received += n->received;
    to->bytes_sent += n->bytes_sent;
    to->bytes_received += n->bytes_received;
    to->bytes_put += n->bytes_put;
    to->bytes_got += n->bytes_got;
    to->bytes_read += n->bytes_read;
    to->bytes_written += n->bytes_written;
    for (unsigned i = 0; i < TT_MOST_COUNTERS; i++)
        to->counted[i] += n->counted[i];
}

/* The node of a node that goes on here. Where another thread forked its region, that thread's own numbers are meant. */
static uint32_t place_of_node(struct tt_fold *f, const struct tt_node *n, uint32_t parent)
{
    int is_forked = n->kind == TT_NODE_OPENMP || n->kind == TT_NODE_OFF;
    uint64_t hook = is_forked && n->hook != 0 ? n->hook | TT_OWN_NUMBER : n->hook;
    return tt_child_of(f, parent, n->kind, n->name, n->site, hook);
}

static void append_open(struct tt_fold *f, const struct tt_fold_state *s, const uint32_t *map)
{
    for (uint32_t i = 0; i < s->depth; i++) {
        const struct tt_fold_frame *frame = &s->frames[i];
        struct tt_fold_frame *open = tt_fold_push(f, frame->function, frame->begin, map[frame->node], frame->flags);
        if (open == NULL)
            return;
        open->task = frame->task;
        open->suspended = frame->suspended;
        if (frame->task != 0 && f->first_task == 0)
            f->first_task = f->depth;
    }
    for (uint32_t i = 0; i < s->team_depth && f->team_depth < TT_MOST_TEAMS; i++)
        f->teams[f->team_depth++] = s->teams[i];
    for (uint32_t i = 0; i < s->fork_depth && f->fork_depth < TT_MOST_TEAMS; i++)
        f->forks[f->fork_depth++] = s->teams[s->team_depth + i].id;
}

/* Nodes stand in the order in which they were made: those below a segment before the end that the next one begins with. */
int tt_fold_append(struct tt_fold *f, const struct tt_fold_state *s, uint32_t *map)
{
    const uint64_t *next = s->ended, *end = s->ended + s->ends;
    if (!is_sound(s))
        return 0;
    /* Of the iteration that is cut here, what the profile has is not told apart. */
    tt_series_keep(f);
    f->in_iteration = 0;
    map[0] = tt_current(f);
    for (uint32_t i = 1; i < s->node_count; i++) {
        const struct tt_node *n = &s->nodes[i];
        if (n->kind == TT_NODE_SEGMENT && n->name != 0 && next < end) {
            uint32_t words = tt_fold_words(*next);
            if (words == 0 || words > (size_t)(end - next))
                return 0;
            tt_fold_record(f, next, next + words);
            f->counts.records[*next >> TT_TIME_BITS]--; /* the profile has counted it */
            next += words;
        }
        map[i] = n->kind == TT_NODE_SEGMENT ? tt_current(f) : place_of_node(f, n, map[n->parent]);
        add_to(&f->nodes[map[i]], n);
    }
    uint32_t below = f->depth;
    append_open(f, s, map);
    if (tt_series_add(f, s, map) && s->series != NULL && s->series->in_iteration != 0)
        f->in_iteration = below + s->series->in_iteration;
    return 1;
}
