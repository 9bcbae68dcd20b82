/*
 * trimtab-finish [--profile] DIRECTORY [TARGET]: makes DIRECTORY/traces.otf2, or TARGET/traces.otf2,
 * from the records in DIRECTORY/raw, and profile.cubex of the profiles there; with --profile, of the records too.
 *
 * Silent on success; one line on stderr for whatever is missing. Exit code 0 if an
 * archive was made. The raw files go when all of them were used and every process had
 * ended; TRIMTAB_KEEP_RAW=1 keeps them.
 */
#include "otf2/uncounted.h"
#include "otf2/archive.h"
#include "otf2/locks.h"
#include "parts/part.h"
#include "cube/profile.h"
#include "otf2/properties.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *unfinished; /* the folder to remove when something fails */

static OTF2_ErrorCode quiet(void *unused, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                            const char *format, va_list args)
{
    (void)unused;
    (void)file;
    (void)line;
    (void)function;
    (void)format;
    (void)args;
    return code; /* check() reports it */
}

static OTF2_FlushType before_flush(void *unused, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)unused;
    (void)type;
    (void)location;
    (void)caller;
    (void)final;
    return OTF2_FLUSH;
}

static void remove_tree(const char *path)
{
    struct stat info;
    /* What a link leads to is not ours. */
    DIR *dir = lstat(path, &info) == 0 && S_ISDIR(info.st_mode) ? opendir(path) : NULL;
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *inner = format_text("%s/%s", path, entry->d_name);
        remove_tree(inner);
        free(inner);
    }
    if (dir != NULL)
        closedir(dir);
    if (remove(path) != 0 && errno != ENOENT)
        say("cannot remove %s: %s", path, strerror(errno));
}

static int keeps_raw(void)
{
    const char *keep = getenv("TRIMTAB_KEEP_RAW");
    return keep != NULL && strcmp(keep, "1") == 0;
}

static void remove_unfinished(void)
{
    if (unfinished != NULL)
        remove_tree(unfinished);
}

static void make_folder(struct archive *a)
{
    a->folder = format_text("%s/unfinished-%ld", target_folder, (long)getpid());
    if ((mkdir(target_folder, 0777) != 0 && errno != EEXIST) || mkdir(a->folder, 0777) != 0)
        fail("cannot make %s: %s", a->folder, strerror(errno));
    unfinished = a->folder;
    atexit(remove_unfinished);
}

static void open_archive(struct archive *a)
{
    static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = before_flush, .otf2_post_flush = NULL};
    a->otf2 = OTF2_Archive_Open(a->folder, "traces", OTF2_FILEMODE_WRITE, EVENT_CHUNK, 1 << 22, OTF2_SUBSTRATE_POSIX,
                                OTF2_COMPRESSION_NONE);
    if (a->otf2 == NULL)
        fail("the OTF2 library cannot make an archive in %s", a->folder);
    check(OTF2_Archive_SetFlushCallbacks(a->otf2, &flushing, NULL), "an archive");
    check(OTF2_Archive_SetSerialCollectiveCallbacks(a->otf2), "an archive");
    check(OTF2_Archive_SetCreator(a->otf2, "Trimtab"), "an archive");
    check(OTF2_Archive_OpenEvtFiles(a->otf2), "the event files");
}

static void add_location(struct archive *a, uint32_t rank, const struct process *p, const struct thread *thread)
{
    struct location l = {.rank = rank, .thread = thread->number, .id = (uint64_t)thread->number << 32 | rank};
    write_events(a, p, thread, &l);
    APPEND(a->locations, a->location_count, a->location_capacity, l);
}

static void write_rank(struct archive *a, uint32_t rank)
{
    struct process *p = a->run->ranks[rank];
    collect_openmp(&a->openmp, p, rank);
    a->threads = collect_threads(&a->openmp, p, rank);
    a->has_posix |= a->threads != NULL;
    if (p->thread_count == 0 || p->threads[0].index != 0) {
        const struct thread nothing = {.start_ticks = p->start_ticks};
        add_location(a, rank, p, &nothing);
    }
    for (uint32_t i = 0; i < p->thread_count; i++)
        add_location(a, rank, p, &p->threads[i]);
    forget_process(&a->openmp);
    free_threads(a->threads);
    a->threads = NULL;
}

static uint64_t first_time(const struct archive *a)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < a->location_count; i++)
        first = a->locations[i].first < first ? a->locations[i].first : first;
    return first == UINT64_MAX ? 0 : first;
}

/* A rank that left nothing: readers demand a file of events for every member of the
 * world, and "measurement off" is what is true of it. */
static void write_absent_rank(struct archive *a, uint32_t rank, uint64_t time)
{
    struct location l = {.id = rank, .rank = rank, .events = 1, .first = time, .last = time};
    struct event_file out;
    open_events_of(a, &l, &out);
    PUT_EVENT(&out, time, EVENT_MEASUREMENT_ON_OFF, OTF2_MEASUREMENT_OFF);
    close_events(&out);
    APPEND(a->locations, a->location_count, a->location_capacity, l);
}

