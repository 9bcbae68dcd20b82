/*
 * gfortran gives some calls the line of the statement before, of a declaration, of PROGRAM or END, of the call of the
 * procedure around it, or the last one of a continued statement. The source tells where the call is.
 */
#include "fortran-calls.h"
#include "names.h"

#include "../read/base.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct source {
    char **lines; /* without comments; line N is lines[N - 1] */
    uint32_t count, capacity;
    int fixed_form;
};

static int is_fixed_form(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcasecmp(dot, ".f") == 0 || strcasecmp(dot, ".for") == 0 || strcasecmp(dot, ".ftn") == 0 ||
                           strcasecmp(dot, ".f77") == 0);
}

/* Takes comments, the ends of lines and what texts hold away; directives are comments here. */
static void take_comment(char *line, int fixed_form)
{
    char quote = '\0';
    if (line[0] == '#' || (fixed_form && strchr("cC*dD", line[0]) != NULL && line[0] != '\0'))
        line[0] = '\0';
    for (char *at = line; *at != '\0'; at++) {
        if (quote == '\0' && (*at == '!' || *at == '\n' || *at == '\r')) {
            *at = '\0';
            break;
        }
        if (*at == quote)
            quote = '\0';
        else if (quote == '\0' && (*at == '"' || *at == '\''))
            quote = *at;
        else if (quote != '\0')
            *at = ' ';
    }
    for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]); length--)
        line[length - 1] = '\0';
}

static int read_source(struct source *s, const char *path)
{
    FILE *file = open_text(path);
    char *line = NULL;
    size_t room = 0;
    if (file == NULL)
        return 0;
    s->fixed_form = is_fixed_form(path);
    while (getline(&line, &room, file) > 0) {
        take_comment(line, s->fixed_form);
        APPEND(s->lines, s->count, s->capacity, copy_text(line));
    }
    free(line);
    fclose(file);
    return 1;
}

static void free_source(struct source *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        free(s->lines[i]);
    free(s->lines);
}

/* Whether line `number` goes on with the statement of the lines before it. */
static int continues(const struct source *s, uint32_t number)
{
    const char *line = s->lines[number - 1];
    if (s->fixed_form)
        return strspn(line, " ") == 5 && line[5] != '0';
    uint32_t before = number - 1;
    while (before > 0 && s->lines[before - 1][0] == '\0')
        before--;
    size_t length = before > 0 ? strlen(s->lines[before - 1]) : 0;
    return length > 0 && s->lines[before - 1][length - 1] == '&';
}

/* Whether a line calls `name`: CALL NAME, or NAME followed by a parenthesis. */
static int calls(const char *line, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; (at = strcasestr(at, name)) != NULL; at += length) {
        const char *after = at + length + strspn(at + length, " \t"), *before = at;
        if ((at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) || isalnum((unsigned char)at[length]) ||
            at[length] == '_')
            continue;
        while (before > line && isspace((unsigned char)before[-1]))
            before--;
        int behind_call = before - line >= 4 && strncasecmp(before - 4, "call", 4) == 0;
        if (*after == '(' || behind_call)
            return 1;
    }
    return 0;
}

/* What a statement begins with, in lower case and without blanks and labels. */
static void beginning(const char *line, char *out, size_t size)
{
    size_t n = 0;
    line += strspn(line, " \t0123456789");
    for (; *line != '\0' && n < size - 1; line++)
        if (!isspace((unsigned char)*line))
            out[n++] = (char)tolower((unsigned char)*line);
    out[n] = '\0';
}

/* Statements in which no call can stand. */
static int cannot_call(const char *line)
{
    static const char *const words[] = {"program", "subroutine", "module", "contains", "use", "implicit", "include", "type(",
                                        "integer", "real", "doubleprecision", "complex", "logical", "character", "dimension",
                                        "parameter", "external", "common", "data", "save", "intent", "end", NULL};
    char text[64];
    beginning(line, text, sizeof text);
    return text[0] == '\0' || strstr(text, "::") != NULL || (begins_with_any(text, words) && strchr(text, '=') == NULL);
}

/* The end of a procedure, or of that of its part that internal procedures are no part of. */
static int ends_procedure(const char *line)
{
    static const char *const words[] = {"endsubroutine", "endfunction", "endprogram", "endprocedure", NULL};
    char text[64];
    beginning(line, text, sizeof text);
    return strcmp(text, "end") == 0 || strcmp(text, "contains") == 0 || begins_with_any(text, words);
}

static uint32_t call_in_statement(const struct source *s, uint32_t line, const char *name)
{
    uint32_t first = line, last = line;
    while (first > 1 && continues(s, first))
        first--;
    while (last < s->count && continues(s, last + 1))
        last++;
    for (uint32_t number = first; number <= last; number++)
        if (calls(s->lines[number - 1], name))
            return number;
    return 0;
}

/* The number of calls in the procedure that begins at a line, and the line of the last one. */
static uint32_t count_calls(const struct source *s, uint32_t begin, const char *name, uint32_t *line)
{
    uint32_t count = 0;
    for (uint32_t number = begin + 1; begin > 0 && number <= s->count && !ends_procedure(s->lines[number - 1]); number++)
        if (calls(s->lines[number - 1], name)) {
            *line = number;
            count++;
        }
    return count;
}

static uint32_t find_call(const struct source *s, uint32_t line, uint32_t begin, const char *name)
{
    uint32_t found = call_in_statement(s, line, name), only = 0;
    if (found != 0)
        return found;
    uint32_t count = count_calls(s, begin, name, &only);
    if (count == 1)
        return only;
    return count > 1 || cannot_call(s->lines[line - 1]) ? 0 : line;
}

uint32_t fortran_call_line(const char *path, uint32_t line, uint32_t begin, const char *name)
{
    struct source source = {0};
    uint32_t found = line;
    const char *own = strrchr(name, ':'); /* the procedure without its module */
    if (read_source(&source, path) && line > 0 && line <= source.count)
        found = find_call(&source, line, begin, own != NULL ? own + 1 : name);
    free_source(&source);
    return found;
}
