/*
 * Values of call paths by iteration of the progress loop, profile.series: lines of text, so that anything can read it, a
 * number of them that has a limit (fold/series.h). What the lines are stands in the README.
 */
#include "profile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters of the fields behind visits and ticks, in their order. */
static const char LETTERS[TT_SERIES_FIELDS + 1] = "  mnbcpgrw";

static uint64_t greatest_stride(const struct run *run, uint64_t *iterations)
{
    uint64_t stride = 0;
    for (uint32_t r = 0; r < run->size; r++)
        for (uint32_t i = 0; run->ranks[r] != NULL && i < run->ranks[r]->thread_count; i++) {
            const struct thread *t = &run->ranks[r]->threads[i];
            if (t->series == NULL)
                continue;
            stride = t->stride > stride ? t->stride : stride;
            *iterations = t->iterations > *iterations ? t->iterations : *iterations;
        }
    return stride;
}

/* Strides are doubles of the first one, which all processes have. */
static void bring_to(struct thread *t, uint64_t stride)
{
    struct tt_series *s = t->series == NULL || t->stride >= stride ? NULL : tt_series_make(t->stride);
    if (s == NULL)
        return;
    memcpy(s->words, t->series, t->series_words * sizeof *s->words);
    s->used = t->series_words;
    while (s->stride < stride)
        tt_series_double(s);
    memcpy(t->series, s->words, s->used * sizeof *s->words);
    t->series_words = s->used;
    t->stride = s->stride;
    tt_series_free(s);
}

void unify_series(struct profile *p)
{
    const struct run *run = p->archive->run;
    p->stride = greatest_stride(run, &p->iterations);
    for (uint32_t r = 0; r < run->size; r++)
        for (uint32_t i = 0; run->ranks[r] != NULL && i < run->ranks[r]->thread_count; i++)
            bring_to(&run->ranks[r]->threads[i], p->stride);
}

/* Values of the paths of one bucket. */
struct bucket {
    struct map index;
    struct path_sums {
        uint32_t path;
        uint64_t of[PATH_FIELDS];
    } *sums;
    uint32_t count, capacity;
};

static struct path_sums *sums_of(struct bucket *b, uint32_t path)
{
    uint32_t at = map_get(&b->index, path);
    if (at == MAP_MISSING) {
        const struct path_sums none = {.path = path};
        APPEND(b->sums, b->count, b->capacity, none);
        map_put(&b->index, path, at = b->count - 1);
    }
    return &b->sums[at];
}

static void take_value(struct bucket *b, uint64_t fields, const uint64_t *values, uint32_t visited, uint32_t path)
{
    for (unsigned i = 0; i < TT_SERIES_FIELDS; i++) {
        if (!(fields >> i & 1))
            continue;
        uint32_t of = i < 2 ? visited : path;
        if (of != NO_PATH)
            sums_of(b, of)->of[i] += *values;
        values++;
    }
}

/* A path's own time is that of its visits less those of the paths below it. */
static void take_own(const struct profile *p, struct bucket *b)
{
    uint32_t count = b->count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t ticks = b->sums[i].of[1];
        uint32_t above = visited_above(p, b->sums[i].path);
        b->sums[i].of[OWN_TICKS] += ticks;
        uint32_t at = above == NO_PATH ? MAP_MISSING : map_get(&b->index, above);
        if (at != MAP_MISSING)
            b->sums[at].of[OWN_TICKS] -= ticks;
    }
}

static void put_word(struct path_series *s, uint64_t word)
{
    APPEND(s->words, s->count, s->capacity, word);
}

static void put_bucket(struct path_series *s, uint64_t number, const struct bucket *b)
{
    uint32_t begin = s->count;
    put_word(s, TT_SERIES_BUCKET | number);
    put_word(s, 0);
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t fields = 0;
        for (unsigned f = 0; f < PATH_FIELDS; f++)
            fields |= (uint64_t)(b->sums[i].of[f] != 0) << f;
        if (fields == 0)
            continue;
        put_word(s, fields << 32 | b->sums[i].path);
        for (unsigned f = 0; f < PATH_FIELDS; f++)
            if (b->sums[i].of[f] != 0)
                put_word(s, b->sums[i].of[f]);
    }
    s->words[begin + 1] = s->count - begin - 2;
}

void add_series(struct profile *p, const struct thread *t, uint32_t location, const uint32_t *visited, const uint32_t *paths)
{
    struct path_series s = {.location = location};
    for (uint32_t read = 0; read < t->series_words;) {
        struct bucket b = {0};
        uint64_t number = t->series[read] & ~TT_SERIES_BUCKET;
        uint32_t end = read + 2 + (uint32_t)t->series[read + 1];
        for (read += 2; read < end;) {
            uint32_t node = (uint32_t)t->series[read];
            uint64_t fields = t->series[read] >> 32;
            take_value(&b, fields, t->series + read + 1, visited[node], paths[node]);
            read += 1 + (uint32_t)__builtin_popcountll(fields);
        }
        take_own(p, &b);
        put_bucket(&s, number, &b);
        map_free(&b.index);
        free(b.sums);
    }
    APPEND(p->series, p->series_count, p->series_capacity, s);
}

