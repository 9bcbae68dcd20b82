/* From nodes of trees to call paths with regions and lines. */
#include "tree.h"

#include "../otf2/between.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
}

uint32_t add_path(struct profile *p, uint32_t parent, uint32_t region, uint32_t line)
{
    uint64_t hash = mix(mix(mix(HASH_START, parent), region), line);
    for (uint32_t found; (found = map_get(&p->path_index, hash)) != MAP_MISSING; hash++) {
        const struct call_path *known = &p->paths[found];
        if (known->parent == parent && known->region == region && known->line == line)
            return found;
    }
    const struct call_path path = {.parent = parent, .region = region, .line = line};
    APPEND(p->paths, p->path_count, p->path_capacity, path);
    map_put(&p->path_index, hash, p->path_count - 1);
    return p->path_count - 1;
}

/* What a node is in the words of a trace's frames. A function that lies in no known file is in no path, as in traces. */
static struct frame frame_of(struct writer *w, const struct tt_node *n)
{
    struct frame frame = {.region = HIDDEN_REGION, .site = n->site, .hook = n->hook};
    if (n->kind == TT_NODE_FUNCTION) {
        uint32_t region = at_place(w, n->name, PLACE_FUNCTION);
        frame.function = n->name;
        frame.region = region == MAP_MISSING ? HIDDEN_REGION : region;
    } else if (n->kind == TT_NODE_OPENMP && n->name < OMP_KINDS) {
        frame.region = omp_region(w, (unsigned)n->name, n->site);
        frame.function = OMP_FRAME(n->name);
    } else if (n->kind == TT_NODE_USER) {
        const struct local_user *user = user_region(w->process, n->name);
        frame.region = user == NULL ? HIDDEN_REGION : user->global;
        frame.function = USER_FRAME(frame.region);
    } else if (n->kind == TT_NODE_MPI) {
        frame.region = mpi_region(w->archive, (uint32_t)n->name);
    }
    return frame;
}

int is_variant(const struct tt_node *n)
{
    return n->kind == TT_NODE_OPENMP && n->name >= TT_WITHOUT_BARRIER;
}

static int is_barrier_after(const struct tt_node *n)
{
    return n->kind == TT_NODE_OPENMP && !is_variant(n) && n->name >= TT_BARRIER_AFTER;
}

static int is_frame(const struct tt_node *n)
{
    return n->kind != TT_NODE_FLUSH && n->kind != TT_NODE_OTHER && n->kind != TT_NODE_OFF && n->kind != TT_NODE_BETWEEN &&
           !is_variant(n);
}

/* Whether the construct of a node has the barriers behind it for its own: it is the innermost frame. */
static int has_barrier(struct writer *w, const struct tree *t, uint32_t node)
{
    int is_open = 0;
    for (uint32_t child = t->first[node]; child != 0; child = t->next[child])
        is_open |= is_variant(&t->nodes[child]);
    return !is_open || waits_at_end(w, w->stack[w->depth - 1].region);
}

/* A barrier behind a construct: within it, or the next thing that the thread did. */
static struct frame barrier_frame(struct writer *w, const struct tree *t, uint32_t node)
{
    const struct tt_node *n = &t->nodes[node];
    if (t->is_whole[n->parent]) {
        const struct frame *construct = &w->stack[w->depth - 1];
        return (struct frame){.region = barrier_region(w, construct->region),
                              .function = OMP_FRAME(TT_IMPLICIT_BARRIER),
                              .site = construct->site};
    }
    unsigned kind = (unsigned)n->name - TT_BARRIER_AFTER;
    if (kind == TT_SOME_BARRIER && w->omp->gnu)
        kind = is_explicit_barrier(w, n->site) ? TT_BARRIER : TT_IMPLICIT_BARRIER;
    else if (kind != TT_BARRIER)
        kind = TT_IMPLICIT_BARRIER;
    return (struct frame){.region = omp_region(w, kind, n->site), .function = OMP_FRAME(kind), .site = n->site};
}

/* gcc's barriers are told apart by the text. */
static struct frame construct_frame(struct writer *w, const struct tt_node *n)
{
    struct tt_node named = *n;
    if (n->kind == TT_NODE_OPENMP && n->name == TT_SOME_BARRIER)
        named.name = w->omp->gnu && is_explicit_barrier(w, n->site) ? TT_BARRIER : TT_IMPLICIT_BARRIER;
    return frame_of(w, &named);
}

/* The path of callers that were found on the stack, whose frames are opened. */
static uint32_t open_callers(struct profile *p, struct writer *w, uint32_t above, const struct frame *callers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct known_call call = {0};
        above = add_path(p, above, callers[i].region, call_line(w, &callers[i], &call));
        p->paths[above].is_caller = 1;
        push_frame(w, &callers[i]);
    }
    return above;
}

/* The path of what was done between two calls: `above` where no function is known to have made both, or it is recorded itself. */
static uint32_t path_of_stretch(struct profile *p, struct writer *w, uint32_t above, const struct tt_node *n)
{
    if (w->depth > 0 && w->stack[w->depth - 1].outer != 0)
        return above;
    const struct callers first = callers_of(w, n->name & TT_SITE_MASK);
    const struct frame call = {.region = mpi_region(w->archive, (uint32_t)(n->name >> TT_SITE_BITS)), .site = first.site};
    const struct stretch s = stretch_between(w, first.list, first.count, &call, n->site, (uint32_t)n->hook);
    if (s.shared == 0)
        return above;
    uint32_t line, path = open_callers(p, w, above, first.list, s.shared);
    uint32_t region = stretch_region(w, first.list[s.shared - 1].region, &s, &line);
    w->depth -= s.shared;
    return add_path(p, path, region, line);
}

