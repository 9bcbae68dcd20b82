#include "selection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../glob.h"
#include "../probe.h"
#include "printed.h"

struct test {
    enum tt_choice choice;
    char subject;
    const char *pattern;
};

struct tt_selection {
    char *text;
    struct test *tests;
    size_t count;
};

/* The whole file, ended by a zero; NULL with errno. */
static char *text_of(const char *path)
{
    struct stat about;
    char *text = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && about.st_size >= 0 && (text = malloc((size_t)about.st_size + 1)) != NULL) {
        size_t filled = 0;
        ssize_t n = 1;
        while (filled < (size_t)about.st_size && (n = read(file, text + filled, (size_t)about.st_size - filled)) > 0)
            filled += (size_t)n;
        text[filled] = '\0';
        if (n < 0) {
            free(text);
            text = NULL;
        }
    }
    close(file);
    return text;
}

static void read_test(struct tt_selection *selection, const char *line)
{
    enum tt_choice choice = line[0] == 'x' ? TT_EXCLUDED : line[0] == 'i' ? TT_INCLUDED : TT_AS_USUAL;
    if (line[0] != '\0' && line[1] != '\0' && line[2] == ' ')
        selection->tests[selection->count++] = (struct test){choice, line[1], line + 3};
}

struct tt_selection *tt_open_selection(void)
{
    const char *path = getenv("TRIMTAB_SELECTION");
    if (path == NULL || path[0] == '\0')
        return NULL;
    struct tt_selection *selection = calloc(1, sizeof *selection);
    char *text = selection == NULL ? NULL : text_of(path);
    size_t lines = 1;
    for (const char *at = text; at != NULL && (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    if (text == NULL || (selection->tests = calloc(lines, sizeof *selection->tests)) == NULL) {
        tt_say("no function is left out by name, since %s cannot be read: %s", path, strerror(errno));
        free(text);
        free(selection);
        return NULL;
    }
    selection->text = text;
    for (char *line = text, *end; line != NULL; line = end) {
        if ((end = strchr(line, '\n')) != NULL)
            *end++ = '\0';
        read_test(selection, line);
    }
    return selection;
}

void tt_close_selection(struct tt_selection *selection)
{
    if (selection == NULL)
        return;
    free(selection->text);
    free(selection->tests);
    free(selection);
}

static int fits(const struct test *test, const struct tt_names *names)
{
    switch (test->subject) {
    case 'l':
        return tt_fits(test->pattern, names->linkage);
    case 'p':
        return tt_fits(test->pattern, names->printed);
    case 'd':
        return names->declared != NULL && tt_fits(test->pattern, names->declared);
    case 'b':
        return names->declared == NULL && tt_fits(test->pattern, names->printed);
    case 'f':
        return (names->fortran[0] != NULL && tt_fits(test->pattern, names->fortran[0])) ||
               (names->fortran[1] != NULL && tt_fits(test->pattern, names->fortran[1]));
    default:
        return 0;
    }
}

enum tt_choice tt_choose(const struct tt_selection *selection, const char *linkage_name)
{
    struct tt_names names;
    enum tt_choice choice = TT_AS_USUAL;
    if (selection == NULL || !tt_name(&names, linkage_name))
        return TT_AS_USUAL;
    for (size_t i = selection->count; i-- > 0;)
        if (fits(&selection->tests[i], &names)) {
            choice = selection->tests[i].choice;
            break;
        }
    tt_forget_names(&names);
    return choice;
}
