/* What the text file of a process tells of its files. */
#include "facts.h"

#include <stdio.h>

static void read_io(struct process *p, const char *key, const char *rest)
{
    (void)key;
    (void)rest;
    p->io.is_recorded = 1;
}

static void read_file(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id;
    int path;
    if (sscanf(rest, "%u%n", &id, &path) != 1 || id >= MOST_NUMBERED || rest[path] != ' ')
        return;
    const struct local_io_file none = {.path = NULL};
    while (p->io.file_count <= id)
        APPEND(p->io.files, p->io.file_count, p->io.file_capacity, none);
    p->io.files[id].path = unescaped(rest + path + 1);
}

static void read_handle(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id, paradigm, file;
    if (sscanf(rest, "%u %u %u", &id, &paradigm, &file) != 3 || id >= MOST_NUMBERED || paradigm >= TT_IO_PARADIGMS)
        return;
    const struct local_io_handle none = {.paradigm = TT_IO_PARADIGMS};
    while (p->io.handle_count <= id)
        APPEND(p->io.handles, p->io.handle_count, p->io.handle_capacity, none);
    p->io.handles[id] = (struct local_io_handle){.file = file, .paradigm = paradigm};
}

const struct fact io_facts[] = {
    {"io", read_io},
    {"io-file", read_file},
    {"io-handle", read_handle},
    {NULL, NULL},
};
