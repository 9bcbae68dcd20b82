#include "inside.h"
#include "series-values.h"

#include <sys/mman.h>

/* Memory that is used as far as it is needed. */
static void *pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void give(void *p, size_t bytes)
{
    if (p != NULL)
        munmap(p, bytes);
}

void tt_series_free(struct tt_series *s)
{
    give(s->words, ROOM * sizeof *s->words);
    give(s->touched, NODES * sizeof *s->touched);
    give(s->told, NODES * sizeof *s->told);
    give(s->is_touched, NODES);
    give(s->before, NODES * sizeof *s->before);
    give(s->sums, NODES * sizeof *s->sums);
    give(s, sizeof *s);
}

struct tt_series *tt_series_make(uint64_t stride)
{
    struct tt_series *s = pages(sizeof *s);
    if (s == NULL)
        return NULL;
    s->words = pages(ROOM * sizeof *s->words);
    s->touched = pages(NODES * sizeof *s->touched);
    s->told = pages(NODES * sizeof *s->told);
    s->is_touched = pages(NODES);
    s->before = pages(NODES * sizeof *s->before);
    s->sums = pages(NODES * sizeof *s->sums);
    s->stride = stride;
    s->touches = TT_TOUCHED;
    if (s->words != NULL && s->touched != NULL && s->told != NULL && s->is_touched != NULL && s->before != NULL && s->sums != NULL)
        return s;
    tt_series_free(s);
    return NULL;
}

uint32_t tt_series_room(void)
{
    return (uint32_t)ROOM;
}

struct tt_series_values tt_values_of(const struct tt_node *n)
{
    return (struct tt_series_values){{n->visits, n->ticks, n->sent, n->received, n->bytes_sent, n->bytes_received, n->bytes_put,
                                      n->bytes_got, n->bytes_read, n->bytes_written}};
}

struct tt_series_values tt_less_values(const struct tt_series_values *now, const struct tt_series_values *before)
{
    struct tt_series_values difference;
    for (unsigned i = 0; i < TT_SERIES_FIELDS; i++)
        difference.of[i] = now->of[i] > before->of[i] ? now->of[i] - before->of[i] : 0;
    return difference;
}

static uint32_t put_values(uint64_t *out, uint32_t node, const struct tt_series_values *v)
{
    uint64_t fields = 0;
    uint32_t words = 1;
    for (unsigned i = 0; i < TT_SERIES_FIELDS; i++)
        if (v->of[i] != 0) {
            fields |= UINT64_C(1) << i;
            out[words++] = v->of[i];
        }
    out[0] = fields << 32 | node;
    return fields == 0 ? 0 : words;
}

uint32_t tt_words_of_value(uint64_t first)
{
    return 1 + (uint32_t)__builtin_popcountll(first >> 32);
}

/* Adds the values of a bucket to the sums, whose nodes are listed. @returns how many are listed then */
static uint32_t add_bucket(struct tt_series *s, const uint64_t *at, const uint64_t *end, uint32_t *listed, uint32_t count)
{
    while (at < end) {
        uint32_t node = (uint32_t)*at;
        uint64_t fields = *at++ >> 32;
        if (s->sums[node].of[0] == 0) /* visits, plus one */
            listed[count++] = node, s->sums[node].of[0] = 1;
        for (unsigned i = 0; i < TT_SERIES_FIELDS; i++)
            if (fields >> i & 1)
                s->sums[node].of[i] += *at++;
    }
    return count;
}

/* Buckets that are one from now on stand behind each other and are read before that one is written, which is no longer. */
void tt_series_double(struct tt_series *s)
{
    uint32_t *listed = s->touched + s->touched_count, written = 0;
    s->stride *= 2;
    s->buckets = 0;
    for (uint32_t read = 0; read < s->used;) {
        uint64_t number = (s->words[read] & ~TT_SERIES_BUCKET) / 2;
        uint32_t count = 0, begin = written;
        while (read < s->used && (s->words[read] & ~TT_SERIES_BUCKET) / 2 == number) {
            uint32_t next = read + 2 + (uint32_t)s->words[read + 1];
            count = add_bucket(s, s->words + read + 2, s->words + next, listed, count);
            read = next;
        }
        written += 2;
        for (uint32_t i = 0; i < count; i++) {
            s->sums[listed[i]].of[0]--;
            written += put_values(s->words + written, listed[i], &s->sums[listed[i]]);
            s->sums[listed[i]] = (struct tt_series_values){{0}};
        }
        s->words[begin] = TT_SERIES_BUCKET | number;
        s->words[begin + 1] = written - begin - 2;
        s->buckets++;
    }
    s->used = written;
}

