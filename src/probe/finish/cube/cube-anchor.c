/* anchor.xml of a CUBE file; elements stand in the order that CUBE's own parser asks for. */
#include "cube.h"

#include "../read/grids.h"
#include "../symbols/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a character of UTF-8; 0: it is none. */
static int utf8_length(const unsigned char *c)
{
    int length = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : c[0] >= 0xE0 && c[0] < 0xF0 ? 3 : c[0] >= 0xF0 && c[0] < 0xF5 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

/* Names and paths may hold anything; XML may not. */
static void put_text(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        int length = utf8_length(c);
        if (*c == '&')
            fputs("&amp;", out);
        else if (*c == '<')
            fputs("&lt;", out);
        else if (*c == '>')
            fputs("&gt;", out);
        else if (*c == '"')
            fputs("&quot;", out);
        else if (*c == '\n' || *c == '\t')
            fprintf(out, "&#%d;", *c);
        else if (length == 0 || *c < ' ')
            fputc('?', out);
        else
            fwrite(c, 1, (size_t)length, out);
        c += length == 0 ? 1 : length;
    }
}

static void put_element(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<%s>", name);
    put_text(out, text);
    fprintf(out, "</%s>\n", name);
}

static void put_attribute(FILE *out, const char *key, const char *value)
{
    fputs("<attr key=\"", out);
    put_text(out, key);
    fputs("\" value=\"", out);
    put_text(out, value);
    fputs("\"/>\n", out);
}

static void write_metrics(const struct profile *p, FILE *out)
{
    static const char *const types[] = {
        [VALUE_UINT64] = "UINT64", [VALUE_DOUBLE] = "DOUBLE", [VALUE_LEAST] = "MINDOUBLE", [VALUE_MOST] = "MAXDOUBLE"};
    fputs("<metrics>\n", out);
    for (unsigned i = 0; i < p->metric_count; i++) {
        const struct cube_metric *m = &p->metrics[i];
        fprintf(out, "<metric id=\"%u\" type=\"EXCLUSIVE\">\n", i);
        put_element(out, "disp_name", m->title);
        put_element(out, "uniq_name", m->name);
        put_element(out, "dtype", types[m->type]);
        put_element(out, "uom", m->unit);
        put_element(out, "url", "");
        put_element(out, "descr", m->description);
        fputs("</metric>\n", out);
    }
    fputs("</metrics>\n", out);
}

/* CUBE's word for a role of OTF2. */
static char *role_word(const char *role)
{
    static const struct {
        const char *role, *word;
    } others[] = {{"TASK_WAIT", "taskwait"},
                  {"COLL_ONE2ALL", "one2all"},
                  {"COLL_ALL2ONE", "all2one"},
                  {"COLL_ALL2ALL", "all2all"},
                  {"COLL_OTHER", "other collective"}};
    for (size_t i = 0; role != NULL && i < sizeof others / sizeof others[0]; i++)
        if (strcmp(role, others[i].role) == 0)
            return copy_text(others[i].word);
    char *word = copy_text(role == NULL ? "function" : role);
    for (char *c = word; *c != '\0'; c++)
        *c = (char)(*c == '_' ? ' ' : tolower((unsigned char)*c));
    return word;
}

static const char *paradigm_word(OTF2_Paradigm paradigm)
{
    switch (paradigm) {
    case OTF2_PARADIGM_COMPILER:
        return "compiler";
    case OTF2_PARADIGM_MPI:
        return "mpi";
    case OTF2_PARADIGM_OPENMP:
        return "openmp";
    case OTF2_PARADIGM_PTHREAD:
        return "pthread";
    case OTF2_PARADIGM_MEASUREMENT_SYSTEM:
        return "measurement";
    case OTF2_PARADIGM_NONE: /* of calls of files */
        return "io";
    default:
        return "user";
    }
}

static void write_region(const struct archive *a, const struct region *r, uint32_t id, FILE *out)
{
    fprintf(out, "<region id=\"%u\" mod=\"", id);
    put_text(out, a->texts.list[r->file]);
    fprintf(out, "\" begin=\"%ld\" end=\"%ld\">\n", r->line == 0 ? -1L : (long)r->line, r->last_line == 0 ? -1L : (long)r->last_line);
    put_element(out, "name", a->texts.list[r->name]);
    put_element(out, "mangled_name", a->texts.list[r->canonical]);
    put_element(out, "paradigm", paradigm_word(r->paradigm));
    char *role = role_word(r->role);
    put_element(out, "role", role);
    free(role);
    put_element(out, "url", "");
    put_element(out, "descr", a->texts.list[r->description]);
    fputs("</region>\n", out);
}

/* The line of a call stands twice: only parameters keep paths apart in what some tools show. */
static void open_path(const struct archive *a, const struct call_path *path, FILE *out)
{
    fprintf(out, "<cnode id=\"%u\"", path->number);
    if (path->line == NO_LINE) {
        fprintf(out, " calleeId=\"%u\">\n", path->region);
        return;
    }
    const struct source_line line = a->lines[path->line];
    fprintf(out, " line=\"%u\" mod=\"", line.line);
    put_text(out, a->texts.list[line.file]);
    fprintf(out, "\" calleeId=\"%u\">\n<parameter partype=\"string\" parkey=\"call site\" parvalue=\"", path->region);
    put_text(out, a->texts.list[line.file]);
    fprintf(out, ":%u\"/>\n", line.line);
}

