/* Values of call paths, from the trees of threads. */
#include "../otf2/uncounted.h"

#include "tree.h"

#include <stdlib.h>

/* The node whose visits a node's are, 0: none. */
static uint32_t visited(const struct tree *t, uint32_t node)
{
    const struct tt_node *n = &t->nodes[node];
    if (is_variant(n))
        return (n->name == TT_WITH_BARRIER) == (t->is_whole[n->parent] != 0) ? n->parent : 0;
    return t->is_path[node] ? node : 0;
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

void add_tree(struct profile *p, const struct tree *t, uint32_t location, uint64_t whole, int64_t heap)
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

void add_iterations(struct profile *p, const struct tree *t, uint32_t location)
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
