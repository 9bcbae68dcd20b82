/* What the text file of a process tells of what was switched, and of parts that were traced, while it ran. */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts are for people. */
enum { MOST_TEXTS = 100 };

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
