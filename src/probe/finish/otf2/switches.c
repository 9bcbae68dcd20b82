/*
 * Whether all ranks switched the same while the program ran. They do it at the same iteration, but numbers of ranks that
 * recorded different things are not to be compared.
 */
#include "properties.h"

#include <stdlib.h>

/* Ranks are for people. */
enum { MOST_RANKS_NAMED = 100 };

/* What most ranks did, if more than half of them did the same. */
static uint64_t usual(const struct run *run)
{
    uint64_t alike = 0;
    uint32_t votes = 0;
    for (uint32_t r = 0; r < run->size; r++) {
        if (run->ranks[r] == NULL)
            continue;
        if (votes == 0)
            alike = run->ranks[r]->live.alike;
        votes += run->ranks[r]->live.alike == alike ? 1 : -1u;
    }
    return alike;
}

static int differs(const struct process *p, uint64_t alike)
{
    return p != NULL && (p->live.alike != alike || p->live.missed > 0 || p->live.failed > 0);
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
    if (first == NULL || first->live.switches == 0)
        return;
    char *text = copy_text("");
    for (uint32_t i = 0; i < first->live.text_count; i++) {
        char *longer = format_text("%s%s%s", text, i == 0 ? "" : "\n", first->live.texts[i]);
        free(text);
        text = longer;
    }
    set_count(a, "SWITCHES", first->live.switches);
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
