#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../format/glob.h"
#include "../../core/probe.h"
#include "files.h"
#include "live.h"
#include "told.h"

/* Ranks tell within a moment of reading what they are asked, which they do about once a second. */
enum { PATIENCE_MS = 4000 };

struct view {
    const struct tt_request *request;
    FILE *out, *functions; /* what is told of functions comes later, or not at all */
    struct tt_told_sum *sums;
    size_t count, room;
    int silent; /* ranks that did not tell */
    double mpi, all; /* own times of the rank that tells just now: of calls of MPI, and of all */
};

static int by_path_and_rank(const void *left, const void *right)
{
    const struct tt_told_sum *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    return order != 0 ? order : (a->rank > b->rank) - (a->rank < b->rank);
}

static const char *last_name(const char *path)
{
    const char *last = strrchr(path, '\t');
    return last == NULL ? path : last + 1;
}

static int is_wanted(const struct tt_request *request, const char *path)
{
    return request->text[0] == '\0' || tt_fits(request->text, last_name(path));
}

static void add_sum(struct view *view, int rank, const char *text)
{
    struct tt_told_sum sum = {0};
    unsigned long long visits;
    int at = 0;
    if (sscanf(text, "%llu %lf %n", &visits, &sum.ns, &at) != 2 || at == 0)
        return;
    if (view->count == view->room) {
        size_t room = view->room == 0 ? 1024 : 2 * view->room;
        void *more = realloc(view->sums, room * sizeof *view->sums);
        if (more == NULL)
            return;
        view->sums = more;
        view->room = room;
    }
    sum.visits = visits;
    sum.rank = rank;
    view->all += sum.ns;
    view->mpi += strncmp(last_name(text + at), "MPI_", 4) == 0 ? sum.ns : 0;
    if ((sum.path = strdup(text + at)) != NULL)
        view->sums[view->count++] = sum;
}

/* What stands for the whole run is told by rank 0, the rest is put together. */
static void take_line(struct view *view, int rank, const char *line)
{
    if (strncmp(line, "sum ", 4) == 0)
        add_sum(view, rank, line + 4);
    else if (strncmp(line, "function ", 9) == 0) {
        int name = 0;
        if (rank == 0 && sscanf(line, "function %*s %*s %n", &name) == 0 && name > 0 && is_wanted(view->request, line + name))
            fprintf(view->functions, "%s\n", line);
    } else if (strncmp(line, "group ", 6) == 0 || strncmp(line, "ranges ", 7) == 0 || strncmp(line, "metric ", 7) == 0 ||
               strncmp(line, "phase ", 6) == 0 || strncmp(line, "sampling ", 9) == 0) {
        if (rank == 0)
            fprintf(view->out, "%s\n", line);
    } else if (strncmp(line, "process ", 8) == 0 || strncmp(line, "selection ", 10) == 0 || strncmp(line, "iteration ", 10) == 0 ||
               strncmp(line, "made ", 5) == 0 || strncmp(line, "missed ", 7) == 0)
        fprintf(view->out, "rank %d %s\n", rank, line);
}

static int has_told(const char *text, uint64_t number)
{
    const char *at = strstr(text, "\nstatus ");
    return at != NULL && strtoull(at + 8, NULL, 10) >= number;
}

static void take_rank(struct view *view, int rank, uint64_t number, unsigned *waited)
{
    char name[32], *text;
    while ((text = tt_live_read(tt_live_rank_file(name, sizeof name, rank))) == NULL || !has_told(text, number)) {
        free(text);
        if (*waited > PATIENCE_MS || !tt_live_pause(10)) {
            fprintf(view->out, "rank %d silent\n", rank);
            view->silent++;
            return;
        }
        *waited += 10;
    }
    view->mpi = view->all = 0;
    for (char *line = text, *end; line != NULL && *line != '\0'; line = end) {
        if ((end = strchr(line, '\n')) != NULL)
            *end++ = '\0';
        take_line(view, rank, line);
    }
    fprintf(view->out, "rank %d times %.0f %.0f\n", rank, view->mpi, view->all);
    free(text);
}

