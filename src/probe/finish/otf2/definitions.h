/* The writer of global definitions, shared by the files that write them. */
#ifndef TRIMTAB_FINISH_DEFINITIONS_H
#define TRIMTAB_FINISH_DEFINITIONS_H

#include "archive.h"

struct definitions {
    struct archive *archive;
    OTF2_GlobalDefWriter *out;
    uint32_t groups; /* written so far */
    uint32_t texts;
};

/* definition-texts.c */
/** Writes the texts that have come since. */
void write_texts(struct definitions *definitions);
/** The reference of a text, written before its first use. */
OTF2_StringRef def_text(struct definitions *definitions, const char *value);

/* user-definitions.c */
/** Writes counters and parameters. */
void write_users(struct definitions *definitions);

/* io-definitions.c */
/** Writes paradigms, files and handles of input and output. */
void write_io_definitions(struct definitions *definitions);

/* samples.c */
/** Writes what samples fell on. */
void write_sampled(struct definitions *definitions);

/* openmp-definitions.c */
void write_openmp_paradigm(struct definitions *definitions);
void write_posix_paradigm(struct definitions *definitions);
/** Writes the locations that OpenMP uses and a communicator for each team. */
void write_teams(struct definitions *definitions);

/* comm-definitions.c */
/** Each writes what is unified of all processes, and the groups that it needs. */
void write_windows(struct definitions *d);
void write_comms(struct definitions *d);
void write_grids(struct definitions *d);

#endif
