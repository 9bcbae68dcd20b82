/* The tree of call paths of each thread, as it left it or by its records. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

static void fold_words(struct tt_fold *fold, const uint64_t *from, const uint64_t *to)
{
    for (; from < to; from += tt_fold_words(*from))
        tt_fold_record(fold, from);
}

/* What the thread folded itself. A tree that cannot be is none. */
static int restore(struct tt_fold *fold, const struct thread *thread)
{
    const struct profile_file *file = &thread->profile;
    if (!tt_fold_restore(fold, file->nodes, file->header->nodes, file->frames, file->header->frames)) {
        say("%s: the profile of thread %u is damaged, and is left out", thread->path, thread->index);
        return 0;
    }
    fold->counts = file->header->counts;
    fold_words(fold, file->words, file->end);
    return 1;
}

static void keep(struct thread *thread, const struct tt_fold *fold)
{
    thread->tree = allocate(fold->count, sizeof *thread->tree);
    memcpy(thread->tree, fold->nodes, fold->count * sizeof *thread->tree);
    thread->tree_size = fold->count;
    thread->counts = fold->counts;
}

static void fold_thread(struct thread *thread, int with_trace)
{
    struct tt_fold fold;
    if (!tt_fold_begin(&fold, thread->near_base))
        fail("not enough memory");
    if (with_trace)
        for (const uint64_t *r = thread->begin; r < thread->end; r = following(thread, r))
            tt_fold_record(&fold, r);
    if (thread->profile.header == NULL || restore(&fold, thread)) {
        thread->closed = tt_fold_close(&fold);
        keep(thread, &fold);
    }
    tt_fold_end(&fold);
}

static void collect_nodes(struct archive *a, const struct process *p, const struct thread *thread)
{
    struct map seen = {0};
    for (uint32_t i = 1; i < thread->tree_size; i++) {
        const struct tt_node *n = &thread->tree[i];
        if (n->kind == TT_NODE_FUNCTION) {
            place_of(&a->symbols, &seen, p, n->name, PLACE_FUNCTION);
            if (n->hook != 0)
                place_of(&a->symbols, &seen, p, n->hook, PLACE_INLINED);
        }
        if (n->site != 0)
            place_of(&a->symbols, &seen, p, n->site, PLACE_SITE);
    }
    map_free(&seen);
}

void collect_profiles(struct archive *a, int with_traces)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct process *p = a->run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++) {
            if (with_traces || p->threads[i].profile.header != NULL)
                fold_thread(&p->threads[i], with_traces);
            collect_nodes(a, p, &p->threads[i]);
        }
    }
}