static int by_id(const void *left, const void *right)
{
    const struct location *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

static void write_all_events(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL)
            write_rank(a, r);
    uint64_t time = first_time(a);
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] == NULL)
            write_absent_rank(a, r, time);
    qsort(a->locations, a->location_count, sizeof *a->locations, by_id);
}

/* Offsets of the clock, for readers to interpolate. */
static void write_local_definitions(struct archive *a)
{
    check(OTF2_Archive_CloseEvtFiles(a->otf2), "the event files");
    check(OTF2_Archive_OpenDefFiles(a->otf2), "the local definitions");
    for (uint32_t i = 0; i < a->location_count; i++) {
        const struct process *p = a->run->ranks[a->locations[i].rank];
        OTF2_DefWriter *out = OTF2_Archive_GetDefWriter(a->otf2, a->locations[i].id);
        if (out == NULL)
            fail("the OTF2 library gives no writer for local definitions");
        for (uint32_t s = 0; p != NULL && s < p->sync_count; s++)
            check(OTF2_DefWriter_WriteClockOffset(out, p->syncs[s].ticks, p->syncs[s].offset, (double)p->syncs[s].error),
                  "a clock offset");
        check(OTF2_Archive_CloseDefWriter(a->otf2, out), "the local definitions");
    }
    check(OTF2_Archive_CloseDefFiles(a->otf2), "the local definitions");
}

/* Whether the archive that lies where the new one goes is of processes whose raw files are gone: those of an archive that
 * is complete are removed, and of any other they are in the new one. */
static int would_be_lost(void)
{
    static const char complete[] = "OTF2::MPI_COMMUNICATION_COMPLETE\0true";
    char *path = format_text("%s/traces.otf2", target_folder), text[1 << 16];
    int fd = open_regular(path);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text);
    if (fd >= 0)
        close(fd);
    free(path);
    return length > 0 && !keeps_raw() && memmem(text, (size_t)length, complete, sizeof complete) != NULL;
}

static void move(const struct archive *a, const char *name)
{
    char *from = format_text("%s/%s", a->folder, name), *to = format_text("%s/%s", target_folder, name);
    remove_tree(to);
    if (rename(from, to) != 0)
        fail("cannot move %s to %s: %s", from, to, strerror(errno));
    free(from);
    free(to);
}

/* One that is there of what ran before is of another profile. */
static void move_if_there(const struct archive *a, const char *name)
{
    char *from = format_text("%s/%s", a->folder, name), *to = format_text("%s/%s", target_folder, name);
    if (access(from, F_OK) == 0)
        move(a, name);
    else
        remove_tree(to);
    free(from);
    free(to);
}

static void move_into_place(const struct archive *a, int trace, int profile)
{
    static const char *const parts[] = {"traces", "traces.def", "traces.otf2"};
    if (profile)
        move(a, "profile.cubex");
    if (profile)
        move_if_there(a, "profile.series");
    if (!trace)
        return;
    if (would_be_lost())
        say("%s held the trace of what ran before, which this one replaces: name a separate folder for each run with "
            "TRIMTAB_EXPERIMENT_DIR",
            target_folder);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        move(a, parts[i]);
}

/* The raw files of a process have its text file's name up to the last part. */
static int is_used(const struct run *run, const char *path)
{
    for (uint32_t i = 0; i < run->count; i++)
        if (strncmp(path, run->all[i].path, strlen(run->all[i].path) - strlen("txt")) == 0)
            return 1;
    return 0;
}

/* A process that began to record in the meantime keeps its files. */
static void remove_used(const struct run *run)
{
    char *raw = format_text("%s/raw", run->directory);
    DIR *dir = opendir(raw);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char *path = format_text("%s/%s", raw, entry->d_name);
        if (is_used(run, path))
            remove_tree(path);
        free(path);
    }
    if (dir != NULL)
        closedir(dir);
    if (rmdir(raw) != 0 && errno != ENOTEMPTY && errno != EEXIST)
        say("cannot remove %s: %s", raw, strerror(errno));
    free(raw);
}

/* What is missing, one line a kind; whether nothing is. */
static int report(const struct archive *a)
{
    uint32_t absent = 0, cut = 0, faulty = 0, later = not_ended(a->run);
    uint64_t lost = 0;
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        absent += p == NULL;
        cut += p != NULL && p->end == NULL;
        faulty += p != NULL && p->parts.is_faulty;
        lost += p != NULL ? p->lost : 0;
        if (p != NULL && p->stopped != NULL)
            say("rank %u stopped recording before its end: %s", r, p->stopped);
        if (p != NULL && p->end != NULL && !ended_itself(p))
            say("rank %u ended by %s", r, p->end);
    }
    if (absent > 0)
        say("%u of %u ranks left no records", absent, a->run->size);
    if (cut > 0)
        say("%u of %u ranks were killed or still ran: what they recorded last is missing", cut, a->run->size);
    if (lost > 0)
        say("%llu records could not be kept", (unsigned long long)lost);
    if (a->closed > 0)
        say("%llu regions were open at the end and are closed at the last recorded time", (unsigned long long)a->closed);
    if (a->misplaced > 0)
        say("%llu records belong to no known function or window and are excluded", (unsigned long long)a->misplaced);
    report_switched(a->run);
    if (later > 0)
        say("%u processes that were started together have not ended yet: the raw records are kept", later);
    return absent == 0 && cut == 0 && faulty == 0 && later == 0;
}

