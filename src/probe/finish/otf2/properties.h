/* Properties of a trace or a profile that are this probe's own. */
#ifndef TRIMTAB_FINISH_PROPERTIES_H
#define TRIMTAB_FINISH_PROPERTIES_H

#include "archive.h"

/** Gives the trace, or the profile where none is being written, the property TRIMTAB::<name>; takes the value's memory. */
void set_text(struct archive *archive, const char *name, char *value);
void set_count(struct archive *archive, const char *name, uint64_t value);
void set_seconds(struct archive *archive, const char *name, double seconds);

/* hosts.c */
/** Gives the archive the property of the processors of each host. */
void write_hosts(struct archive *a);
/** And those of how the processes were started. */
void write_start(struct archive *a);

/* costs.c */
/** What telling of a message takes: calls that tell of two were measured. */
struct cost message_cost(const struct process *p);
/** "*=PAIR,WITHIN,HALFWIDTH PROCESS=... ": the process in the middle first, which stands for those that are not listed. */
void write_costs(struct archive *a, const char *name, const struct cost *(*cost_of)(const struct process *));
/** Costs of each kind, for write_costs. */
const struct cost *function_cost_of(const struct process *p);
const struct cost *mpi_cost_of(const struct process *p);
const struct cost *message_cost_of(const struct process *p);
const struct cost *openmp_cost_of(const struct process *p);
const struct cost *io_cost_of(const struct process *p);

#endif
