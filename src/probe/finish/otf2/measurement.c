/*
 * What makes the numbers of a trace doubtful, as properties of its anchor file: records that could not be kept,
 * what recording cost, what the run had to run on, and whether what was measured is what was started.
 */
#include "uncounted.h"
#include "heap-sites.h"
#include "locks.h"
#include "pools.h"
#include "properties.h"
#include "python-lines.h"

#include <stdio.h>
#include <stdlib.h>

/* Lists of locations name the worst ones only: they are for people. */
enum { MOST_LISTED = 1000 };

void count_record(struct location *location, const uint64_t *record)
{
    unsigned type = (unsigned)(record[0] >> TT_TIME_BITS);
    location->records[type]++;
    if (type == TT_FLUSH && record[1] > (record[0] & TT_TIME_MASK))
        location->flush_ticks += record[1] - (record[0] & TT_TIME_MASK);
}

static uint64_t functions_of(const struct location *l)
{
    return l->records[TT_ENTER_NEAR] + l->records[TT_ENTER_BODY] + l->records[TT_ENTER] + l->records[TT_LEAVE];
}

static uint64_t mpi_calls_of(const struct location *l)
{
    return l->records[TT_MPI_ENTER] + l->records[TT_MPI_ENTER_COLL];
}

static uint64_t io_calls_of(const struct location *l)
{
    return l->records[TT_IO_ENTER];
}

static uint64_t lost_of(const struct location *l)
{
    return l->lost;
}

/* Those of calls of files: when they begin and end, and what they did. */
static uint64_t io_records_of(const struct location *l)
{
    static const enum tt_record_type types[] = {TT_IO_ENTER, TT_IO_LEAVE,     TT_IO_OPERATION, TT_IO_OPEN,
                                                TT_IO_CLOSE, TT_IO_DUPLICATE, TT_IO_SEEK,      TT_IO_DELETE};
    uint64_t count = 0;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        count += l->records[types[i]];
    return count;
}

/* Records that are neither a function's nor the beginning or end of an MPI call. */
static uint64_t others_of(const struct location *l)
{
    uint64_t count = 0;
    for (unsigned type = 0; type < TT_RECORD_TYPES; type++)
        count += type == TT_FLUSH ? 0 : l->records[type];
    return count - functions_of(l) - mpi_calls_of(l) - l->records[TT_MPI_LEAVE] - l->records[TT_COUNTER];
}

static uint64_t messages_of(const struct location *l)
{
    return l->records[TT_SEND] + l->records[TT_RECV] + l->records[TT_ISEND] + l->records[TT_IRECV];
}

struct listed {
    OTF2_LocationRef id;
    uint64_t count;
};

static int by_count(const void *left, const void *right)
{
    const struct listed *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

/* "LOCATION=COUNT ...", the largest first; locations without any are left out. */
static char *list_of(const struct archive *a, uint64_t (*count_of)(const struct location *))
{
    struct listed *list = allocate(a->location_count, sizeof *list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->location_count; i++)
        if (count_of(&a->locations[i]) > 0)
            list[count++] = (struct listed){a->locations[i].id, count_of(&a->locations[i])};
    qsort(list, count, sizeof *list, by_count);
    count = count < MOST_LISTED ? count : MOST_LISTED;
    char *text = allocate((size_t)count * 48 + 1, 1), *to = text;
    for (uint32_t i = 0; i < count; i++)
        to += sprintf(to, "%s%llu=%llu", i == 0 ? "" : " ", (unsigned long long)list[i].id,
                      (unsigned long long)list[i].count);
    free(list);
    return text;
}

static uint64_t total_of(const struct archive *a, uint64_t (*count_of)(const struct location *))
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < a->location_count; i++)
        total += count_of(&a->locations[i]);
    return total;
}

static void write_losses(struct archive *a)
{
    uint64_t lost = 0;
    uint32_t absent = 0, cut = 0, stopped = 0;
    const char *why = NULL;
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        absent += p == NULL;
        cut += p != NULL && (p->end == NULL || (a->otf2 != NULL && p->parts.is_faulty));
        lost += p != NULL ? p->lost : 0;
        stopped += p != NULL && p->stopped != NULL;
        if (why == NULL && p != NULL)
            why = p->stopped;
    }
    set_count(a, "RECORDS_LOST", lost);
    if (lost > 0)
        set_text(a, "RECORDS_LOST_LOCATIONS", list_of(a, lost_of));
    set_count(a, "RANKS_STOPPED", stopped);
    if (why != NULL)
        set_text(a, "STOPPED_REASON", copy_text(why));
    set_count(a, "RANKS_WITHOUT_RECORDS", absent);
    set_count(a, "RANKS_CUT", cut);
    set_count(a, "REGIONS_CLOSED", a->closed);
    set_count(a, "RECORDS_MISPLACED", a->misplaced);
}

