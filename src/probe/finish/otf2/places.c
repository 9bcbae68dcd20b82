/*
 * Looking through all records before any event is written: where those of each thread end, what they are of, and the places
 * that they name, since events refer to regions by number.
 */
#include "../read/library-functions.h"
#include "heap-sites.h"
#include "archive.h"

/* Most records name what others named shortly before: so many words of each kind are known without looking further. A word
 * stands at a place of its own; 0 is never known. */
enum { LATELY_BITS = 10 };
struct lately {
    uint64_t words[1 << LATELY_BITS];
};

static int is_known(struct lately *lately, uint64_t word)
{
    uint64_t *known = &lately->words[word * UINT64_C(0x9E3779B97F4A7C15) >> (64 - LATELY_BITS)];
    int is_same = *known == word && word != 0;
    *known = word;
    return is_same;
}

/* The places that one thread named. */
struct seen {
    struct symbols *symbols;
    const struct process *process;
    struct map places;
    struct lately near; /* words of TT_ENTER_NEAR and TT_ENTER_BODY that hold a function and a call site */
    struct lately addresses[PLACE_INLINED + 1];
};

static void see(struct seen *seen, uint64_t address, enum place_kind kind)
{
    if (!is_known(&seen->addresses[kind], address))
        place_of(seen->symbols, &seen->places, seen->process, address, kind);
}

static void see_near(struct seen *seen, uint64_t base, uint64_t word)
{
    if (is_known(&seen->near, word))
        return;
    see(seen, base + (word >> 32), PLACE_FUNCTION);
    see(seen, base + (uint32_t)word, PLACE_SITE);
}

/* The places of a record. */
static void see_record(struct seen *seen, uint64_t near_base, const uint64_t *r)
{
    switch (*r >> TT_TIME_BITS) {
    case TT_ENTER_NEAR:
        see_near(seen, near_base, r[1]);
        break;
    case TT_ENTER_BODY:
        see_near(seen, near_base, r[1]);
        see(seen, r[2], PLACE_INLINED);
        break;
    case TT_ENTER:
        see(seen, r[1], PLACE_FUNCTION);
        see(seen, r[2], PLACE_SITE);
        see(seen, r[3], PLACE_INLINED);
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
    case TT_IO_ENTER:
    case TT_OMP_BEGIN:
    case TT_OMP_END:
    case TT_OMP_MUTEX:
        see(seen, r[1] & TT_SITE_MASK, PLACE_SITE);
        break;
    case TT_LOCK_GIVEN:
        see(seen, r[1] & TT_SITE_MASK, PLACE_SITE);
        see(seen, r[3] & TT_SITE_MASK, PLACE_SITE);
        break;
    case TT_USER_ENTER:
    case TT_OMP_FORK:
    case TT_OMP_TASK_CREATE:
        see(seen, r[2] & TT_SITE_MASK, PLACE_SITE);
        break;
    default:
        break;
    }
}

static int has_any(const uint8_t *types, unsigned first, unsigned last)
{
    for (unsigned type = first; type <= last; type++)
        if (types[type])
            return 1;
    return 0;
}

/* What is done with a thread's records depends on which types there are. */
static void note_types(struct thread *thread, const uint8_t *types)
{
    thread->uses_openmp = has_any(types, TT_OMP_FORK, TT_OMP_TASK_SWITCH);
    thread->forks = types[TT_OMP_FORK];
    thread->tells_heap = types[TT_HEAP];
    thread->uses_locks = has_any(types, TT_LOCK_TAKEN, TT_LOCK_GIVEN);
    thread->makes_threads = has_any(types, TT_THREAD_CREATE, TT_THREAD_WAIT);
}

/* Files of another version were refused by their headers, so that functions that are not known are damage. */
static int is_of_unknown_call(const uint64_t *r)
{
    unsigned type = (unsigned)(*r >> TT_TIME_BITS);
    return (type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL || type == TT_IO_ENTER) && !is_library_function(r[1] >> TT_SITE_BITS);
}

/* Leaves out a thread's records from a damaged one on: what they say of open calls and times cannot be relied on any more. All
 * others are kept. Records after one of unknown length cannot be counted, their bytes can. */
static void cut_damaged(const struct process *p, struct thread *thread, const uint64_t *damaged, uint64_t before)
{
    uint64_t left = 0;
    const uint64_t *r = damaged;
    while (r < thread->end && is_whole(thread, r)) {
        r = following(thread, r);
        left++;
    }
    say("rank %d, thread %u: record %llu is damaged; it and what follows, %llu records and %llu bytes of unknown ones, are excluded, "
        "all else is kept: check the disk of that node",
        p->rank < 0 ? 0 : p->rank, thread->index, (unsigned long long)before + 1, (unsigned long long)left,
        (unsigned long long)(thread->end - r) * sizeof *r);
    thread->end = damaged;
}

/* Reads each record once; `seen` may be NULL. */
static void look_through(const struct process *p, struct thread *thread, struct seen *seen)
{
    uint8_t types[256] = {0};
    uint64_t count = 0;
    thread->first_number = MAP_MISSING;
    for (const uint64_t *r = thread->begin; r < thread->end; r = following(thread, r), count++) {
        int is_known = payload_of((unsigned)(*r >> TT_TIME_BITS)) >= 0;
        /* A process that was killed leaves part of a record, or zeros. */
        if (!is_whole(thread, r) && (is_known || *r == 0)) {
            thread->end = r;
            break;
        }
        if (!is_known || is_of_unknown_call(r)) {
            cut_damaged(p, thread, r, count);
            break;
        }
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (type == TT_OMP_TEAM_BEGIN && !types[type])
            thread->first_number = (uint32_t)r[2];
        types[type] = 1;
        if (seen != NULL)
            see_record(seen, thread->near_base, r);
    }
    note_types(thread, types);
}

/* The byte at the address itself, not the one before it as of return addresses. */
static void see_samples(struct seen *seen, const struct thread *thread)
{
    for (size_t i = 0; i < thread->sample_count; i++)
        see(seen, thread->samples[i].address + 1, PLACE_SITE);
}

/* Where the program named something first. */
static void see_users(struct seen *seen, const struct process *p)
{
    for (uint32_t i = 0; i < p->users.count; i++)
        if (p->users.list[i].name != NULL)
            see(seen, p->users.list[i].site, PLACE_SITE);
}

void collect_named_places(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct seen seen = {.symbols = &a->symbols, .process = a->run->ranks[r]};
        if (seen.process != NULL) {
            see_users(&seen, seen.process);
            collect_memory(a, seen.process);
        }
        map_free(&seen.places);
    }
}

void collect_places(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct process *p = a->run->ranks[r];
        struct seen seen = {.symbols = &a->symbols, .process = p};
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            see_samples(&seen, &p->threads[i]);
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            look_through(p, &p->threads[i], &seen);
        map_free(&seen.places);
    }
}

void look_through_records(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        struct process *p = a->run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            look_through(p, &p->threads[i], NULL);
    }
}
