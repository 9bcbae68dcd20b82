/*
 * Functions that were switched off while the program ran, since recording them cost too much. Processes decide that each
 * for itself; a function that one left out is left out of all, so that their call trees agree.
 */
#include "archive.h"
#include "properties.h"

#include <stdlib.h>

/* The names are for people. */
enum { MOST_NAMED = 100 };

/* How often it was called after it was switched off, if it went on as it was before. */
static uint64_t calls_after(const struct process *p, const struct left_out *f)
{
    if (f->until <= f->since || p->end_time <= f->until)
        return 0;
    return (uint64_t)((double)f->visits / (double)(f->until - f->since) * (double)(p->end_time - f->until));
}

/* What somebody asked for while the program ran is kept, whatever was left out of it before. */
static void keep_asked(struct archive *a)
{
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        struct map seen = {0};
        for (uint32_t f = 0; p->left_out_count > 0 && f < p->asked_count; f++) {
            uint32_t number = place_of(&a->symbols, &seen, p, p->asked[f], PLACE_FUNCTION);
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
        for (uint32_t f = 0; f < p->left_out_count; f++) {
            uint32_t number = place_of(&a->symbols, &seen, p, p->left_out[f].entry, PLACE_FUNCTION);
            if (number == MAP_MISSING)
                continue;
            a->symbols.places[number].left_out = 1;
            a->symbols.places[number].calls_left_out += calls_after(p, &p->left_out[f]);
        }
        map_free(&seen);
    }
    keep_asked(a);
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
static double seconds_a_call(const struct run *run)
{
    double most = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct process *p = &run->all[i];
        if (p->function_cost.pairs == 0 || p->reading_count < 2)
            continue;
        double seconds = (double)p->function_cost.ticks / (double)p->function_cost.pairs / (double)ticks_per_second(p);
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
    all->seconds = (double)all->calls * seconds_a_call(a->run);
}

/* Functions of Python, each process by itself: those of one name are one. */
static void tell_python(struct archive *a, struct all_told *all)
{
    struct map known = {0};
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        double cost = p->python_calls == 0 || p->reading_count < 2
                          ? 0
                          : (double)p->python_ticks / (double)p->python_calls / (double)ticks_per_second(p);
        for (uint32_t f = 0; f < p->python_left_out_count; f++) {
            const struct told told = {p->python_left_out[f].name, p->python_left_out[f].calls};
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
        if (a->run->all[i].functions_denied != NULL) {
            set_text(a, "FUNCTIONS_DENIED", copy_text(a->run->all[i].functions_denied));
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
        double seconds = p->reading_count < 2 ? 0 : (double)p->python_off / (double)ticks_per_second(p);
        longest = seconds > longest ? seconds : longest;
        refused = p->python_refused != NULL ? p->python_refused : refused;
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
    if (all.count > 0) {
        qsort(all.list, all.count, sizeof *all.list, by_calls);
        set_count(a, "FUNCTIONS_LEFT_OUT", all.count);
        set_count(a, "CALLS_LEFT_OUT", all.calls);
        set_seconds(a, "SECONDS_LEFT_OUT", all.seconds);
        set_text(a, "NAMES_LEFT_OUT", names_of(&all));
    }
    free(all.list);
}
