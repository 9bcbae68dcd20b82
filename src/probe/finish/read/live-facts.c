/* What the text file of a process tells of what was switched while it ran. */
#include "facts.h"

#include <stdio.h>
#include <string.h>

/* Texts are for people. */
enum { MOST_TEXTS = 100 };

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return (value ^ value >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
}

/* `switched-on ENTRY` */
static void read_asked(struct process *p, const char *key, const char *rest)
{
    unsigned long long entry;
    (void)key;
    if (sscanf(rest, "%llx", &entry) == 1)
        APPEND(p->live.asked, p->live.asked_count, p->live.asked_capacity, (uint64_t)entry);
}

/* `switch-missed NUMBER ITERATION` */
static void count_missed(struct process *p, const char *key, const char *rest)
{
    (void)key;
    (void)rest;
    p->live.missed++;
}

/* `switched NUMBER ITERATION TIME FUNCTIONS done TEXT` */
static void read_switched(struct process *p, const char *key, const char *rest)
{
    unsigned long long number, iteration, time, functions;
    char how[16];
    int text = 0;
    (void)key;
    if (sscanf(rest, "%llu %llu %llu %llx %15s %n", &number, &iteration, &time, &functions, how, &text) != 5 || text == 0)
        return;
    p->live.switches++;
    p->live.failed += strcmp(how, "done") != 0;
    /* In whatever order: what is done at once may come before or after what waits for its iteration. */
    p->live.alike += mixed(mixed(number) + mixed(iteration ^ UINT64_C(0xA5A5)) + (uint64_t)(strcmp(how, "done") == 0));
    if (p->live.text_count < MOST_TEXTS)
        APPEND(p->live.texts, p->live.text_count, p->live.text_capacity, format_text("%llu %s", iteration, rest + text));
}

const struct fact live_facts[] = {
    {"switched-on", read_asked},
    {"switch-missed", count_missed},
    {"switched", read_switched},
    {NULL, NULL},
};
