/* The profile of a run: the call paths of all its threads as one tree, with a value for each path and thread. */
#ifndef TRIMTAB_FINISH_PROFILE_H
#define TRIMTAB_FINISH_PROFILE_H

#include "../otf2/archive.h"

struct call_path {
    uint32_t parent; /* before it in the list; NO_PATH for a root */
    uint32_t region; /* index in the archive's regions */
    uint32_t line;   /* index in the archive's lines, or NO_LINE */
    uint32_t number; /* in the order of the file: a path before those below it, which come in one stretch */
    int is_caller;   /* found on the stack: it has no visits and no time of its own */
};
#define NO_PATH UINT32_MAX

/* What one thread did on one call path. Times are ticks of the thread's process. */
struct path_values {
    uint32_t path, location; /* index in the archive's locations */
    uint64_t visits;
    uint64_t inclusive;
    uint64_t exclusive;
    uint64_t least, most; /* inclusive, of one visit */
    double squares;
    uint64_t sent, received, bytes_sent, bytes_received, bytes_put, bytes_got, bytes_read, bytes_written;
    uint64_t counted[TT_MOST_COUNTERS]; /* by number in the processes */
    int64_t heap; /* the most that the process held of the heap: where its first thread begins, else 0 */
};

struct cube_metric;

/* What one thread did by iteration of the progress loop: as fold/series.h has it, of paths (indices) in place of nodes, with
 * a field more: own ticks, as a signed number. */
struct path_series {
    uint32_t location;
    uint64_t *words;
    uint32_t count, capacity;
};
#define OWN_TICKS TT_SERIES_FIELDS
#define PATH_FIELDS (TT_SERIES_FIELDS + 1)

struct profile {
    struct archive *archive;
    struct path_series *series;
    uint32_t series_count, series_capacity;
    uint64_t stride, iterations; /* that share a value, in all threads; the last that any of them began. 0: there are none */
    char *phase;                 /* the name of the progress loop */
    struct call_path *paths;
    uint32_t path_count, path_capacity;
    struct map path_index;
    struct path_values *values; /* location by location */
    uint32_t value_count, value_capacity;
    uint64_t deeper, others; /* visits without a path of their own */
    uint32_t program, flush, other, off; /* regions that no record names */
    struct cube_metric *metrics;    /* in their order in the file */
    unsigned metric_count;
};

/** Folds what the threads of a run left, or, where `with_traces` says so, their records too, and collects its places. */
void collect_profiles(struct archive *archive, int with_traces);
/** Makes DIRECTORY/profile.cubex of it, where the archive's other files are made; needs define_places() before. */
void write_profile(struct archive *archive);
/** Writes it as a CUBE 4 file. */
void write_cube(const struct profile *profile, const char *path);
/** The path that the visits of a path are within: callers have none of their own. */
uint32_t visited_above(const struct profile *profile, uint32_t path);

/** Brings the values by iteration of all threads to the greatest stride that one of them has. */
void unify_series(struct profile *profile);
/** Adds those of a thread. By its nodes: the paths that visits and times, and all others, belong to; NO_PATH: none. */
void add_series(struct profile *profile, const struct thread *thread, uint32_t location, const uint32_t *visited,
                const uint32_t *paths);
/** Writes DIRECTORY/profile.series, where there are any. */
void write_series(const struct profile *profile);

#endif
