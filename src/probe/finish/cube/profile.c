/*
 * One tree of call paths for all threads: addresses become functions and lines as in a trace, with the same code, so that
 * call paths of profiles and traces are the same; what is no function of the program's text (bodies of OpenMP constructs,
 * functions that were switched off) gives its time to the path around it.
 */
#include "../otf2/uncounted.h"
#include "tree.h"

#include "cube.h"
#include "../symbols/names.h"
#include "../otf2/properties.h"

#include <stdlib.h>
#include <string.h>

/* Names of regions that no record names; writing and folding, and times in which nothing was to be recorded, have the names
 * that all measurement systems give them. */
static const char FLUSH[] = "TRACE BUFFER FLUSH", OFF[] = "MEASUREMENT OFF", OTHER[] = "OTHER CALL PATHS";

static uint32_t artificial_region(struct archive *a, const char *name, const char *canonical, OTF2_Paradigm paradigm)
{
    const struct region region = {.name = text_id(&a->texts, name),
                                  .canonical = text_id(&a->texts, canonical),
                                  .role = "ARTIFICIAL",
                                  .paradigm = paradigm};
    return add_region(a, &region);
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