/* The path of a call whose callers were found on the stack: below theirs, of which none is open any more. */
static uint32_t path_below_callers(struct profile *p, struct writer *w, uint32_t above, struct frame *frame)
{
    const struct callers callers = callers_of(w, frame->site);
    above = open_callers(p, w, above, callers.list, callers.count);
    frame->site = callers.site;
    struct known_call call = {0};
    uint32_t line = call_line(w, frame, &call);
    w->depth -= callers.count;
    return add_path(p, above, frame->region, line);
}

/* The path of what is no frame. A thread that joined a parallel region where nothing was to be recorded is where that is. */
static uint32_t path_of_own(struct profile *p, uint32_t above, const struct tt_node *n)
{
    if (n->kind == TT_NODE_OFF && p->paths[above].region == p->off)
        return above;
    return add_path(p, above, n->kind == TT_NODE_FLUSH ? p->flush : n->kind == TT_NODE_OFF ? p->off : p->other, NO_LINE);
}

/* Enters a node whose parent's path is known, and leaves it open if it is a frame. */
static void enter_node(struct profile *p, struct writer *w, struct tree *t, uint32_t node)
{
    const struct tt_node *n = &t->nodes[node];
    uint32_t above = t->path[n->parent];
    t->path[node] = above;
    if (is_variant(n))
        return;
    if (n->kind == TT_NODE_BETWEEN) {
        t->path[node] = path_of_stretch(p, w, above, n);
        t->is_path[node] = t->path[node] != above;
        return;
    }
    if (!is_frame(n)) {
        t->path[node] = path_of_own(p, above, n);
        t->is_path[node] = 1;
        return;
    }
    struct frame frame;
    if (is_barrier_after(n)) {
        frame = barrier_frame(w, t, node);
        if (!t->is_whole[n->parent]) {
            t->parent[node] = t->parent[n->parent];
            above = t->path[t->parent[node]];
        }
    } else {
        frame = construct_frame(w, n);
    }
    if (frame.region != HIDDEN_REGION) {
        t->path[node] = path_below_callers(p, w, above, &frame);
        t->is_path[node] = 1;
    }
    push_frame(w, &frame);
    if (n->kind == TT_NODE_OPENMP && frame.region != HIDDEN_REGION && !is_barrier_after(n))
        t->is_whole[node] = (unsigned char)has_barrier(w, t, node);
}

/* Goes through a tree from a node on as the program went, so that what is open around a call is known. */
static void name_paths(struct profile *p, struct writer *w, struct tree *t, uint32_t top)
{
    for (uint32_t node = top;;) {
        enter_node(p, w, t, node);
        if (t->first[node] != 0) {
            node = t->first[node];
            continue;
        }
        for (;; node = t->nodes[node].parent) {
            if (is_frame(&t->nodes[node]))
                w->depth--;
            if (node == top)
                return;
            if (t->next[node] != 0) {
                node = t->next[node];
                break;
            }
        }
    }
}

uint64_t end_of(const struct process *process, const struct thread *thread)
{
    uint64_t last = thread->counts.last, end = process->end_time;
    return process->end == NULL || end < last ? last : end;
}

/* Where the path of a tree's node that has no caller on its thread begins: below the fork of its region. 0: not known yet. */
static int find_base(const struct tree *trees, uint32_t count, const struct tt_node *n, uint32_t *base)
{
    uint32_t forker = TT_FORKING_THREAD(n->hook), node = (uint32_t)n->hook;
    if ((n->kind != TT_NODE_OPENMP && n->kind != TT_NODE_OFF) || n->hook == 0)
        return 1; /* of nobody's region */
    for (uint32_t i = 0; i < count; i++) {
        if (trees[i].thread->index != forker)
            continue;
        const struct profile_file *own = &trees[i].thread->profile;
        if ((n->hook & TT_OWN_NUMBER) && own->map != NULL && node < own->header->nodes)
            node = own->map[node];
        if (node >= trees[i].count)
            continue;
        uint32_t path = trees[i].path[node];
        *base = path;
        return node == 0 || path != NO_PATH;
    }
    return 1;
}

/* Names the paths below each node that has no caller on its thread, once those are known that it inherits. */
static int name_tree(struct profile *p, struct writer *w, struct tree *trees, uint32_t count, struct tree *t, int in_any_case)
{
    int named = 0;
    uint32_t own = t->count == 0 ? NO_PATH : t->path[0];
    for (uint32_t node = t->count == 0 ? 0 : t->first[0]; node != 0; node = t->next[node]) {
        uint32_t base = own;
        if (t->is_named[node] || (!find_base(trees, count, &t->nodes[node], &base) && !in_any_case))
            continue;
        t->path[0] = base;
        name_paths(p, w, t, node);
        t->path[0] = own;
        t->is_named[node] = 1;
        named = 1;
        in_any_case = 0;
    }
    return named;
}

void name_trees(struct profile *p, struct writer *w, struct tree *trees, uint32_t count)
{
    for (int in_any_case = 0;;) {
        int named = 0;
        for (uint32_t i = 0; i < count; i++) {
            w->thread = trees[i].thread;
            named |= name_tree(p, w, trees, count, &trees[i], in_any_case && !named);
        }
        if (!named && in_any_case)
            return;
        in_any_case = !named;
    }
}
