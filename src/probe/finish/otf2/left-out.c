/*
 * Functions, and constructs of OpenMP, that were switched off while the program ran, since recording them cost too much.
 * Processes decide that each for itself; what one left out is left out of all, so that their call trees agree. Only regions
 * of one thread stay where they were recorded: the same ones may have had more threads elsewhere.
 */
#include "archive.h"
#include "properties.h"

#include <stdlib.h>

/* The names are for people. */
enum { MOST_NAMED = 100 };

/* How often something was called after it was switched off, if it went on as in the time that was looked at. */
static uint64_t calls_after(const struct process *p, uint64_t since, uint64_t until, uint64_t visits)
{
    if (until <= since || p->end_time <= until)
        return 0;
    return (uint64_t)((double)visits / (double)(until - since) * (double)(p->end_time - until));
}

static struct omp_left_out *left_out_construct(struct archive *a, unsigned kind, uint32_t place)
{
    uint32_t found = map_get(&a->constructs.left_out_index, OMP_KEY(kind, place));
    if (found != MAP_MISSING)
        return &a->constructs.left_out[found];
    const struct omp_left_out new = {.kind = kind, .place = place};
    map_put(&a->constructs.left_out_index, OMP_KEY(kind, place), a->constructs.left_out_count);
    APPEND(a->constructs.left_out, a->constructs.left_out_count, a->constructs.left_out_capacity, new);
    return &a->constructs.left_out[a->constructs.left_out_count - 1];
}

/* The program leaves out no more in a process. */
enum { MOST_CONSTRUCTS = 1024 };

static void mark_constructs(struct archive *a, const struct process *p)
{
    struct map seen = {0};
    for (uint32_t i = 0; i < p->openmp.left_out_count && i < MOST_CONSTRUCTS; i++) {
        const struct construct_left_out *c = &p->openmp.left_out[i];
        uint32_t place = c->site == 0 ? MAP_MISSING : place_of(&a->symbols, &seen, p, c->site, PLACE_SITE);
        left_out_construct(a, c->kind, place)->calls += calls_after(p, c->since, c->until, c->visits);
    }
    map_free(&seen);
}

/* What somebody asked for while the program ran is kept, whatever was left out of it before. */
static void keep_asked(struct archive *a)
{
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        struct map seen = {0};
        for (uint32_t f = 0; p->functions.left_out_count > 0 && f < p->live.asked_count; f++) {
            uint32_t number = place_of(&a->symbols, &seen, p, p->live.asked[f], PLACE_FUNCTION);
            if (number != MAP_MISSING)
                a->symbols.places[number].left_out = 0;
        }
        map_free(&seen);
    }
}

void mark_left_out(struct archive *a)
{
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        struct map seen = {0};
        for (uint32_t f = 0; f < p->functions.left_out_count; f++) {
            uint32_t number = place_of(&a->symbols, &seen, p, p->functions.left_out[f].entry, PLACE_FUNCTION);
            if (number == MAP_MISSING)
                continue;
            a->symbols.places[number].left_out = 1;
            a->symbols.places[number].calls_left_out +=
                calls_after(p, p->functions.left_out[f].since, p->functions.left_out[f].until, p->functions.left_out[f].visits);
        }
        map_free(&seen);
        mark_constructs(a, p);
    }
    keep_asked(a);
}

static uint32_t line_of(const struct archive *a, const struct omp_left_out *c)
{
    return c->place >= a->placed.count ? NO_LINE : a->placed.region[c->place];
}

void hide_left_out(struct archive *a)
{
    /* What is made of the records of a construct beside what it is known by. */
    static const unsigned parts[OMP_KINDS][2] = {
        [TT_SINGLE] = {OMP_SINGLE_BLOCK},
        [OMP_CRITICAL] = {OMP_CRITICAL_BLOCK},
        [OMP_ORDERED] = {OMP_ORDERED_BLOCK},
        [OMP_SET_LOCK] = {OMP_UNSET_LOCK, OMP_TEST_LOCK},
        [OMP_SET_NEST_LOCK] = {OMP_UNSET_NEST_LOCK, OMP_TEST_NEST_LOCK},
    };
    for (uint32_t i = 0; i < a->constructs.left_out_count; i++) {
        const struct omp_left_out *c = &a->constructs.left_out[i];
        if (c->kind == OMP_PARALLEL)
            continue;
        map_put(&a->constructs.hidden, OMP_KEY(c->kind, line_of(a, c)), 1);
        for (unsigned part = 0; part < 2 && parts[c->kind][part] != 0; part++)
            map_put(&a->constructs.hidden, OMP_KEY(parts[c->kind][part], line_of(a, c)), 1);
    }
}

/* What is told of one. */
struct told {
    const char *name;
    uint64_t calls;
};

