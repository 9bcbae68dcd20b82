#include "source-text.h"

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

uint32_t directive_at(const char *path, uint32_t first, uint32_t last, const char *const *words)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    char *text = NULL;
    size_t room = 0;
    uint32_t found = 0;
    for (uint32_t line = 1; found == 0 && line <= last && getline(&text, &room, file) > 0; line++)
        if (line >= first && has_any(text, words))
            found = line;
    free(text);
    fclose(file);
    return found;
}