/* What a rank has of a path: several of its own may be of one name. */
static void add_of_rank(struct tt_told_sum *sum, double ns, int rank)
{
    sum->ns += ns;
    if (ns > sum->most) {
        sum->most = ns;
        sum->rank = rank;
    }
}

/* Those of one path become one. */
static void unite(struct view *view)
{
    size_t kept = 0;
    if (view->count > 0)
        qsort(view->sums, view->count, sizeof *view->sums, by_path_and_rank);
    for (size_t i = 0, next; i < view->count; i = next) {
        struct tt_told_sum sum = {.path = view->sums[i].path, .rank = view->sums[i].rank};
        double ns = 0;
        for (next = i; next < view->count && strcmp(view->sums[next].path, sum.path) == 0; next++) {
            const struct tt_told_sum *one = &view->sums[next];
            if (next > i && one->rank != one[-1].rank) {
                add_of_rank(&sum, ns, one[-1].rank);
                ns = 0;
            }
            ns += one->ns;
            sum.visits += one->visits;
            if (next > i)
                free(one->path);
        }
        add_of_rank(&sum, ns, view->sums[next - 1].rank);
        view->sums[kept++] = sum;
    }
    view->count = kept;
}

static void put_sum(const struct view *view, const struct tt_told_sum *sum)
{
    if (!is_wanted(view->request, sum->path))
        return;
    fprintf(view->out, "sum %llu %.0f %s\n", (unsigned long long)sum->visits, sum->ns, sum->path);
    if (tt_process.size > 1)
        fprintf(view->out, "most %d %.0f %s\n", sum->rank, sum->most, sum->path);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* All that has changed since the answer that is named, or all where that is not known. */
static void put_changes(struct view *view, struct tt_told *told, uint64_t number, const char *functions)
{
    uint64_t since = view->request->number;
    tt_tell_sums(told, number, view->sums, view->count);
    tt_tell_functions(told, number, hash_of(functions));
    if (since < told->first || since >= number)
        since = 0;
    if (since > 0)
        fprintf(view->out, "since %llu\n", (unsigned long long)since);
    if (told->functions_changed > since)
        fputs(functions, view->out);
    for (size_t i = 0; i < told->count; i++)
        if (told->sums[i].changed > since)
            put_sum(view, &told->sums[i]);
}

static void put_all(struct view *view, uint64_t number, const char *functions)
{
    struct tt_told *told = tt_told_of(view->request->on, view->request->ranks);
    unite(view);
    if (told == NULL || view->silent > 0) { /* with a part of the sums nothing can be compared */
        if (told != NULL)
            tt_forget_told(told);
        fputs(functions, view->out);
        for (size_t i = 0; i < view->count; i++) {
            put_sum(view, &view->sums[i]);
            free(view->sums[i].path);
        }
        free(view->sums);
    } else
        put_changes(view, told, number, functions);
}

char *tt_view_text(const struct tt_request *request, uint64_t number)
{
    char *text = NULL, *functions = NULL;
    size_t size = 0, functions_size = 0;
    unsigned waited = 0;
    struct view view = {
        .request = request, .out = open_memstream(&text, &size), .functions = open_memstream(&functions, &functions_size)};
    if (view.out != NULL && view.functions != NULL) {
        fprintf(view.out, "run %d %s\n", tt_process.size, request->on ? "tree" : "flat");
        for (int rank = 0; rank < tt_process.size; rank++)
            if (tt_has_rank(request->ranks, (unsigned)rank))
                take_rank(&view, rank, number, &waited);
        if (fflush(view.functions) == 0)
            put_all(&view, number, functions);
    }
    int done = view.functions != NULL && fclose(view.functions) == 0;
    done = view.out != NULL && fclose(view.out) == 0 && done;
    free(functions);
    if (done)
        return text;
    free(text);
    return NULL;
}
