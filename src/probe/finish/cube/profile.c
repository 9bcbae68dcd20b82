/*
 * One tree of call paths for all threads: addresses become functions and lines as in a trace, with the same code, so that
 * call paths of profiles and traces are the same; what is no function of the program's text (bodies of OpenMP constructs,
 * functions that were switched off) gives its time to the path around it.
 */
#include "../otf2/uncounted.h"
#include "profile.h"

#include "../otf2/between.h"
#include "cube.h"
#include "../symbols/names.h"
#include "../otf2/properties.h"
#include "../otf2/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of regions that no record names; writing and folding, and times in which nothing was to be recorded, have the names
 * that all measurement systems give them. */
static const char FLUSH[] = "TRACE BUFFER FLUSH", OFF[] = "MEASUREMENT OFF", OTHER[] = "OTHER CALL PATHS";

/* The children of each node of a thread's tree, and where its nodes are in the profile. */
struct tree {
    const struct thread *thread;
    const struct tt_node *nodes;
    uint32_t count;
    uint32_t *first, *next; /* 0: none */
    uint32_t *path;         /* of the node, or of the next above it that has one */
    uint32_t *parent;       /* the node that its path is below: its parent, but for some barriers */
    unsigned char *is_path; /* whether it has one of its own */
    unsigned char *is_named; /* of a node without caller on its thread: its path is known */
    unsigned char *is_whole; /* of a construct: the barrier behind it is its own */
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
}

static uint32_t add_path(struct profile *p, uint32_t parent, uint32_t region, uint32_t line)
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

static uint32_t artificial_region(struct archive *a, const char *name, const char *canonical, OTF2_Paradigm paradigm)
{
    const struct region region = {.name = text_id(&a->texts, name),
                                  .canonical = text_id(&a->texts, canonical),
                                  .role = "ARTIFICIAL",
                                  .paradigm = paradigm};
    return add_region(a, &region);
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

static struct tree tree_of(const struct thread *thread)
{
    struct tree t = {.thread = thread, .nodes = thread->tree, .count = thread->tree_size};
    t.first = allocate(t.count, sizeof *t.first);
    t.next = allocate(t.count, sizeof *t.next);
    t.path = allocate(t.count, sizeof *t.path);
    t.parent = allocate(t.count, sizeof *t.parent);
    t.is_path = allocate(t.count, 1);
    t.is_named = allocate(t.count, 1);
    t.is_whole = allocate(t.count, 1);
    for (uint32_t i = t.count; i-- > 1;) {
        t.parent[i] = t.nodes[i].parent;
        t.next[i] = t.first[t.parent[i]];
        t.first[t.parent[i]] = i;
    }
    return t;
}

static void free_tree(struct tree *t)
{
    free(t->first);
    free(t->next);
    free(t->path);
    free(t->parent);
    free(t->is_path);
    free(t->is_named);
    free(t->is_whole);
}

/* A variant of the visits of a construct, see TT_WITH_BARRIER. */
static int is_variant(const struct tt_node *n)
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

static void add_values(struct path_values *v, const struct tt_node *n)
{
    v->visits += n->visits;
    v->inclusive += n->ticks;
    v->least = n->least < v->least ? n->least : v->least;
    v->most = n->most > v->most ? n->most : v->most;
    v->squares += n->squares;
}

static void add_communication(struct path_values *v, const struct tt_node *n)
{
    v->sent += n->sent;
    v->received += n->received;
    v->bytes_sent += n->bytes_sent;
    v->bytes_received += n->bytes_received;
    v->bytes_put += n->bytes_put;
    v->bytes_got += n->bytes_got;
    v->bytes_read += n->bytes_read;
    v->bytes_written += n->bytes_written;
}

/* The values of a path in the location that is being added, from `first` on. */
static struct path_values *values_of(struct profile *p, struct map *known, uint32_t path, uint32_t location)
{
    uint32_t at = map_get(known, path);
    if (at == MAP_MISSING) {
        const struct path_values none = {.path = path, .location = location, .least = UINT64_MAX};
        APPEND(p->values, p->value_count, p->value_capacity, none);
        map_put(known, path, at = p->value_count - 1);
    }
    return &p->values[at];
}

/* A path's own time is that of its visits less those of the paths below it. */
static void take_children(struct profile *p, struct map *known, uint32_t first)
{
    for (uint32_t i = first; i < p->value_count; i++)
        p->values[i].exclusive += p->values[i].inclusive;
    for (uint32_t i = first; i < p->value_count; i++) {
        uint32_t parent = visited_above(p, p->values[i].path);
        uint32_t at = parent == NO_PATH ? MAP_MISSING : map_get(known, parent);
        if (at == MAP_MISSING)
            continue;
        uint64_t less = p->values[i].inclusive, *own = &p->values[at].exclusive;
        *own = *own > less ? *own - less : 0;
    }
}

/* The node whose visits a node's are, 0: none. */
static uint32_t visited(const struct tree *t, uint32_t node)
{
    const struct tt_node *n = &t->nodes[node];
    if (is_variant(n))
        return (n->name == TT_WITH_BARRIER) == (t->is_whole[n->parent] != 0) ? n->parent : 0;
    return t->is_path[node] ? node : 0;
}

/* The path that what is counted in a path belongs to: the next above at which counters are read. */
static uint32_t counted_above(const struct profile *p, uint32_t path)
{
    while (p->paths[path].parent != NO_PATH &&
           (p->paths[path].is_caller || is_uncounted(p->archive, p->paths[path].region)))
        path = p->paths[path].parent;
    return path;
}

static void add_counters(struct path_values *v, const struct tt_node *n)
{
    for (unsigned i = 0; i < TT_MOST_COUNTERS; i++)
        v->counted[i] += n->counted[i];
}

static int has_counted(const struct tt_node *n)
{
    for (unsigned i = 0; i < TT_MOST_COUNTERS; i++)
        if (n->counted[i] != 0)
            return 1;
    return 0;
}

static void add_tree(struct profile *p, const struct tree *t, uint32_t location, uint64_t whole, int64_t heap)
{
    struct map known = {0};
    uint32_t first = p->value_count;
    if (t->path[0] != NO_PATH) {
        struct path_values *root = values_of(p, &known, t->path[0], location);
        *root = (struct path_values){
            .path = t->path[0], .location = location, .visits = 1, .inclusive = whole, .least = whole, .most = whole,
            .squares = (double)whole * (double)whole, .heap = heap};
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->path[i] == NO_PATH)
            continue;
        uint32_t node = visited(t, i);
        if (node != 0 && t->is_path[node])
            add_values(values_of(p, &known, t->path[node], location), &t->nodes[i]);
        add_communication(values_of(p, &known, t->path[i], location), &t->nodes[i]);
        if (has_counted(&t->nodes[i]))
            add_counters(values_of(p, &known, counted_above(p, t->path[i]), location), &t->nodes[i]);
    }
    take_children(p, &known, first);
    map_free(&known);
}

