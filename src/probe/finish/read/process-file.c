/* Reading the text file of a process: the tables of all kinds of facts. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fact *const tables[] = {process_facts, mpi_facts,    openmp_facts, function_facts, io_facts,
                                            caller_facts,  user_facts,   python_facts, sample_facts,   counter_facts,
                                            memory_facts,  posix_facts,  live_facts,   part_facts};

/* Lines with other keys are of newer versions, or for people. */
static void read_fact(struct process *p, const char *key, const char *rest)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct fact *fact = tables[i]; fact->key != NULL; fact++)
            if (strcmp(key, fact->key) == 0) {
                fact->read(p, key, rest);
                return;
            }
}

int read_process(const char *path, struct process *process)
{
    *process = (struct process){.path = copy_text(path), .rank = -1, .size = -1, .used = -1, .waited = -1};
    FILE *file = open_text(path);
    if (file == NULL)
        return 0;
    char *line = NULL;
    size_t room = 0;
    int lines = 0, ours = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) > 0) {
        if (line[length - 1] != '\n')
            break; /* cut in the middle of a line: the process was killed there */
        line[length - 1] = '\0';
        char *rest = strchr(line, ' ');
        if (rest != NULL)
            *rest++ = '\0';
        if (lines++ == 0)
            ours = strcmp(line, "trimtab-raw") == 0 && rest != NULL && strtoul(rest, NULL, 10) == TT_RAW_VERSION;
        if (!ours)
            break;
        read_fact(process, line, rest != NULL ? rest : "");
    }
    free(line);
    fclose(file);
    return ours;
}
