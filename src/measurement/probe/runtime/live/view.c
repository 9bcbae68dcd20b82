#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../glob.h"
#include "../probe.h"
#include "files.h"
#include "live.h"

/* Ranks tell within a moment of reading what they are asked, which they do about once a second. */
enum { PATIENCE_MS = 4000 };

struct line {
    char *path;
    uint64_t visits;
    double ns;
};

struct view {
    const struct tt_request *request;
    FILE *out;
    struct line *lines;
    size_t count, room;
};

static int by_path(const void *left, const void *right)
{
    return strcmp(((const struct line *)left)->path, ((const struct line *)right)->path);
}

static int is_wanted(const struct tt_request *request, const char *path)
{
    const char *last = strrchr(path, '\t');
    return request->text[0] == '\0' || tt_fits(request->text, last == NULL ? path : last + 1);
}

static void add_line(struct view *view, const char *text)
{
    struct line line = {0};
    unsigned long long visits;
    int at = 0;
    if (sscanf(text, "%llu %lf %n", &visits, &line.ns, &at) != 2 || at == 0 || !is_wanted(view->request, text + at))
        return;
    if (view->count == view->room) {
        size_t room = view->room == 0 ? 1024 : 2 * view->room;
        void *more = realloc(view->lines, room * sizeof *view->lines);
        if (more == NULL)
            return;
        view->lines = more;
        view->room = room;
    }
    line.visits = visits;
    if ((line.path = strdup(text + at)) != NULL)
        view->lines[view->count++] = line;
}

/* What stands for the whole run is told by rank 0, the rest is put together. */
static void take_line(struct view *view, int rank, const char *line)
{
    if (strncmp(line, "sum ", 4) == 0)
        add_line(view, line + 4);
    else if (strncmp(line, "function ", 9) == 0) {
        int name = 0;
        if (rank == 0 && sscanf(line, "function %*s %*s %n", &name) == 0 && name > 0 && is_wanted(view->request, line + name))
            fprintf(view->out, "%s\n", line);
    } else if (strncmp(line, "group ", 6) == 0 || strncmp(line, "ranges ", 7) == 0 || strncmp(line, "phase ", 6) == 0) {
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
            return;
        }
        *waited += 10;
    }
    for (char *line = text, *end; line != NULL && *line != '\0'; line = end) {
        if ((end = strchr(line, '\n')) != NULL)
            *end++ = '\0';
        take_line(view, rank, line);
    }
    free(text);
}

static void put_sums(struct view *view)
{
    if (view->count > 0)
        qsort(view->lines, view->count, sizeof *view->lines, by_path);
    for (size_t i = 0, next; i < view->count; i = next) {
        struct line sum = view->lines[i];
        for (next = i + 1; next < view->count && strcmp(view->lines[next].path, sum.path) == 0; next++) {
            sum.visits += view->lines[next].visits;
            sum.ns += view->lines[next].ns;
        }
        fprintf(view->out, "sum %llu %.0f %s\n", (unsigned long long)sum.visits, sum.ns, sum.path);
    }
    for (size_t i = 0; i < view->count; i++)
        free(view->lines[i].path);
    free(view->lines);
}

char *tt_view_text(const struct tt_request *request, uint64_t number)
{
    char *text = NULL;
    size_t size = 0;
    unsigned waited = 0;
    struct view view = {.request = request, .out = open_memstream(&text, &size)};
    if (view.out == NULL)
        return NULL;
    fprintf(view.out, "run %d %s\n", tt_process.size, request->on ? "tree" : "flat");
    for (int rank = 0; rank < tt_process.size; rank++)
        if (tt_has_rank(request->ranks, (unsigned)rank))
            take_rank(&view, rank, number, &waited);
    put_sums(&view);
    if (fclose(view.out) == 0)
        return text;
    free(text);
    return NULL;
}
