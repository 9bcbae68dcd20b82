/* Reading chains of inlined calls. */
#include "symbols.h"

#include "chains.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

/* Functions of the system's headers are not instrumented (trimtab-cc): where one was inlined,
 * its lines stand for the program's line that it was called from. */
int is_system_header(const char *file)
{
    return strncmp(file, "/usr/include/", 13) == 0 || strncmp(file, "/usr/lib/", 9) == 0;
}

int next_step(char **chain, struct step *step)
{
    char *function = strsep(chain, "\n");
    if (function == NULL || *function == '\0')
        return 0;
    char *answer = *chain == NULL ? NULL : strsep(chain, "\n");
    *step = (struct step){.function = strcmp(function, "??") == 0 ? NULL : function};
    step->file = answer == NULL ? NULL : split_line(answer, &step->line);
    return 1;
}

void set_line_of_chain(struct place *place, char *chain)
{
    for (struct step step; next_step(&chain, &step);) {
        if (step.file == NULL || step.line == 0)
            continue;
        if (place->file != NULL && is_system_header(step.file))
            continue;
        place->file = step.file;
        place->line = step.line;
        if (!is_system_header(step.file))
            return;
    }
}

struct step function_of_chain(char *chain)
{
    struct step first = {0}, last = {0};
    for (struct step step; next_step(&chain, &step); last = step)
        if (first.file == NULL && step.file != NULL && !is_system_header(step.file))
            first = step;
    return first.file == NULL ? last : (struct step){last.function, first.file, first.line};
}

/* Names of C++ are readable by then. */
static char *readable(const char *function, const char *file)
{
    return strpbrk(function, "(:<") != NULL ? copy_text(function) : readable_name(function, file);
}

/* The functions around a call, but for `standing`, which is the outermost; those of the system's headers are not named.
 * The chain is used up. For an inlined function of no linkage name the tool gives that of the one it stands in, and so it
 * does for one that was inlined into itself: neither is named. */
static char *functions_within(char *chain, const char *standing)
{
    char *names = NULL;
    for (struct step step; next_step(&chain, &step);) {
        if (step.function == NULL || (step.file != NULL && is_system_header(step.file)) || strcmp(step.function, standing) == 0)
            continue;
        char *name = readable(step.function, step.file);
        char *longer = format_text("\t%s%s", name, names == NULL ? "" : names);
        free(name);
        free(names);
        names = longer;
    }
    return names;
}

char *functions_around(char *chain)
{
    char *copy = copy_text(chain);
    struct step outermost = function_of_chain(copy);
    char *within = outermost.function == NULL ? NULL : functions_within(chain, outermost.function);
    char *names = NULL;
    if (within != NULL) {
        char *name = readable(outermost.function, outermost.file);
        names = format_text("\t%s%s", name, within);
        free(name);
        free(within);
    }
    free(copy);
    return names;
}

char *function_with_line(const char *chain)
{
    char *copy = copy_text(chain), *rest = copy, *name = NULL;
    for (struct step step; next_step(&rest, &step);) {
        int is_program = step.file != NULL && step.line != 0 && !is_system_header(step.file);
        if (step.function == NULL || (name != NULL && !is_program))
            continue;
        free(name);
        name = readable(step.function, step.file);
        if (is_program)
            break;
    }
    free(copy);
    return name;
}

int has_mangled_name(const char *chain)
{
    for (const char *line = chain; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (line[0] == '_' && line[1] >= 'A' && line[1] <= 'Z')
            return 1;
    }
    return 0;
}
