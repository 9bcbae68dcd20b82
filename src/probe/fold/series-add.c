/* Adding the values of one thread to those of another one. */
#include "inside.h"
#include "series-values.h"

#include <string.h>

int tt_series_are_sound(const uint64_t *words, uint32_t count, uint32_t nodes)
{
    for (uint32_t bucket = 0; bucket < count;) {
        if (count - bucket < 2 || !(words[bucket] & TT_SERIES_BUCKET) || words[bucket + 1] > count - bucket - 2)
            return 0;
        uint32_t end = bucket + 2 + (uint32_t)words[bucket + 1], at = bucket + 2;
        while (at < end) {
            if ((uint32_t)words[at] >= nodes || words[at] >> (32 + TT_SERIES_FIELDS) != 0 || tt_words_of_value(words[at]) > end - at)
                return 0;
            at += tt_words_of_value(words[at]);
        }
        bucket = end;
    }
    return 1;
}

static int is_sound(const struct tt_fold_state *state)
{
    const struct tt_series_header *h = state->series;
    if (h->stride == 0 || h->words > ROOM || h->pending > state->node_count || h->in_iteration > state->depth ||
        !tt_series_are_sound(state->series_words, h->words, state->node_count))
        return 0;
    for (uint32_t i = 0; i < h->pending; i++)
        if (state->pending[i].node >= state->node_count)
            return 0;
    return 1;
}

static uint32_t buckets_in(const struct tt_series *s)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < s->used; at += 2 + (uint32_t)s->words[at + 1])
        count++;
    return count;
}

/* Behind what is here already, by the greater stride of both. */
static void add_words(struct tt_series *to, struct tt_series *from, const uint32_t *map)
{
    while (from->stride < to->stride && from->stride <= UINT64_MAX / 4)
        tt_series_double(from);
    while (to->stride < from->stride && to->stride <= UINT64_MAX / 4)
        tt_series_double(to);
    while (to->used + from->used > ROOM && to->buckets + from->buckets > 2) {
        tt_series_double(from);
        tt_series_double(to);
    }
    if (to->used + from->used > ROOM)
        return;
    for (uint32_t read = 0; read < from->used;) {
        uint32_t end = read + 2 + (uint32_t)from->words[read + 1];
        memcpy(to->words + to->used, from->words + read, 2 * sizeof *to->words);
        to->used += 2;
        to->buckets++;
        for (read += 2; read < end;) {
            uint32_t words = tt_words_of_value(from->words[read]);
            memcpy(to->words + to->used, from->words + read, words * sizeof *to->words);
            to->words[to->used] = from->words[read] >> 32 << 32 | map[(uint32_t)from->words[read]];
            to->used += words;
            read += words;
        }
    }
}

/* What the path had before the pending bucket: what was added since is in the tree, and not in any bucket. */
static void add_pending(struct tt_fold *f, const struct tt_series_pending *pending, const struct tt_node *own, uint32_t node)
{
    struct tt_series_values theirs = tt_values_of(own), since = tt_less_values(&theirs, &pending->before), all = tt_values_of(&f->nodes[node]);
    f->series->before[node] = tt_less_values(&all, &since);
    tt_series_touch(f, node);
}

int tt_series_add(struct tt_fold *f, const struct tt_fold_state *state, const uint32_t *map)
{
    const struct tt_series_header *h = state->series;
    if (h == NULL)
        return 1;
    f->stride = h->stride;
    if (h->iteration == 0)
        return 1;
    if (!is_sound(state) || (f->series == NULL && !tt_make_series(f)))
        return 0;
    struct tt_series *theirs = tt_series_make(h->stride);
    if (theirs == NULL)
        return 0;
    tt_series_keep(f);
    for (uint32_t i = 0; i < f->count; i++)
        f->series->before[i] = tt_values_of(&f->nodes[i]);
    memcpy(theirs->words, state->series_words, h->words * sizeof *theirs->words);
    theirs->used = h->words;
    theirs->buckets = buckets_in(theirs);
    add_words(f->series, theirs, map);
    tt_series_free(theirs);
    f->series->iteration = h->iteration;
    for (uint32_t i = 0; i < h->pending; i++)
        add_pending(f, &state->pending[i], &state->nodes[state->pending[i].node], map[state->pending[i].node]);
    f->phase = h->phase;
    f->expected = h->expected;
    return 1;
}
