/* The profile of a run: the call paths of all its threads as one tree, with a value for each path and thread. */
#ifndef TRIMTAB_FINISH_PROFILE_H
#define TRIMTAB_FINISH_PROFILE_H

#include "archive.h"

struct call_path {
    uint32_t parent; /* before it in the list; NO_PATH for a root */
    uint32_t region; /* index in the archive's regions */
    uint32_t line;   /* index in the archive's lines, or NO_LINE */
    uint32_t number; /* in the order of the file: a path before those below it, which come in one stretch */
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
    uint64_t sent, received, bytes_sent, bytes_received, bytes_put, bytes_got;
};

struct profile {
    struct archive *archive;
    struct call_path *paths;
    uint32_t path_count, path_capacity;
    struct map path_index;
    struct path_values *values; /* location by location */
    uint32_t value_count, value_capacity;
    uint64_t deeper, others; /* visits without a path of their own */
    uint32_t program, flush, other; /* regions that no record names */
};

/** Folds what the threads of a run left, or, where `with_traces` says so, their records too, and collects its places. */
void collect_profiles(struct archive *archive, int with_traces);
/** Makes DIRECTORY/profile.cubex of it, where the archive's other files are made; needs define_places() before. */
void write_profile(struct archive *archive);
/** Writes it as a CUBE 4 file. */
void write_cube(const struct profile *profile, const char *path);

#endif
