/* The archive being written and what its parts share. */
#ifndef TRIMTAB_FINISH_ARCHIVE_H
#define TRIMTAB_FINISH_ARCHIVE_H

#include <otf2/otf2.h>

#include "../read/comms.h"
#include "event-file.h"
#include "io.h"
#include "../read/openmp.h"
#include "../read/run.h"
#include "../symbols/symbols.h"
#include "../read/threads.h"
#include "users.h"
#include "../read/windows.h"

struct region {
    uint32_t name, canonical, file; /* texts; file 0: none */
    uint32_t line, last_line; /* last_line: 0 where it is not known */
    uint32_t description;     /* a text */
    const char *role; /* NULL for a function */
    int passes_on;    /* a caller found on the stack that only passes a call on, see between.c */
    OTF2_Paradigm paradigm;
};

struct source_line {
    uint32_t file, line;
    int is_fortran; /* by the file's name, which is asked for at each call */
};

struct sampled {
    uint32_t region, line; /* line: NO_LINE where it is not known */
};

struct location {
    OTF2_LocationRef id; /* rank, and the thread's number in the upper half */
    uint32_t rank, thread;
    int is_in_team; /* of a profile: the thread was in a team of OpenMP */
    uint64_t events;
    uint64_t first, last; /* ticks of rank 0's clock; first > last: no events */
    uint64_t records[TT_RECORD_TYPES]; /* raw records by type */
    uint64_t flush_ticks;              /* spent in writing buffers */
    uint64_t lost;                     /* records that could not be kept */
};

/* What place_region has for functions that compilers make of OpenMP constructs, and for those that were switched off. */
#define HIDDEN_REGION (UINT32_MAX - 1)

struct property {
    char *name, *value;
};

struct omp_left_out {
    unsigned kind;  /* enum omp_kind */
    uint32_t place; /* MAP_MISSING: everything of the kind */
    uint64_t calls;
};

struct construct_regions { /* of OpenMP */
    struct map regions; /* by kind of construct and line */
    struct omp_left_out *left_out; /* constructs that some process did not record any more */
    uint32_t left_out_count, left_out_capacity;
    struct map left_out_index;  /* by kind and place */
    struct map hidden;          /* by kind of construct and line: left out, so that the records of all agree */
    struct map barrier_lines;   /* whether a line says "barrier" */
    struct map waiting_regions; /* whether a construct has a barrier at its end */
};

struct placed { /* by place, as far as records named them */
    uint32_t *region;       /* its region (functions) or source line (calls) */
    uint32_t *inlined_line; /* of calls that stand in inlined functions; NO_LINE: there is none */
    uint32_t count;
};

struct fortran {
    struct map lines; /* numbers of lines and beginnings of procedures */
    struct map calls; /* the line of a call, by what compiler and trace tell of it */
};

struct uncounted { /* regions that counters are not read at */
    struct map regions;
    int is_parallel; /* parallel regions are among them */
};

struct samples {
    struct sampled *list; /* regions and lines that samples fell on */
    uint32_t count, capacity;
    struct map index;
    uint32_t *rates; /* samples a second, of each generator of samples */
    uint32_t rate_count, rate_capacity;
};

struct archive {
    OTF2_Archive *otf2; /* NULL: no trace is being written */
    char *folder;
    struct property *properties; /* of the profile */
    uint32_t property_count, property_capacity;
    struct run *run;
    int is_of_parts; /* of a run that was profiled, some of which was traced */
    struct comms comms;
    struct windows windows;
    struct omp_run openmp;
    int has_posix;                 /* something is recorded of POSIX threads */
    struct posix_threads *threads; /* of the process whose events are being written; NULL: nothing is recorded of them */
    struct symbols symbols;
    struct texts texts;
    struct region *regions;
    uint32_t region_count, region_capacity;
    struct map region_index; /* by names, file and line */
    struct map mpi_regions;  /* by number of the MPI function */
    struct construct_regions constructs;
    struct placed placed;
    struct fortran fortran;
    struct users users;
    struct uncounted uncounted;
    struct io_run io;
    struct samples samples;
    struct source_line *lines;
    uint32_t line_count, line_capacity;
    struct map line_index;
    struct location *locations;
    uint32_t location_count, location_capacity;
    uint64_t closed;     /* regions that were open at the end of a record file */
    uint64_t misplaced;  /* records that fit nowhere */
};

#define NO_LINE UINT32_MAX
/* What fortran_calls has for calls of no known line. */
#define NO_CALL_LINE (UINT32_MAX - 1)