struct all_told {
    struct told *list;
    uint32_t count, capacity;
    uint64_t calls;
    double seconds;
};

static int by_calls(const void *left, const void *right)
{
    const struct told *a = left, *b = right;
    return (a->calls < b->calls) - (a->calls > b->calls);
}

/* What a pair of enter and leave takes, in seconds: the most of all processes. */
static double seconds_a_call(const struct run *run, int of_openmp)
{
    double most = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct process *p = &run->all[i];
        const struct cost *cost = of_openmp ? cost_of(p, "openmp") : cost_of(p, "function");
        if (cost->pairs == 0 || p->reading_count < 2)
            continue;
        double seconds = (double)cost->ticks / (double)cost->pairs / (double)ticks_per_second(p);
        most = seconds > most ? seconds : most;
    }
    return most;
}

/* "CALLS NAME", a line each, the most called first. */
static char *names_of(const struct all_told *all)
{
    char *text = copy_text("");
    for (uint32_t i = 0; i < all->count && i < MOST_NAMED; i++) {
        char *longer = format_text("%s%s%llu %s", text, i == 0 ? "" : "\n", (unsigned long long)all->list[i].calls, all->list[i].name);
        free(text);
        text = longer;
    }
    return text;
}

static void tell_places(const struct archive *a, struct all_told *all)
{
    for (uint32_t i = 0; i < a->symbols.count; i++) {
        const struct place *place = &a->symbols.places[i];
        if (!place->left_out)
            continue;
        const struct told told = {place->name, place->calls_left_out};
        APPEND(all->list, all->count, all->capacity, told);
        all->calls += told.calls;
    }
    all->seconds = (double)all->calls * seconds_a_call(a->run, 0);
}

static void tell_constructs(struct archive *a, struct all_told *all)
{
    for (uint32_t i = 0; i < a->constructs.left_out_count; i++) {
        const struct omp_left_out *c = &a->constructs.left_out[i];
        const struct told told = {construct_name(a, c->kind, line_of(a, c)), c->calls};
        APPEND(all->list, all->count, all->capacity, told);
        all->calls += told.calls;
        all->seconds += (double)told.calls * seconds_a_call(a->run, 1);
    }
}

/* Functions of Python, each process by itself: those of one name are one. */
static void tell_python(struct archive *a, struct all_told *all)
{
    struct map known = {0};
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        double cost = p->python.calls == 0 || p->reading_count < 2
                          ? 0
                          : (double)p->python.ticks / (double)p->python.calls / (double)ticks_per_second(p);
        for (uint32_t f = 0; f < p->python.left_out_count; f++) {
            const struct told told = {p->python.left_out[f].name, p->python.left_out[f].calls};
            uint32_t name = text_id(&a->texts, told.name), at = map_get(&known, name);
            if (at == MAP_MISSING) {
                map_put(&known, name, all->count);
                APPEND(all->list, all->count, all->capacity, told);
            } else {
                all->list[at].calls += told.calls;
            }
            all->calls += told.calls;
            all->seconds += (double)told.calls * cost;
        }
    }
    map_free(&known);
}

/* Programs whose code could not be changed: one process speaks for all. */
static void tell_denied(struct archive *a)
{
    for (uint32_t i = 0; i < a->run->count; i++)
        if (a->run->all[i].functions.denied != NULL) {
            set_text(a, "FUNCTIONS_DENIED", copy_text(a->run->all[i].functions.denied));
            return;
        }
}

/* Why functions of Python are not all there: the longest of all processes. */
static void tell_unheard(struct archive *a)
{
    double longest = 0;
    const char *refused = NULL;
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        double seconds = p->reading_count < 2 ? 0 : (double)p->python.off / (double)ticks_per_second(p);
        longest = seconds > longest ? seconds : longest;
        refused = p->python.refused != NULL ? p->python.refused : refused;
    }
    if (longest > 0)
        set_seconds(a, "PYTHON_UNHEARD_SECONDS", longest);
    if (refused != NULL)
        set_text(a, "PYTHON_REFUSED", copy_text(refused));
}

void write_left_out(struct archive *a)
{
    tell_denied(a);
    tell_unheard(a);
    struct all_told all = {0};
    tell_places(a, &all);
    tell_python(a, &all);
    uint32_t functions = all.count;
    tell_constructs(a, &all);
    if (all.count > 0) {
        qsort(all.list, all.count, sizeof *all.list, by_calls);
        set_count(a, "FUNCTIONS_LEFT_OUT", functions);
        set_count(a, "CONSTRUCTS_LEFT_OUT", a->constructs.left_out_count);
        set_count(a, "CALLS_LEFT_OUT", all.calls);
        set_seconds(a, "SECONDS_LEFT_OUT", all.seconds);
        set_text(a, "NAMES_LEFT_OUT", names_of(&all));
    }
    free(all.list);
}
