/* What the text file of a process says of its heap. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_level(struct memory *m, const char *rest)
{
    long long high, start, end;
    unsigned long long time, bytes, blocks;
    if (sscanf(rest, "%lld %llu %lld %lld %llu %llu", &high, &time, &start, &end, &bytes, &blocks) != 6 || high < 0)
        return;
    /* A process that was asked to write early tells it once more at its end. */
    for (uint32_t i = 0; i < m->site_count; i++)
        free(m->sites[i].chain);
    m->site_count = 0;
    m->is_known = 1;
    m->high = high;
    m->high_time = time;
    m->start = start;
    m->end = end;
    m->bytes = bytes;
    m->blocks = blocks;
}

static void read_site(struct memory *m, const char *rest)
{
    long long at_high, live;
    unsigned long long bytes, blocks;
    int chain;
    if (sscanf(rest, "%lld %lld %llu %llu%n", &at_high, &live, &bytes, &blocks, &chain) != 4)
        return;
    struct memory_site site = {.at_high = at_high, .live = live, .bytes = bytes, .blocks = blocks};
    char *next;
    for (const char *at = rest + chain; *at != '\0'; at = next) {
        uint64_t address = strtoull(at, &next, 16);
        if (next == at)
            break;
        APPEND(site.chain, site.depth, site.capacity, address);
    }
    APPEND(m->sites, m->site_count, m->site_capacity, site);
}

static void read_memory(struct process *p, const char *key, const char *rest)
{
    if (strcmp(key, "memory") == 0)
        read_level(&p->memory, rest);
    else if (strcmp(key, "memory-site") == 0)
        read_site(&p->memory, rest);
    else
        p->memory.resident = strtoull(rest, NULL, 10);
}

const struct fact memory_facts[] = {
    {"memory", read_memory},
    {"memory-site", read_memory},
    {"memory-resident", read_memory},
    {NULL, NULL},
};