static void add_iterations(struct profile *p, const struct tree *t, uint32_t location)
{
    uint32_t *paths = t->thread->series == NULL ? NULL : allocate(t->count, sizeof *paths);
    if (paths == NULL)
        return;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t node = visited(t, i);
        paths[i] = node != 0 && t->is_path[node] ? t->path[node] : NO_PATH;
    }
    add_series(p, t->thread, location, paths, t->path);
    free(paths);
}

static uint64_t end_of(const struct process *process, const struct thread *thread)
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

/* Damaged trees may wait for each other. */
static void name_trees(struct profile *p, struct writer *w, struct tree *trees, uint32_t count)
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

static void add_location(struct profile *p, uint32_t rank, const struct process *process, const struct tree *tree)
{
    struct archive *a = p->archive;
    const struct thread *thread = tree->thread;
    struct location l = {.rank = rank, .thread = thread->number, .id = (uint64_t)thread->number << 32 | rank};
    memcpy(l.records, thread->counts.records, sizeof l.records);
    l.is_in_team = thread->counts.first_number != 0;
    l.flush_ticks = thread->counts.flush_ticks;
    l.lost = thread->lost;
    a->closed += became_another(process) ? 0 : thread->closed;
    a->misplaced += thread->counts.misplaced;
    p->deeper += thread->counts.deeper;
    p->others += thread->counts.others;
    if (tree->count > 0)
        add_tree(p, tree, a->location_count, end_of(process, thread), thread->index == 0 ? process->memory.high : 0);
    if (tree->count > 0)
        add_iterations(p, tree, a->location_count);
    APPEND(a->locations, a->location_count, a->location_capacity, l);
}

