/*
 * trimtab-finish [--profile] DIRECTORY [TARGET]: makes DIRECTORY/traces.otf2, or TARGET/traces.otf2,
 * from the records in DIRECTORY/raw, and profile.cubex of the profiles there; with --profile, of the records too.
 *
 * Silent on success; one line on stderr for whatever is missing. Exit code 0 if an
 * archive was made. The raw files go when all of them were used and every process had
 * ended; TRIMTAB_KEEP_RAW=1 keeps them.
 */
#include "cube/profile.h"
#include "otf2/locks.h"
#include "otf2/pools.h"
#include "otf2/properties.h"
#include "otf2/uncounted.h"
#include "parts/part.h"
#include "results.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

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
    collect_pools(a);
    if (trace)
        collect_places(a);
    else
        look_through_records(a);
    if (profile)
        collect_profiles(a, of_all_records);
    mark_left_out(a);
    resolve(&a->symbols);
    name_pools(a);
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
    move_results(a, trace, profile);
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
