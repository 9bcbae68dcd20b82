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
}

static int by_calls(const void *left, const void *right)
{
    const struct place *a = *(const struct place *const *)left, *b = *(const struct place *const *)right;
    return (a->calls_left_out < b->calls_left_out) - (a->calls_left_out > b->calls_left_out);
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
static char *names_of(const struct place *const *functions, uint32_t count)
{
    char *text = copy_text("");
    for (uint32_t i = 0; i < count && i < MOST_NAMED; i++) {
        char *longer = format_text("%s%s%llu %s", text, i == 0 ? "" : "\n", (unsigned long long)functions[i]->calls_left_out,
                                   functions[i]->name);
        free(text);
        text = longer;
    }
    return text;
}

void write_left_out(struct archive *a)
{
    const struct place **functions = allocate(a->symbols.count, sizeof *functions);
    uint32_t count = 0;
    uint64_t calls = 0;
    for (uint32_t i = 0; i < a->symbols.count; i++)
        if (a->symbols.places[i].left_out) {
            functions[count++] = &a->symbols.places[i];
            calls += a->symbols.places[i].calls_left_out;
        }
    if (count > 0) {
        qsort(functions, count, sizeof *functions, by_calls);
        set_count(a, "FUNCTIONS_LEFT_OUT", count);
        set_count(a, "CALLS_LEFT_OUT", calls);
        set_seconds(a, "SECONDS_LEFT_OUT", (double)calls * seconds_a_call(a->run));
        set_text(a, "NAMES_LEFT_OUT", names_of(functions, count));
    }
    free(functions);
}