/* References to the attributes that the events carry. */
enum { ATTRIBUTE_CALL_SITE, ATTRIBUTE_PROCESS_ID };

/* The groups that windows are synchronised with come behind those of the world. */
enum { WORLD_GROUPS = 3 };

/* The folder with raw/ and the one that the archive goes to. */
extern const char *run_folder, *target_folder;

/** Ends the program with a sentence: what could not be written, and why, as far as that can be found out. */
void cannot_write(const char *what, const char *why);
/** Makes the file of a location's events. */
void open_events_of(const struct archive *archive, const struct location *location, struct event_file *file);
/** Ends the program with a sentence if a call of the OTF2 library failed. */
void check(OTF2_ErrorCode code, const char *what);
/** Ends the program with a sentence if a file of the archive, which must be closed, is incomplete. */
void check_files(const struct archive *archive);

/** The region of a function of MPI, or of input and output, by its number in the records. */
uint32_t mpi_region(struct archive *archive, uint32_t function);
/** The number in `lines` of a line of a file (a text). */
uint32_t source_line(struct archive *archive, uint32_t file, uint32_t number);
/** The region that is the same as `region`, added at need. */
uint32_t add_region(struct archive *archive, const struct region *region);
/** Makes regions and source lines of all places. */
void define_places(struct archive *archive);

/** Makes regions, counters and parameters of what programs named. */
void unify_users(struct archive *archive);
/** Gives the archive the properties that tell of samples. */
void write_sampling(struct archive *archive);
/** Gives the archive the properties that tell which of them were ended out of order. */
void write_user_doubts(struct archive *archive);

/** Makes one of the files and handles that are the same in all processes. */
void unify_io(struct archive *archive);

/** What regions say that were found on the stack alone. */
extern const char UNWOUND[];
/** Collects the places of callers that were found on the stack. */
void collect_callers(struct archive *archive);
/** Gives the archive the property that tells for how many calls they were not looked for. */
void write_callers(struct archive *archive);
/** Marks the regions of callers that only pass a call on; after define_places(). */
void mark_passing(struct archive *archive);
/** Collects the places where programs named something. */
void collect_named_places(struct archive *archive);
/** Looks through the records of all threads: where they end, what they are of, and the places that they name. */
void collect_places(struct archive *archive);
/** The same without places. */
void look_through_records(struct archive *archive);
/** Marks the functions that a process switched off while it ran. */
void mark_left_out(struct archive *archive);
/** Gives the archive the properties that tell of them. */
void write_left_out(struct archive *archive);
/** Has constructs that some process left out hidden; after define_places. */
void hide_left_out(struct archive *archive);
/** What a construct at a line, or NO_LINE, is called: "!$omp critical @solver.c:12". */
const char *construct_name(struct archive *archive, unsigned kind, uint32_t line);
/** The key of a construct at a line in `omp_regions` and `omp_hidden`. */
#define OMP_KEY(kind, line) ((uint64_t)(kind) << 32 | (line))
/** Gives the archive the properties that tell of what was switched while the program ran. */
void write_switched(struct archive *archive);
/** Says which ranks did not do what the others did. */
void report_switched(const struct run *run);
/** Writes the events of one thread. */
void write_events(struct archive *archive, const struct process *process, const struct thread *thread,
                  struct location *location);
/** The communicator of a team. */
OTF2_CommRef team_comm(const struct archive *archive, uint32_t team);
/** Counts a record of a location. */
void count_record(struct location *location, const uint64_t *record);
/** Gives the archive the property that tells which calls stand in functions that were inlined. */
void write_inlined_calls(struct archive *archive);

/** Gives the archive the properties TRIMTAB::... that tell what makes its numbers doubtful. */
void write_measurement_properties(struct archive *archive);
/** Ticks a second of the clock of a process. */
uint64_t ticks_per_second(const struct process *process);
/** The process whose clock the archive has: that of the first rank that left records; NULL if none did. */
const struct process *clock_master(const struct run *run);
/** Seconds of a tick of the clock of a rank. */
double seconds_of_tick(const struct archive *archive, uint32_t rank);
/* system.c: names of the machine and its parts */
const char *system_name(const struct run *run);
const char *host_of(const struct run *run, uint32_t rank);
/** These are the caller's to free. */
char *process_name(const struct run *run, uint32_t rank);
char *location_name(const struct archive *archive, const struct location *location);
/** Writes everything that is not an event. */
void write_definitions(struct archive *archive);

/* trace.c */
/** Writes everything but the anchor file, which closing it writes. */
void write_trace(struct archive *a);
/** @param complete nothing is missing in it */
void close_trace(struct archive *a, int complete);

#endif