/* How long first threads waited for a processor: in all, and most of one rank. Nothing where one process does not know it. */
static void write_waits_for_processors(struct archive *a)
{
    double all = 0, most = -1;
    uint32_t rank = 0;
    for (uint32_t r = 0; r < a->run->size; r++) {
        double waited = a->run->ranks[r]->waited;
        if (waited < 0)
            return;
        all += waited;
        if (waited > most) {
            most = waited;
            rank = r;
        }
    }
    set_text(a, "PROCESSOR_WAIT", format_text("%.6f %.6f %u", all, most, rank));
}

/* What the program took, without finishing: nothing where one of its processes does not say so. */
static void write_use(struct archive *a)
{
    double used = 0, elapsed = 0;
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        if (p == NULL || p->used < 0 || p->reading_count < 2)
            return;
        double own = (double)p->end_time / (double)ticks_per_second(p);
        used += p->used;
        elapsed = own > elapsed ? own : elapsed;
    }
    set_seconds(a, "PROCESSOR_SECONDS", used);
    set_seconds(a, "ELAPSED_SECONDS", elapsed);
    write_waits_for_processors(a);
}

static double seconds_a_pair(const struct process *p, const struct cost *cost)
{
    return cost->pairs == 0 ? 0 : (double)cost->ticks / (double)cost->pairs / (double)ticks_per_second(p);
}

/* Each reading leaves a record for each counter. */
static double seconds_of_readings(const struct process *p, uint64_t records)
{
    uint32_t counters = counters_of(p);
    return counters == 0 ? 0 : (double)records / counters * (double)p->counters.cost / (double)ticks_per_second(p);
}

/* What records take that are none of functions. A record takes half of what a pair takes; where functions are not recorded, half
 * of an MPI call. A call of files has its cost with what is told of it, and a message its own, where that was measured. */
static double seconds_beside_functions(const struct process *p, const struct location *l)
{
    double function = seconds_a_pair(p, cost_of(p, "function")), call = seconds_a_pair(p, cost_of(p, "mpi")), io = seconds_a_pair(p, cost_of(p, "io"));
    const struct cost one = message_cost(p);
    double message = seconds_a_pair(p, &one), messages = one.pairs > 0 ? (double)messages_of(l) : 0;
    uint64_t others = others_of(l) - (io > 0 ? io_records_of(l) : 0) - (uint64_t)messages;
    return messages * message + (double)mpi_calls_of(l) * call + (double)others * (function > 0 ? function : call) / 2 + (double)io_calls_of(l) * io;
}

static void write_overhead(struct archive *a)
{
    double functions = 0, others = 0, flushes = 0, readings = 0, function_pairs = 0, mpi_pairs = 0;
    int known = 0;
    for (uint32_t i = 0; i < a->location_count; i++) {
        const struct location *l = &a->locations[i];
        const struct process *p = a->run->ranks[l->rank];
        if (p == NULL || p->reading_count < 2 ||
            (cost_of(p, "function")->pairs == 0 && cost_of(p, "mpi")->pairs == 0 && cost_of(p, "io")->pairs == 0))
            continue;
        known = 1;
        double function = seconds_a_pair(p, cost_of(p, "function")), call = seconds_a_pair(p, cost_of(p, "mpi"));
        functions += (double)functions_of(l) * function / 2;
        others += seconds_beside_functions(p, l);
        flushes += (double)l->flush_ticks / (double)ticks_per_second(p);
        readings += seconds_of_readings(p, l->records[TT_COUNTER]);
        function_pairs = function > function_pairs ? function : function_pairs;
        mpi_pairs = call > mpi_pairs ? call : mpi_pairs;
    }
    set_count(a, "FUNCTION_RECORDS", total_of(a, functions_of));
    set_text(a, "FUNCTION_RECORDS_LOCATIONS", list_of(a, functions_of));
    set_count(a, "MPI_CALLS", total_of(a, mpi_calls_of));
    if (!known)
        return;
    set_seconds(a, "OVERHEAD_SECONDS", functions + others + readings);
    set_seconds(a, "OVERHEAD_FUNCTION_SECONDS", functions);
    set_seconds(a, "FLUSH_SECONDS", flushes);
    set_text(a, "FUNCTION_CALL_NANOSECONDS", format_text("%.1f", function_pairs * 1e9));
    set_text(a, "MPI_CALL_NANOSECONDS", format_text("%.1f", mpi_pairs * 1e9));
}

void write_measurement_properties(struct archive *a)
{
    write_inlined_calls(a);
    write_losses(a);
    write_overhead(a);
    write_use(a);
    write_costs(a, "COST_FUNCTION", function_cost_of);
    write_costs(a, "COST_MPI", mpi_cost_of);
    write_costs(a, "COST_MESSAGE", message_cost_of);
    write_costs(a, "COST_OPENMP", openmp_cost_of);
    write_costs(a, "COST_IO", io_cost_of);
    write_left_out(a);
    write_callers(a);
    write_switched(a);
    write_user_doubts(a);
    write_sampling(a);
    write_counters(a);
    write_memory(a);
    write_locks(a);
    write_pools(a);
    write_python_lines(a);
    write_hosts(a);
    write_start(a);
}