static int by_number(const void *left, const void *right)
{
    const struct thread *a = *(const struct thread *const *)left, *b = *(const struct thread *const *)right;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The progress loop has the same name in all processes. */
static void name_phase(struct profile *p, struct writer *w, const struct tree *trees, uint32_t count)
{
    for (uint32_t i = 0; p->phase == NULL && i < count; i++) {
        uint64_t known_by = trees[i].thread->series == NULL ? 0 : trees[i].thread->phase;
        if (known_by >> 63 != 0) {
            const struct local_user *user = user_region(w->process, known_by & ~TT_USER_FRAME(0));
            p->phase = user == NULL ? NULL : copy_text(user->name);
        } else if (known_by != 0) {
            uint32_t region = at_place(w, known_by, PLACE_FUNCTION);
            p->phase = region >= HIDDEN_REGION ? NULL : copy_text(w->archive->texts.list[w->archive->regions[region].name]);
        }
    }
}

/* The threads of a rank by their numbers; a rank that left nothing has one that did nothing. */
static void add_rank(struct profile *p, uint32_t rank)
{
    const struct process *process = p->archive->run->ranks[rank];
    uint32_t count = process == NULL ? 0 : process->thread_count;
    const struct thread nothing = {0}, **threads = allocate(count, sizeof *threads);
    const struct tree no_tree = {.thread = &nothing};
    struct tree *trees = allocate(count, sizeof *trees);
    const struct omp omp = {.gnu = process != NULL && process->openmp.is_gnu};
    struct writer w = {.archive = p->archive, .process = process, .omp = &omp};
    for (uint32_t i = 0; i < count; i++)
        threads[i] = &process->threads[i];
    qsort(threads, count, sizeof *threads, by_number);
    for (uint32_t i = 0; i < count; i++) {
        trees[i] = tree_of(threads[i]);
        memset(trees[i].path, 0xFF, trees[i].count * sizeof *trees[i].path);
        if (trees[i].count > 0 && threads[i]->index == 0)
            trees[i].path[0] = add_path(p, NO_PATH, p->program, NO_LINE);
    }
    name_trees(p, &w, trees, count);
    name_phase(p, &w, trees, count);
    if (count == 0 || threads[0]->number != 0)
        add_location(p, rank, process, &no_tree);
    for (uint32_t i = 0; i < count; i++) {
        add_location(p, rank, process, &trees[i]);
        free_tree(&trees[i]);
    }
    free_frames(&w);
    map_free(&w.places);
    free(threads);
    free(trees);
}

/* Numbers paths depth first, children in the order in which they were found. */
static void number_paths(struct profile *p)
{
    uint32_t count = p->path_count, next = 0;
    uint32_t *first = allocate((size_t)count + 1, sizeof *first), *following_one = allocate(count, sizeof *following_one);
    memset(first, 0xFF, ((size_t)count + 1) * sizeof *first);
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = p->paths[i].parent == NO_PATH ? count : p->paths[i].parent;
        following_one[i] = first[parent];
        first[parent] = i;
    }
    for (uint32_t at = first[count]; at != NO_PATH;) {
        p->paths[at].number = next++;
        if (first[at] != NO_PATH) {
            at = first[at];
            continue;
        }
        while (at != NO_PATH && following_one[at] == NO_PATH)
            at = p->paths[at].parent;
        if (at != NO_PATH)
            at = following_one[at];
    }
    free(first);
    free(following_one);
}

static void set_properties(const struct profile *p)
{
    struct archive *a = p->archive;
    set_text(a, "MODE", copy_text("profile"));
    if (p->deeper > 0)
        set_count(a, "VISITS_TOO_DEEP", p->deeper);
    if (p->others > 0)
        set_count(a, "VISITS_WITHOUT_PATH", p->others);
    write_measurement_properties(a);
}

void write_profile(struct archive *a)
{
    const struct process *master = clock_master(a->run);
    const char *exe = master != NULL && master->exe != NULL ? master->exe : "unknown program";
    struct profile p = {.archive = a,
                        .program = artificial_region(a, base_name(exe), exe, OTF2_PARADIGM_MEASUREMENT_SYSTEM),
                        .flush = artificial_region(a, FLUSH, FLUSH, OTF2_PARADIGM_MEASUREMENT_SYSTEM),
                        .off = artificial_region(a, OFF, OFF, OTF2_PARADIGM_MEASUREMENT_SYSTEM),
                        .other = artificial_region(a, OTHER, OTHER, OTF2_PARADIGM_USER)};
    a->location_count = 0;
    a->closed = a->misplaced = 0;
    unify_series(&p);
    for (uint32_t r = 0; r < a->run->size; r++)
        add_rank(&p, r);
    number_paths(&p);
    set_properties(&p);
    char *path = format_text("%s/profile.cubex", a->folder);
    name_metrics(&p);
    write_cube(&p, path);
    free(path);
    write_series(&p);
    free(p.paths);
    free(p.values);
    free(p.metrics);
    map_free(&p.path_index);
}