static void set_completeness(struct archive *a, int complete)
{
    check(OTF2_Archive_SetBoolProperty(a->otf2, "OTF2::MPI_COMMUNICATION_COMPLETE", complete, true), "a property");
}

static void write_trace(struct archive *a)
{
    open_archive(a);
    write_all_events(a);
    write_local_definitions(a);
    write_definitions(a);
}

static void close_trace(struct archive *a, int complete)
{
    set_completeness(a, complete);
    write_measurement_properties(a);
    check(OTF2_Archive_Close(a->otf2), "the archive");
    a->otf2 = NULL;
    check_files(a);
}

/* Whether any thread left records, or a profile. */
static void look_for(const struct run *run, int *records, int *profiles)
{
    *records = *profiles = 0;
    for (uint32_t r = 0; r < run->size; r++) {
        const struct process *p = run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++) {
            *records |= p->threads[i].begin < p->threads[i].end;
            *profiles |= p->threads[i].profile.header != NULL;
        }
    }
}

static uint64_t records_in(const struct profile_file *profile)
{
    uint64_t count = 0;
    for (unsigned type = 1; profile->header != NULL && type < TT_RECORD_TYPES; type++)
        count += type == TT_FLUSH ? 0 : profile->header->counts.records[type];
    for (const uint64_t *r = profile->words; r < profile->end; r += tt_fold_words(*r))
        count += *r >> TT_TIME_BITS != TT_FLUSH;
    return count;
}

/* What is only in the profile is lost to the trace, and to it alone. */
static void count_beside_trace(struct run *run, int as_lost)
{
    for (uint32_t r = 0; r < run->size; r++) {
        struct process *p = run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++) {
            uint64_t count = records_in(&p->threads[i].profile);
            p->threads[i].lost += as_lost ? count : -count;
            p->lost += as_lost ? count : -count;
        }
    }
}

/* Makes the trace, the profile, or both; whether nothing is missing in them. */
static int make(struct archive *a, int of_all_records)
{
    int records, profiles, complete;
    look_for(a->run, &records, &profiles);
    int trace = !of_all_records && (records || !profiles), profile = of_all_records || profiles;
    int goes_on = trace && profile && !a->is_of_parts;
    char *iterations = a->is_of_parts ? traced_iterations(a->run) : NULL;
    collect_named_places(a);
    collect_callers(a);
    collect_locks(a);
    if (trace)
        collect_places(a);
    else
        look_through_records(a);
    if (profile)
        collect_profiles(a, of_all_records);
    mark_left_out(a);
    resolve(&a->symbols);
    define_places(a);
    hide_left_out(a);
    mark_passing(a);
    unify_users(a);
    unify_uncounted(a);
    unify_io(a);
    make_folder(a);
    if (goes_on)
        count_beside_trace(a->run, 1);
    if (trace)
        write_trace(a);
    if (trace && a->is_of_parts)
        set_text(a, "ITERATIONS_TRACED", iterations != NULL ? iterations : copy_text("?"));
    if (trace && profile) {
        set_text(a, goes_on ? "GOES_ON_IN" : "WHOLE_RUN_IN", copy_text("profile.cubex"));
        close_trace(a, 0);
    }
    if (goes_on)
        count_beside_trace(a->run, 0);
    if (profile)
        write_profile(a);
    complete = report(a);
    if (trace && !profile)
        close_trace(a, complete);
    move_into_place(a, trace, profile);
    return complete;
}

int main(int argc, char **argv)
{
    int of_all_records = argc > 1 && strcmp(argv[1], "--profile") == 0;
    argv += of_all_records;
    argc -= of_all_records;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: trimtab-finish [--profile] DIRECTORY [TARGET]\n");
        return 2;
    }
    run_folder = argv[1];
    target_folder = argc == 3 ? argv[2] : argv[1];
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error to report, like a full disk */
    OTF2_Error_RegisterCallback(quiet, NULL);
    if (!await_turn(run_folder, target_folder))
        return 0;
    struct archive archive = {.run = read_run(argv[1])};
    text_id(&archive.texts, "");
    unify_comms(&archive.comms, archive.run);
    unify_windows(&archive.windows, archive.run);
    archive.is_of_parts = !of_all_records && cut_parts(archive.run, &archive.comms);
    int complete = make(&archive, of_all_records);
    if (complete && !of_all_records && !keeps_raw())
        remove_used(archive.run);
    return 0;
}
