/* Reading the text file of a process: each kind of fact has a table of its keys. */
#ifndef TRIMTAB_FINISH_FACTS_H
#define TRIMTAB_FINISH_FACTS_H

#include "run.h"

/* Numbers are given from 0 on as things come: a line with a greater one is damaged. */
enum { MOST_NUMBERED = 1 << 20 };

/* The lines that begin with a key. Lines that make no sense are passed over. */
struct fact {
    const char *key; /* NULL: the end of the table */
    void (*read)(struct process *process, const char *key, const char *rest);
};

extern const struct fact process_facts[], mpi_facts[], openmp_facts[], function_facts[], io_facts[], caller_facts[], user_facts[],
    python_facts[], sample_facts[], counter_facts[], memory_facts[], posix_facts[], live_facts[], part_facts[];

#endif
