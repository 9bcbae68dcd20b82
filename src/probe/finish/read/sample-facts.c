/* What the text file of a process tells of samples. */
#include "facts.h"

#include <stdlib.h>

static void read_rate(struct process *p, uint64_t from, const char *text)
{
    enum { MOST_RATES = 10000 };
    const struct sampling_rate rate = {from, (uint32_t)strtoul(text, NULL, 10)};
    if (p->samples.rate_count == MOST_RATES || (p->samples.rate_count > 0 && p->samples.rates[p->samples.rate_count - 1].from > from))
        return;
    APPEND(p->samples.rates, p->samples.rate_count, p->samples.rate_capacity, rate);
    p->samples.most = rate.hertz > p->samples.most ? rate.hertz : p->samples.most;
}

static void read_first_rate(struct process *p, const char *key, const char *rest)
{
    (void)key;
    read_rate(p, 0, rest);
}

static void read_rate_from(struct process *p, const char *key, const char *rest)
{
    (void)key;
    char *at;
    unsigned long long from = strtoull(rest, &at, 10);
    read_rate(p, from, at);
}

static void read_denied(struct process *p, const char *key, const char *rest)
{
    (void)key;
    p->samples.denied = copy_text(rest);
}

const struct fact sample_facts[] = {
    {"sampling", read_first_rate},
    {"sampling-from", read_rate_from},
    {"samples-denied", read_denied},
    {NULL, NULL},
};
