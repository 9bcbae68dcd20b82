/* What the text file of a process tells of callers that were found on the stack. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>

static void add_path(struct process *p, unsigned id, struct caller_path path)
{
    const struct caller_path none = {.function = MAP_MISSING};
    if (p->callers.path_count == 0)
        APPEND(p->callers.paths, p->callers.path_count, p->callers.path_capacity, none);
    if (id == p->callers.path_count) /* else it is damaged */
        APPEND(p->callers.paths, p->callers.path_count, p->callers.path_capacity, path);
}

static void read_line(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id, line;
    int file;
    if (sscanf(rest, "%u %u%n", &id, &line, &file) != 2 || rest[file] != ' ' || id != (p->callers.path_count == 0 ? 1 : p->callers.path_count))
        return;
    const struct caller_path path = {.file = unescaped(rest + file + 1), .line = line, .function = MAP_MISSING};
    add_path(p, id, path);
}

/* Paths are numbered from 1 as they come, behind those of their callers. */
static void read_path(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id, parent;
    unsigned long long address;
    if (sscanf(rest, "%u %u %llx", &id, &parent, &address) != 3 || parent >= id || id >= TT_FIRST_ADDRESS)
        return;
    const struct caller_path path = {.parent = parent, .address = address, .function = MAP_MISSING};
    add_path(p, id, path);
}

static void read_without(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->callers.without_path = strtoull(rest, NULL, 10);
}

const struct fact caller_facts[] = {
    {"path", read_path},
    {"line", read_line},
    {"calls-without-path", read_without},
    {NULL, NULL},
};
