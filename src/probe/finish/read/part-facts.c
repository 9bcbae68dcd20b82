/* What the text file of a process tells of parts that were traced. */
#include "facts.h"

#include <stdio.h>
#include <string.h>

/* More are none that anybody asked for. */
enum { MOST_PARTS = 1 << 16 };

static void read_part(struct process *p, const char *key, const char *rest)
{
    unsigned long long time, iteration;
    char what[8];
    (void)key;
    if (sscanf(rest, "%7s %llu %llu", what, &time, &iteration) != 3)
        return;
    struct part *last = p->parts.count == 0 ? NULL : &p->parts.list[p->parts.count - 1];
    if (strcmp(what, "end") == 0 && last != NULL && last->end == UINT64_MAX && time >= last->begin) {
        last->end = time;
        last->before = iteration;
    } else if (strcmp(what, "begin") == 0 && p->parts.count < MOST_PARTS && (last == NULL || time >= last->end)) {
        const struct part part = {.begin = time, .end = UINT64_MAX, .from = iteration};
        APPEND(p->parts.list, p->parts.count, p->parts.capacity, part);
    }
}

const struct fact part_facts[] = {
    {"part", read_part},
    {NULL, NULL},
};