static void write_paths(const struct profile *p, FILE *out)
{
    uint32_t *by_number = allocate(p->path_count, sizeof *by_number), *open = allocate(p->path_count, sizeof *open), depth = 0;
    for (uint32_t i = 0; i < p->path_count; i++)
        by_number[p->paths[i].number] = i;
    for (uint32_t n = 0; n < p->path_count; n++) {
        const struct call_path *path = &p->paths[by_number[n]];
        for (; depth > 0 && open[depth - 1] != path->parent; depth--)
            fputs("</cnode>\n", out);
        open_path(p->archive, path, out);
        open[depth++] = by_number[n];
    }
    for (; depth > 0; depth--)
        fputs("</cnode>\n", out);
    free(by_number);
    free(open);
}

static void write_locations(const struct archive *a, uint32_t rank, FILE *out)
{
    for (uint32_t i = 0; i < a->location_count; i++) {
        const struct location *l = &a->locations[i];
        if (l->rank != rank)
            continue;
        char *name = location_name(a, l), *number = format_text("%u", l->thread);
        fprintf(out, "<location Id=\"%u\">\n", i);
        put_element(out, "name", name);
        put_element(out, "rank", number);
        put_element(out, "type", "thread");
        fputs("</location>\n", out);
        free(name);
        free(number);
    }
}

/* Ranks of a host need not follow each other. */
static void write_host(const struct archive *a, uint32_t first, uint32_t id, unsigned char *written, FILE *out)
{
    const char *host = host_of(a->run, first);
    fprintf(out, "<systemtreenode Id=\"%u\">\n", id);
    put_element(out, "name", host);
    put_element(out, "class", "node");
    for (uint32_t r = first; r < a->run->size; r++) {
        if (written[r] || strcmp(host_of(a->run, r), host) != 0)
            continue;
        written[r] = 1;
        char *name = process_name(a->run, r), *number = format_text("%u", r);
        fprintf(out, "<locationgroup Id=\"%u\">\n", r);
        put_element(out, "name", name);
        put_element(out, "rank", number);
        put_element(out, "type", "process");
        write_locations(a, r, out);
        fputs("</locationgroup>\n", out);
        free(name);
        free(number);
    }
    fputs("</systemtreenode>\n", out);
}

/* Coordinates are those of main threads, whose others have none of their own. */
static void write_topologies(const struct archive *a, FILE *out)
{
    fputs("<topologies>\n", out);
    struct grids grids = {0};
    if (a->run->is_mpi)
        grids = grids_of(a->run, &a->comms);
    uint32_t *main_of = allocate(a->run->size, sizeof *main_of);
    memset(main_of, 0xff, a->run->size * sizeof *main_of);
    for (uint32_t i = 0; i < a->location_count; i++)
        if (a->locations[i].thread == 0 && a->locations[i].rank < a->run->size)
            main_of[a->locations[i].rank] = i;
    for (uint32_t i = 0; i < grids.count; i++) {
        const struct grid *grid = &grids.list[i];
        const char *name = a->comms.list[grid->comm].name;
        fputs("<cart name=\"", out);
        put_text(out, name != NULL ? name : "");
        fprintf(out, "\" ndims=\"%u\">\n", grid->dimensions);
        for (uint32_t k = 0; k < grid->dimensions; k++)
            fprintf(out, "<dim size=\"%d\" periodic=\"%s\"/>\n", grid_size(grid, k), grid_is_periodic(grid, k) ? "true" : "false");
        for (uint32_t n = 0; n < grid->count; n++) {
            if (main_of[grid->places[n].rank] == UINT32_MAX)
                continue;
            fprintf(out, "<coord locId=\"%u\">", main_of[grid->places[n].rank]);
            for (uint32_t k = 0; k < grid->dimensions; k++)
                fprintf(out, "%s%d", k > 0 ? " " : "", grid_coordinate(&grid->places[n], k));
            fputs("</coord>\n", out);
        }
        fputs("</cart>\n", out);
    }
    free(main_of);
    free_grids(&grids);
    fputs("</topologies>\n", out);
}

static void write_system(const struct archive *a, FILE *out)
{
    unsigned char *written = allocate(a->run->size, 1);
    uint32_t nodes = 1;
    fputs("<system>\n<systemtreenode Id=\"0\">\n", out);
    put_element(out, "name", system_name(a->run));
    put_element(out, "class", "machine");
    for (uint32_t r = 0; r < a->run->size; r++)
        if (!written[r])
            write_host(a, r, nodes++, written, out);
    fputs("</systemtreenode>\n", out);
    write_topologies(a, out);
    fputs("</system>\n", out);
    free(written);
}

void write_anchor(const struct profile *p, FILE *out)
{
    const struct archive *a = p->archive;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<cube version=\"4.4\">\n", out);
    put_attribute(out, "Creator", "Trimtab");
    for (uint32_t i = 0; i < a->property_count; i++)
        put_attribute(out, a->properties[i].name, a->properties[i].value);
    fputs("<doc>\n<mirrors>\n</mirrors>\n</doc>\n", out);
    write_metrics(p, out);
    fputs("<program>\n", out);
    for (uint32_t i = 0; i < a->region_count; i++)
        write_region(a, &a->regions[i], i, out);
    write_paths(p, out);
    fputs("</program>\n", out);
    write_system(a, out);
    fputs("</cube>\n", out);
}
