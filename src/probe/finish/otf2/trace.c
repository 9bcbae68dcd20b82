/* The order in which a trace is written: events, local definitions, definitions. */
#include "archive.h"

#include <stdlib.h>

static OTF2_FlushType before_flush(void *unused, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)unused;
    (void)type;
    (void)location;
    (void)caller;
    (void)final;
    return OTF2_FLUSH;
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

static void set_completeness(struct archive *a, int complete)
{
    check(OTF2_Archive_SetBoolProperty(a->otf2, "OTF2::MPI_COMMUNICATION_COMPLETE", complete, true), "a property");
}

void write_trace(struct archive *a)
{
    open_archive(a);
    write_all_events(a);
    write_local_definitions(a);
    write_definitions(a);
}

void close_trace(struct archive *a, int complete)
{
    set_completeness(a, complete);
    write_measurement_properties(a);
    check(OTF2_Archive_Close(a->otf2), "the archive");
    a->otf2 = NULL;
    check_files(a);
}
