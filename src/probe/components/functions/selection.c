#include "selection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../core/settings.h"
#include "../../format/glob.h"
#include "../../core/probe.h"
#include "printed.h"

struct test {
    enum tt_choice choice;
    char subject;
    const char *pattern;
};

/* A pattern of a group's functions. */
struct member {
    char subject;
    unsigned group;
    const char *pattern;
};

struct tt_selection {
    char *text;
    struct test *tests;
    struct member *members;
    size_t count, member_count;
    const char *groups[TT_MOST_GROUPS];
    unsigned group_count;
    const char **off;
    size_t off_count;
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

static unsigned group_named(struct tt_selection *selection, const char *name)
{
    unsigned group = 0;
    while (group < selection->group_count && strcmp(selection->groups[group], name) != 0)
        group++;
    if (group == selection->group_count && group < TT_MOST_GROUPS)
        selection->groups[selection->group_count++] = name;
    return group;
}

static void read_member(struct tt_selection *selection, char *line)
{
    char *pattern = strchr(line, '\t');
    if (pattern == NULL || line[1] == '\0' || line[2] != ' ')
        return;
    *pattern++ = '\0';
    unsigned group = group_named(selection, line + 3);
    if (group < TT_MOST_GROUPS)
        selection->members[selection->member_count++] = (struct member){line[1], group, pattern};
}

static void read_test(struct tt_selection *selection, char *line)
{
    if (line[0] == 'g') {
        read_member(selection, line);
        return;
    }
    if (line[0] == 'o') {
        if (line[1] == '-' && line[2] == ' ')
            selection->off[selection->off_count++] = line + 3;
        return;
    }
    enum tt_choice choice = line[0] == 'x' ? TT_EXCLUDED : line[0] == 'i' ? TT_INCLUDED : TT_AS_USUAL;
    if (line[0] != '\0' && line[1] != '\0' && line[2] == ' ')
        selection->tests[selection->count++] = (struct test){choice, line[1], line + 3};
}

struct tt_selection *tt_open_selection(void)
{
    const char *path = tt_setting(TRIMTAB_SELECTION);
    if (path == NULL || path[0] == '\0')
        return NULL;
    struct tt_selection *selection = calloc(1, sizeof *selection);
    char *text = selection == NULL ? NULL : text_of(path);
    size_t lines = 1;
    for (const char *at = text; at != NULL && (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    if (text == NULL || (selection->tests = calloc(lines, sizeof *selection->tests)) == NULL ||
        (selection->members = calloc(lines, sizeof *selection->members)) == NULL ||
        (selection->off = calloc(lines, sizeof *selection->off)) == NULL) {
        tt_say("no function is excluded by name, since %s cannot be read: %s", path, tt_error_text(errno));
        tt_close_selection(selection);
        free(text);
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
    free(selection->members);
    free(selection->off);
    free(selection);
}

static int fits(char subject, const char *pattern, const struct tt_names *names)
{
    switch (subject) {
    case 'l':
        return tt_fits(pattern, names->linkage);
    case 'p':
        return tt_fits(pattern, names->printed);
    case 'd':
        return names->declared != NULL && tt_fits(pattern, names->declared);
    case 'b':
        return names->declared == NULL && tt_fits(pattern, names->printed);
    case 'f':
        return (names->fortran[0] != NULL && tt_fits(pattern, names->fortran[0])) ||
               (names->fortran[1] != NULL && tt_fits(pattern, names->fortran[1]));
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
        if (fits(selection->tests[i].subject, selection->tests[i].pattern, &names)) {
            choice = selection->tests[i].choice;
            break;
        }
    tt_forget_names(&names);
    return choice;
}

uint64_t tt_groups_of(const struct tt_selection *selection, const struct tt_names *names)
{
    uint64_t groups = 0;
    for (size_t i = 0; selection != NULL && i < selection->member_count; i++)
        if (fits(selection->members[i].subject, selection->members[i].pattern, names))
            groups |= UINT64_C(1) << selection->members[i].group;
    return groups == 0 ? TT_DEFAULT_GROUP : groups;
}

uint64_t tt_groups_named(const struct tt_selection *selection, const char *pattern)
{
    uint64_t groups = tt_fits(pattern, "DEFAULT") ? TT_DEFAULT_GROUP : 0;
    for (unsigned i = 0; selection != NULL && i < selection->group_count; i++)
        if (tt_fits(pattern, selection->groups[i]))
            groups |= UINT64_C(1) << i;
    return groups;
}

int tt_starts_off(const struct tt_selection *selection, const char *group)
{
    for (size_t i = 0; selection != NULL && i < selection->off_count; i++)
        if (strcmp(selection->off[i], group) == 0)
            return 1;
    return 0;
}

uint64_t tt_groups_off(const struct tt_selection *selection)
{
    uint64_t groups = tt_starts_off(selection, "DEFAULT") ? TT_DEFAULT_GROUP : 0;
    for (unsigned i = 0; selection != NULL && i < selection->group_count; i++)
        if (tt_starts_off(selection, selection->groups[i]))
            groups |= UINT64_C(1) << i;
    return groups;
}

const char *tt_group_name(const struct tt_selection *selection, unsigned group)
{
    return selection != NULL && group < selection->group_count ? selection->groups[group] : NULL;
}
