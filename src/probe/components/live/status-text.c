/* The text of a status: functions, sums by name or call path, counters, groups and facts of the process. */
#include "status.h"

#include "../counters/counters.h"
#include "../../core/part.h"
#include "../functions/named.h"
#include "../functions/selection.h"
#include "../functions/switches.h"
#include "../sampling/sampling.h"
#include "../user/definitions.h"
#include "../iterations/gates.h"
#include "mpi_regions.h"
#include "sums.h"

#include <stdio.h>
#include <stdlib.h>

struct names {
    struct entry_name {
        uintptr_t entry;
        const char *name;
    } *all;
    size_t count, room;
    uint64_t on, on_identity;
    FILE *out;
};

static int by_entry(const void *left, const void *right)
{
    uintptr_t a = ((const struct entry_name *)left)->entry, b = ((const struct entry_name *)right)->entry;
    return (a > b) - (a < b);
}

static void take_name(void *context, const struct tt_named *f)
{
    struct names *names = context;
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 256 : 2 * names->room;
        void *more = realloc(names->all, room * sizeof *names->all);
        if (more == NULL)
            return;
        names->all = more;
        names->room = room;
    }
    names->all[names->count++] = (struct entry_name){f->entry, f->name};
    names->on += (uint64_t)(f->on != 0);
    names->on_identity += f->on ? f->identity : 0;
    if (tt_process.rank <= 0)
        fprintf(names->out, "function %s %llx %s\n", f->on ? "on" : "off", (unsigned long long)f->groups, f->name);
}

static void put_name(const struct names *names, uint64_t key)
{
    const char *name = NULL;
    if (key & TT_SUM_MPI) {
        size_t number = (size_t)(key & 0xffff);
        name = number < sizeof tt_mpi_regions / sizeof *tt_mpi_regions ? tt_mpi_regions[number].name : NULL;
    } else if (key & TT_SUM_USER)
        name = tt_defined_name((uint32_t)key);
    else {
        const struct entry_name wanted = {(uintptr_t)key, NULL},
                                *found = names->count == 0 ? NULL : bsearch(&wanted, names->all, names->count, sizeof wanted, by_entry);
        name = found == NULL ? NULL : found->name;
    }
    fputs(name == NULL ? "?" : name, names->out);
}

static void put_path(const struct names *names, const struct tt_sums *all, uint32_t at)
{
    if (all->all[at].parent != 0) {
        put_path(names, all, all->all[at].parent);
        fputc('\t', names->out);
    }
    put_name(names, all->all[at].key);
}

static double ns_a_tick(void)
{
    uint64_t ticks = tt_time(), ns = tt_clock_ns(CLOCK_MONOTONIC) - tt_process.start_ns;
    return ticks == 0 ? 1 : (double)ns / (double)ticks;
}

static void put_sums(const struct names *names, const struct tt_sums *all, int tree)
{
    double scale = ns_a_tick();
    for (uint32_t i = 1; i < all->count; i++) {
        const struct tt_sum *s = &all->all[i];
        double own = (int64_t)s->ticks > 0 ? (double)s->ticks * scale : 0;
        fprintf(names->out, "sum %llu %.0f ", (unsigned long long)s->visits, own);
        if (tree)
            put_path(names, all, i);
        else
            put_name(names, s->key);
        fputc('\n', names->out);
    }
}

static void put_metric(void *out, const char *name, int on)
{
    fprintf(out, "metric %s %s\n", on ? "on" : "off", name);
}

static void put_groups(FILE *out)
{
    const char *name;
    for (unsigned bit = 0; bit <= TT_MOST_GROUPS; bit++)
        if ((name = tt_group_of_bit(bit)) != NULL && tt_process.rank <= 0)
            fprintf(out, "group %s %u %s\n", tt_group_is_on(bit) ? "on" : "off", bit, name);
}

static void put_range_groups(FILE *out)
{
    const char *name;
    size_t count = 0;
    int on = 0;
    for (unsigned number = 0; tt_process.rank <= 0 && (name = tt_range_group(number, &count, &on)) != NULL; number++)
        fprintf(out, "ranges %s %zu %s\n", on ? "on" : "off", count, name);
}

static void put_facts(FILE *out, const struct tt_status_amounts *amounts)
{
    double elapsed = (double)(tt_time()), cost = (double)tt_sled_cost().pairs / TT_COST_PAIRS / 2;
    double overhead = elapsed > 0 ? (double)amounts->functions * cost / elapsed / (amounts->threads > 0 ? amounts->threads : 1) : 0;
    const char *recording = tt_process.mode == TT_PROFILE && !tt_is_in_part() ? "profile" : tt_functions_paused() ? "mpi" : "trace";
    const char *mode = atomic_load(&tt_process.off) ? "off" : recording;
    fprintf(out, "process %s %.3f %llu %u %.4f %zu\n", mode, elapsed * ns_a_tick() / 1e9, (unsigned long long)amounts->bytes,
            amounts->threads, 100 * overhead, tt_changes_waiting());
    if (tt_process.rank <= 0)
        fprintf(out, "sampling %u\n", tt_sampling_rate());
    if (tt_phase_name() != NULL)
        fprintf(out, "phase %s\n", tt_phase_name());
}

char *tt_status_text(int tree)
{
    char *text = NULL;
    size_t size = 0;
    struct tt_sums all;
    struct tt_status_amounts amounts = {0};
    struct names names = {.out = open_memstream(&text, &size)};
    if (names.out == NULL)
        return NULL;
    tt_status_look();
    if (tt_sums_begin(&all)) {
        tt_gather_status(&all, &amounts);
        put_facts(names.out, &amounts);
        put_groups(names.out);
        put_range_groups(names.out);
        if (tt_process.rank <= 0)
            tt_each_counter(put_metric, names.out);
        tt_each_function(take_name, &names);
        qsort(names.all, names.count, sizeof *names.all, by_entry);
        fprintf(names.out, "selection %llu %llx\n", (unsigned long long)names.on, (unsigned long long)names.on_identity);
        put_sums(&names, &all, tree);
        tt_sums_end(&all);
    }
    free(names.all);
    if (fclose(names.out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
