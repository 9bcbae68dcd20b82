#include "source-text.h"

#include "../read/base.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows "#pragma omp" or "!$omp"; NULL if the line is no directive. */
static const char *directive(const char *line)
{
    line += strspn(line, " \t");
    const char *omp = strcasestr(line, "omp");
    int is_c = *line == '#' && strstr(line, "pragma") != NULL;
    int is_fortran = strchr("!cC*", *line) != NULL && line[0] != '\0' && line[1] == '$';
    return omp != NULL && (is_c || is_fortran) ? omp + 3 : NULL;
}

static int has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (word[0] == '^') {
        text += strspn(text, " \t");
        return strncasecmp(text, word + 1, length - 1) == 0 && !isalnum((unsigned char)text[length - 1]);
    }
    for (const char *at = text; (at = strcasestr(at, word)) != NULL; at += length)
        if (!isalnum((unsigned char)at[-1]) && !isalnum((unsigned char)at[length]))
            return 1;
    return 0;
}

static int has_any(const char *line, const char *const *words)
{
    const char *text = directive(line);
    for (; text != NULL && *words != NULL; words++)
        if (has_word(text, *words))
            return 1;
    return 0;
}

static int is_end(const char *line)
{
    static const char *const end[] = {"^end", NULL};
    return has_any(line, end);
}

/* A file read line by line. */
struct reader {
    FILE *file;
    char *text;
    size_t room;
    uint32_t line;
};

static int next_line(struct reader *reader)
{
    reader->line++;
    return reader->file != NULL && getline(&reader->text, &reader->room, reader->file) > 0;
}

static void close_reader(struct reader *reader)
{
    free(reader->text);
    if (reader->file != NULL)
        fclose(reader->file);
}

uint32_t directive_at(const char *path, uint32_t first, uint32_t last, const char *const *words)
{
    struct reader reader = {.file = open_text(path)};
    uint32_t found = 0;
    while (found == 0 && reader.line < last && next_line(&reader))
        if (reader.line >= first && has_any(reader.text, words) && !is_end(reader.text))
            found = reader.line;
    close_reader(&reader);
    return found;
}

uint32_t parallel_around(const char *path, uint32_t number)
{
    static const char *const parallel[] = {"parallel", NULL}, *const loop[] = {"do", NULL};
    enum { CONTINUED = 4 }; /* lines of a directive of PARALLEL DO, which need not have one that ends it */
    struct reader reader = {.file = open_text(path)};
    uint32_t open = 0, last = 0;
    while (reader.line < number && next_line(&reader))
        if (has_any(reader.text, parallel)) {
            open = is_end(reader.text) ? 0 : reader.line;
            last = has_any(reader.text, loop) ? reader.line + CONTINUED : UINT32_MAX;
        }
    close_reader(&reader);
    return number <= last ? open : 0;
}

int is_loop(const char *path, uint32_t number)
{
    struct reader reader = {.file = open_text(path)};
    int found = 0;
    while (reader.line < number && next_line(&reader))
        if (reader.line == number) {
            const char *word = reader.text + strspn(reader.text, " \t");
            found = strncmp(word, "for", 3) == 0 || strncasecmp(word, "do ", 3) == 0;
        }
    close_reader(&reader);
    return found;
}

/* In C the clause is in the directive, which may go on in further lines; in Fortran it is in
 * the directive that ends the construct. */
int has_nowait(const char *path, uint32_t number)
{
    static const char *const end[] = {"^end", NULL}, *const nowait[] = {"nowait", NULL};
    struct reader reader = {.file = open_text(path)};
    int found = 0, goes_on = 1;
    while (goes_on && next_line(&reader)) {
        if (reader.line < number)
            continue;
        size_t length = strcspn(reader.text, "\r\n");
        int is_c = reader.line > number || strchr(reader.text, '#') != NULL;
        if (reader.line == number && !is_c) {
            while (next_line(&reader) && !has_any(reader.text, end))
                ;
            found = has_any(reader.text, nowait);
            break;
        }
        found = found || strstr(reader.text, "nowait") != NULL;
        goes_on = length > 0 && reader.text[length - 1] == '\\';
    }
    close_reader(&reader);
    return found;
}