/* Names hold no tab and no end of a line there. */
static void put_name(FILE *out, const char *name)
{
    for (; *name != '\0'; name++)
        fputc((unsigned char)*name < ' ' || *name == 0x7f ? ' ' : *name, out);
}

/* Only paths that have values, and those above them. */
static void put_paths(const struct profile *p, const unsigned char *is_used, FILE *out)
{
    const struct archive *a = p->archive;
    for (uint32_t i = 0; i < p->path_count; i++) {
        const struct call_path *path = &p->paths[i];
        if (!is_used[i])
            continue;
        uint32_t line = path->line == NO_LINE ? 0 : a->lines[path->line].line;
        fprintf(out, "path\t%u\t%ld\t%u\t", i, path->parent == NO_PATH ? -1L : (long)path->parent, line);
        put_name(out, path->line == NO_LINE ? "" : a->texts.list[a->lines[path->line].file]);
        fputc('\t', out);
        put_name(out, a->texts.list[a->regions[path->region].name]);
        fputc('\n', out);
    }
}

static void put_value(FILE *out, uint32_t path, uint64_t fields, const uint64_t *values)
{
    uint64_t of[PATH_FIELDS] = {0};
    for (unsigned i = 0; i < PATH_FIELDS; i++)
        if (fields >> i & 1)
            of[i] = *values++;
    fprintf(out, "%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRId64, path, of[0], of[1], (int64_t)of[OWN_TICKS]);
    for (unsigned i = 2; i < TT_SERIES_FIELDS; i++)
        if (of[i] != 0)
            fprintf(out, "\t%c%" PRIu64, LETTERS[i], of[i]);
    fputc('\n', out);
}

/* Calls something for each value. */
static void each_value(const struct path_series *s, void (*begin)(void *, uint64_t), void (*value)(void *, const uint64_t *), void *context)
{
    for (uint32_t read = 0; read < s->count;) {
        uint32_t end = read + 2 + (uint32_t)s->words[read + 1];
        begin(context, s->words[read] & ~TT_SERIES_BUCKET);
        for (read += 2; read < end; read += 1 + (uint32_t)__builtin_popcountll(s->words[read] >> 32))
            value(context, s->words + read);
    }
}

struct writing {
    const struct profile *profile;
    unsigned char *is_used;
    FILE *out;
};

static void pass_bucket(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

static void mark_used(void *context, const uint64_t *value)
{
    const struct writing *w = context;
    for (uint32_t path = (uint32_t)*value; path != NO_PATH && !w->is_used[path]; path = w->profile->paths[path].parent)
        w->is_used[path] = 1;
}

static void write_bucket(void *context, uint64_t number)
{
    const struct writing *w = context;
    fprintf(w->out, "at\t%" PRIu64 "\n", number * w->profile->stride + 1);
}

static void write_value(void *context, const uint64_t *value)
{
    const struct writing *w = context;
    put_value(w->out, (uint32_t)*value, *value >> 32, value + 1);
}

static void put_all(struct writing *w)
{
    const struct profile *p = w->profile;
    fprintf(w->out, "trimtab-series\t1\nphase\t");
    put_name(w->out, p->phase == NULL ? "" : p->phase);
    fprintf(w->out, "\niterations\t%" PRIu64 "\nstride\t%" PRIu64 "\n", p->iterations, p->stride);
    for (uint32_t i = 0; i < p->series_count; i++)
        each_value(&p->series[i], pass_bucket, mark_used, w);
    put_paths(p, w->is_used, w->out);
    for (uint32_t i = 0; i < p->series_count; i++) {
        const struct location *l = &p->archive->locations[p->series[i].location];
        fprintf(w->out, "location\t%u\t%u\t%.17g\n", l->rank, l->thread, seconds_of_tick(p->archive, l->rank));
        each_value(&p->series[i], write_bucket, write_value, w);
    }
    fprintf(w->out, "end\n");
}

void write_series(const struct profile *p)
{
    if (p->series_count == 0)
        return;
    char *path = format_text("%s/profile.series", p->archive->folder);
    struct writing w = {.profile = p, .is_used = allocate(p->path_count, 1), .out = fopen(path, "w")};
    if (w.out == NULL)
        cannot_write(path, strerror(errno));
    put_all(&w);
    int failed = ferror(w.out);
    if (fclose(w.out) != 0 || failed)
        cannot_write(path, strerror(errno));
    free(w.is_used);
    free(path);
}