/* Half of the limit is free again when the stride has doubled, so that it does so rarely. */
static void bound(const struct tt_fold *f)
{
    struct tt_series *s = f->series;
    uint32_t limit = f->series_limit < TT_SERIES_LIMIT ? f->series_limit : TT_SERIES_LIMIT;
    if (s->used > limit)
        while (s->used > limit / 2 && s->buckets > 1)
            tt_series_double(s);
}

/* A signal handler must not read what is changing. */
static void set_changing(struct tt_series *s, uint32_t is_changing)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&s->is_changing, is_changing, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void tt_series_keep(struct tt_fold *f)
{
    struct tt_series *s = f->series;
    if (s == NULL || s->touched_count == 0)
        return;
    set_changing(s, 1);
    uint32_t begin = s->used, at = begin + 2;
    for (uint32_t i = 0; i < s->touched_count; i++) {
        uint32_t node = s->touched[i];
        struct tt_series_values now = tt_values_of(&f->nodes[node]), difference = tt_less_values(&now, &s->before[node]);
        at += put_values(s->words + at, node, &difference);
        s->before[node] = now;
        s->is_touched[node] &= (unsigned char)~TT_TOUCHED;
    }
    s->touched_count = 0;
    s->words[begin] = TT_SERIES_BUCKET | (s->iteration - 1) / s->stride;
    s->words[begin + 1] = at - begin - 2;
    s->used = at;
    s->buckets++;
    bound(f);
    set_changing(s, 0);
}

int tt_make_series(struct tt_fold *f)
{
    f->series = tt_series_make(f->stride);
    if (f->series == NULL) {
        f->stride = 0; /* no memory */
        return 0;
    }
    for (uint32_t i = 0; i < f->count; i++)
        f->series->before[i] = tt_values_of(&f->nodes[i]);
    f->series->touches |= f->tell == NULL ? 0 : TT_TOUCHED_TOLD;
    return 1;
}

void tt_series_told(struct tt_series *s)
{
    for (uint32_t i = 0; i < s->told_count; i++)
        s->is_touched[s->told[i]] &= (unsigned char)~TT_TOUCHED_TOLD;
    s->told_count = 0;
}

/* Several regions of a thread may begin in one iteration. */
static void tell(struct tt_fold *f, uint64_t iteration)
{
    struct tt_series *s = f->series;
    uint64_t begin = f->frames[f->depth - 1].begin;
    if (iteration == s->iteration)
        return;
    if (s->iteration != 0 && f->tell != NULL)
        f->tell(f, s->iteration, s->begin, begin);
    s->begin = begin;
}

/* What is open in the iteration belongs to the next one too, where that begins within it. */
void tt_series_begin(struct tt_fold *f, uint64_t iteration)
{
    if (f->stride == 0 || iteration == 0 || (f->series == NULL && !tt_make_series(f)))
        return;
    struct tt_series *s = f->series;
    if (s->iteration != 0 && (iteration - 1) / s->stride != (s->iteration - 1) / s->stride)
        tt_series_keep(f);
    tell(f, iteration);
    s->iteration = iteration;
    if (f->in_iteration == 0)
        f->in_iteration = f->depth;
    for (uint32_t i = f->in_iteration - 1; i < f->depth; i++)
        tt_series_touch(f, f->frames[i].node);
}

void tt_series_touch(struct tt_fold *f, uint32_t node)
{
    struct tt_series *s = f->series;
    unsigned char missing = (unsigned char)(s->touches & ~s->is_touched[node]);
    if (missing == 0)
        return;
    s->is_touched[node] = s->touches;
    if (missing & TT_TOUCHED_TOLD)
        s->told[s->told_count++] = node;
    if (!(missing & TT_TOUCHED))
        return;
    s->touched[s->touched_count] = node;
    __atomic_store_n(&s->touched_count, s->touched_count + 1, __ATOMIC_RELEASE); /* for signal handlers */
}

