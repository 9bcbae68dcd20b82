/*
 * What was switched while the program ran. All ranks do it at the same iteration; whether they did is found out here, from
 * what each noted, since numbers of ranks that recorded different things are not to be compared.
 */
#include "../otf2/archive.h"
#include "../otf2/properties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts and ranks are for people. */
enum { MOST_TEXTS = 100, MOST_RANKS_NAMED = 100 };

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return (value ^ value >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
}

/* `switched NUMBER ITERATION TIME FUNCTIONS done TEXT`, `switch-missed NUMBER ITERATION`, `switched-on ENTRY`. */
int read_switched(struct process *p, const char *key, const char *rest)
{
    unsigned long long number, iteration, time, functions;
    char how[16];
    int text = 0;
    if (strcmp(key, "switched-on") == 0 && sscanf(rest, "%llx", &number) == 1) {
        APPEND(p->asked, p->asked_count, p->asked_capacity, (uint64_t)number);
        return 1;
    }
    if (strcmp(key, "switch-missed") == 0) {
        p->switches_missed++;
        return 1;
    }
    if (strcmp(key, "switched") != 0 ||
        sscanf(rest, "%llu %llu %llu %llx %15s %n", &number, &iteration, &time, &functions, how, &text) != 5 || text == 0)
        return 0;
    p->switches++;
    p->switches_failed += strcmp(how, "done") != 0;
    /* In whatever order: what is done at once may come before or after what waits for its iteration. */
    p->switches_alike += mixed(mixed(number) + mixed(iteration ^ UINT64_C(0xA5A5)) + (uint64_t)(strcmp(how, "done") == 0));
    if (p->switch_text_count < MOST_TEXTS)
        APPEND(p->switch_texts, p->switch_text_count, p->switch_text_capacity, format_text("%llu %s", iteration, rest + text));
    return 1;
}

/* More are none that anybody asked for. */
enum { MOST_PARTS = 1 << 16 };

int read_part(struct process *p, const char *key, const char *rest)
{
    unsigned long long time, iteration;
    char what[8];
    if (strcmp(key, "part") != 0)
        return 0;
    if (sscanf(rest, "%7s %llu %llu", what, &time, &iteration) != 3)
        return 1;
    struct part *last = p->part_count == 0 ? NULL : &p->parts[p->part_count - 1];
    if (strcmp(what, "end") == 0 && last != NULL && last->end == UINT64_MAX && time >= last->begin) {
        last->end = time;
        last->before = iteration;
    } else if (strcmp(what, "begin") == 0 && p->part_count < MOST_PARTS && (last == NULL || time >= last->end)) {
        const struct part part = {.begin = time, .end = UINT64_MAX, .from = iteration};
        APPEND(p->parts, p->part_count, p->part_capacity, part);
    }
    return 1;
}

/* What most ranks did, if more than half of them did the same. */
static uint64_t usual(const struct run *run)
{
    uint64_t alike = 0;
    uint32_t votes = 0;
    for (uint32_t r = 0; r < run->size; r++) {
        if (run->ranks[r] == NULL)
            continue;
        if (votes == 0)
            alike = run->ranks[r]->switches_alike;
        votes += run->ranks[r]->switches_alike == alike ? 1 : -1u;
    }
    return alike;
}

static int differs(const struct process *p, uint64_t alike)
{
    return p != NULL && (p->switches_alike != alike || p->switches_missed > 0 || p->switches_failed > 0);
}

static char *ranks_that_differ(const struct run *run, uint32_t *count)
{
    uint64_t alike = usual(run);
    char *text = copy_text("");
    *count = 0;
    for (uint32_t r = 0; r < run->size; r++) {
        if (!differs(run->ranks[r], alike) || (*count)++ >= MOST_RANKS_NAMED)
            continue;
        char *longer = format_text("%s%s%u", text, text[0] == '\0' ? "" : " ", r);
        free(text);
        text = longer;
    }
    return text;
}

static const struct process *first_of(const struct run *run)
{
    const struct process *first = NULL;
    for (uint32_t r = 0; r < run->size && first == NULL; r++)
        first = run->ranks[r];
    return first;
}

void write_switched(struct archive *a)
{
    const struct process *first = first_of(a->run);
    uint32_t count;
    char *ranks = ranks_that_differ(a->run, &count);
    if (count > 0) {
        set_count(a, "RANKS_SWITCHED_DIFFERENTLY", count);
        set_text(a, "RANKS_SWITCHED_DIFFERENTLY_LIST", copy_text(ranks));
    }
    free(ranks);
    if (first == NULL || first->switches == 0)
        return;
    char *text = copy_text("");
    for (uint32_t i = 0; i < first->switch_text_count; i++) {
        char *longer = format_text("%s%s%s", text, i == 0 ? "" : "\n", first->switch_texts[i]);
        free(text);
        text = longer;
    }
    set_count(a, "SWITCHES", first->switches);
    set_text(a, "SWITCHED", text);
}

void report_switched(const struct run *run)
{
    uint32_t count;
    char *ranks = ranks_that_differ(run, &count);
    if (count > 0)
        say("%u of %u ranks did not switch what the others did, or not at the same iteration: %s", count, run->size, ranks);
    free(ranks);
}
