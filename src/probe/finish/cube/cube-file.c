/*
 * The CUBE file as a whole: a tar archive of anchor.xml and, for each metric, the numbers of the call paths that have
 * values (N.index) and a row for each of them with a value for each thread (N.data).
 */
#include "cube.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512 };

/* The header of a regular file (POSIX.1-1988, "ustar"), without owner and time. */
static void write_header(FILE *out, const char *name, uint64_t size)
{
    static const char format[8] = {'u', 's', 't', 'a', 'r', '\0', '0', '0'};
    char block[BLOCK] = {0};
    snprintf(block, 100, "%s", name);
    memcpy(block + 100, "0000644", 8);
    memcpy(block + 108, "0000000", 8);
    memcpy(block + 116, "0000000", 8);
    if (size < UINT64_C(1) << 33)
        snprintf(block + 124, 12, "%011llo", (unsigned long long)size);
    else /* as GNU's archives have it */
        for (int i = 0; i < 8; i++)
            block[135 - i] = (char)(size >> 8 * i);
    if (size >= UINT64_C(1) << 33)
        block[124] = (char)0x80;
    memcpy(block + 136, "00000000000", 12);
    memset(block + 148, ' ', 8);
    block[156] = '0';
    memcpy(block + 257, format, sizeof format);
    unsigned sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += (unsigned char)block[i];
    snprintf(block + 148, 8, "%06o", sum);
    fwrite(block, 1, sizeof block, out);
}

static void write_padding(FILE *out, uint64_t size)
{
    static const char zeros[BLOCK];
    fwrite(zeros, 1, (size_t)((BLOCK - size % BLOCK) % BLOCK), out);
}

static void write_anchor_member(const struct profile *p, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        fail("not enough memory");
    write_anchor(p, memory);
    fflush(memory);
    /* CUBE's own reader looks for the next file one block too far behind a file that fills its blocks. */
    if (size % BLOCK == 0)
        fputc('\n', memory);
    fclose(memory);
    write_header(out, "anchor.xml", size);
    fwrite(text, 1, size, out);
    write_padding(out, size);
    free(text);
}

/* The values by call path, in the order of the file. */
struct rows {
    uint32_t *first; /* by number of the path: where its values begin in `order` */
    uint32_t *order; /* indices of values */
    double *ticks;   /* seconds of one, by location */
};

static struct rows sort_values(const struct profile *p)
{
    struct rows rows = {.first = allocate((size_t)p->path_count + 2, sizeof *rows.first),
                        .order = allocate(p->value_count, sizeof *rows.order),
                        .ticks = allocate(p->archive->location_count, sizeof *rows.ticks)};
    for (uint32_t i = 0; i < p->value_count; i++)
        rows.first[p->paths[p->values[i].path].number + 2]++;
    for (uint32_t i = 2; i < p->path_count + 2; i++)
        rows.first[i] += rows.first[i - 1];
    for (uint32_t i = 0; i < p->value_count; i++)
        rows.order[rows.first[p->paths[p->values[i].path].number + 1]++] = i;
    for (uint32_t i = 0; i < p->archive->location_count; i++)
        rows.ticks[i] = seconds_of_tick(p->archive, p->archive->locations[i].rank);
    return rows;
}

static void put_value(char *to, const struct cube_metric *m, const struct path_values *v, double tick)
{
    if (m->seconds == NULL) {
        uint64_t value = m->count != NULL ? m->count(v) : v->counted[m->counter];
        memcpy(to, &value, sizeof value);
    } else {
        double value = m->seconds(v, tick);
        memcpy(to, &value, sizeof value);
    }
}

static int has_value(const struct profile *p, const struct rows *rows, const struct cube_metric *m, uint32_t path)
{
    for (uint32_t i = rows->first[path]; i < rows->first[path + 1]; i++) {
        char value[8];
        put_value(value, m, &p->values[rows->order[i]], 1);
        if (memcmp(value, "\0\0\0\0\0\0\0", sizeof value) != 0)
            return 1;
    }
    return 0;
}

static void write_metric(const struct profile *p, const struct rows *rows, unsigned number, FILE *out)
{
    const struct cube_metric *m = &p->metrics[number];
    uint32_t *paths = allocate((size_t)p->path_count + 1, sizeof *paths), count = 0;
    for (uint32_t path = 0; path < p->path_count; path++)
        if (has_value(p, rows, m, path))
            paths[count++] = path;
    if (count == 0)
        count = 1; /* readers want one row at least: that of the first path */
    size_t width = (size_t)p->archive->location_count * 8;
    char *name = format_text("%u.index", number), *row = allocate(width, 1);
    uint64_t size = 11 + 4 + 2 + 1 + 4 + 4 * (uint64_t)count;
    const uint32_t one = 1;
    write_header(out, name, size);
    fwrite("CUBEX.INDEX", 1, 11, out);
    fwrite(&one, 4, 1, out);
    fwrite("\0\0\1", 1, 3, out); /* version 0, sparse */
    fwrite(&count, 4, 1, out);
    fwrite(paths, 4, count, out);
    write_padding(out, size);
    free(name);
    name = format_text("%u.data", number);
    size = 10 + width * count;
    write_header(out, name, size);
    fwrite("CUBEX.DATA", 1, 10, out);
    for (uint32_t r = 0; r < count; r++) {
        memset(row, 0, width);
        for (uint32_t i = rows->first[paths[r]]; i < rows->first[paths[r] + 1]; i++) {
            const struct path_values *v = &p->values[rows->order[i]];
            put_value(row + (size_t)v->location * 8, m, v, rows->ticks[v->location]);
        }
        fwrite(row, 1, width, out);
    }
    write_padding(out, size);
    free(name);
    free(row);
    free(paths);
}

void write_cube(const struct profile *p, const char *path)
{
    static const char end[2 * BLOCK];
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        cannot_write("the profile", strerror(errno));
    write_anchor_member(p, out);
    if (p->path_count > 0) {
        struct rows rows = sort_values(p);
        for (unsigned m = 0; m < p->metric_count; m++)
            write_metric(p, &rows, m, out);
        free(rows.first);
        free(rows.order);
        free(rows.ticks);
    }
    fwrite(end, 1, sizeof end, out);
    int failed = ferror(out);
    if (fclose(out) != 0 || failed)
        cannot_write("the profile", strerror(errno));
}
