/* Ranges of source lines. */
#include "ranges.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../format/settings.h"
#include "files.h"

/* Nobody marks so many lines that the list is larger than this. */
#define MOST_BYTES (16l << 20)

static char *text_of(const char *path)
{
    FILE *file = path == NULL || path[0] == '\0' ? NULL : fopen(path, "re");
    if (file == NULL)
        return NULL;
    char *text = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size > 0 && size <= MOST_BYTES && fseek(file, 0, SEEK_SET) == 0 && (text = malloc((size_t)size + 1)) != NULL)
        text[fread(text, 1, (size_t)size, file)] = '\0';
    fclose(file);
    return text;
}

/* The next word up to a tab; NULL: there is none. */
static char *word_of(char **rest)
{
    char *word = *rest;
    if (word == NULL || *word == '\0')
        return NULL;
    char *tab = strchr(word, '\t');
    *rest = tab == NULL ? NULL : tab + 1;
    if (tab != NULL)
        *tab = '\0';
    return word;
}

static int read_range(struct tt_range *range, char *line)
{
    char *first = word_of(&line), *last = word_of(&line), *file = word_of(&line), *group = word_of(&line), *name = word_of(&line);
    if (name == NULL)
        return 0;
    *range = (struct tt_range){(unsigned)strtoul(first, NULL, 10), (unsigned)strtoul(last, NULL, 10), file, group, name};
    return range->first > 0 && range->last >= range->first && file[0] != '\0' && name[0] != '\0';
}

static int by_size(const void *left, const void *right)
{
    const struct tt_range *a = left, *b = right;
    unsigned x = a->last - a->first, y = b->last - b->first;
    return x != y ? (x < y) - (x > y) : (a->first > b->first) - (a->first < b->first);
}

struct tt_ranges tt_read_ranges(void)
{
    const char *path = tt_setting(TRIMTAB_RANGES);
    struct tt_ranges ranges = {.asked = path != NULL && path[0] != '\0', .text = text_of(path)};
    size_t lines = 1;
    for (const char *at = ranges.text; at != NULL && (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    ranges.list = ranges.text == NULL ? NULL : calloc(lines, sizeof *ranges.list);
    for (char *line = ranges.text, *next; ranges.list != NULL && line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        ranges.count += (size_t)read_range(&ranges.list[ranges.count], line);
    }
    if (ranges.count > 0)
        qsort(ranges.list, ranges.count, sizeof *ranges.list, by_size);
    return ranges;
}

void tt_close_ranges(struct tt_ranges *ranges)
{
    free(ranges->list);
    free(ranges->text);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

int tt_is_of_file(const struct tt_range *range, const char *path)
{
    char whole[TT_WHOLE_PATH], real[PATH_MAX], wanted[PATH_MAX];
    if (strcmp(base_of(range->file), base_of(path)) != 0)
        return 0;
    tt_whole_path(path, whole);
    if (range->file[0] != '/') {
        size_t part = strlen(range->file), length = strlen(whole);
        return length > part && whole[length - part - 1] == '/' && strcmp(whole + length - part, range->file) == 0;
    }
    /* Compilers may have been called by another name of the folder. */
    return strcmp(range->file, whole) == 0 ||
           (realpath(whole, real) != NULL && realpath(range->file, wanted) != NULL && strcmp(real, wanted) == 0);
}
