/* Which processors the processes of each host could use, and how they were started. */
#include "properties.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Larger numbers are damage. */
enum { MOST_PROCESSORS = 1 << 16 };

/* Marks the processors of a list as "0-3,8". */
static void mark_processors(unsigned char *marked, const char *list)
{
    while (isdigit((unsigned char)*list)) {
        char *end;
        unsigned long from = strtoul(list, &end, 10), to = from;
        if (*end == '-')
            to = strtoul(end + 1, &end, 10);
        for (unsigned long cpu = from; cpu <= to && cpu < MOST_PROCESSORS; cpu++)
            marked[cpu] = 1;
        list = *end == ',' ? end + 1 : end;
    }
}

static int is_on(const struct process *p, const char *host)
{
    return p != NULL && p->host != NULL && strcmp(p->host, host) == 0;
}

/* What the ranks of a host may use together: the union of their lists, and no more than a control group gives. */
static uint64_t processors_of(const struct run *run, const char *host)
{
    unsigned char *marked = allocate(MOST_PROCESSORS, 1);
    uint64_t count = 0, quota = UINT64_MAX;
    for (uint32_t r = 0; r < run->size; r++) {
        const struct process *p = run->ranks[r];
        if (!is_on(p, host))
            continue;
        if (p->processors != NULL)
            mark_processors(marked, p->processors);
        if (p->quota_period > 0)
            quota = (p->quota + p->quota_period - 1) / p->quota_period;
    }
    for (size_t cpu = 0; cpu < MOST_PROCESSORS; cpu++)
        count += marked[cpu];
    free(marked);
    return count < quota ? count : quota;
}

static char *with_host(char *text, const struct archive *a, const char *host)
{
    uint32_t ranks = 0, locations = 0;
    for (uint32_t r = 0; r < a->run->size; r++)
        ranks += (uint32_t)is_on(a->run->ranks[r], host);
    for (uint32_t i = 0; i < a->location_count; i++)
        locations += (uint32_t)is_on(a->run->ranks[a->locations[i].rank], host);
    char *longer = format_text("%s%s%s=%llu,%u,%u", text, text[0] == '\0' ? "" : " ", host,
                               (unsigned long long)processors_of(a->run, host), ranks, locations);
    free(text);
    return longer;
}

void write_hosts(struct archive *a)
{
    struct texts hosts = {0};
    text_id(&hosts, "");
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL && a->run->ranks[r]->host != NULL)
            text_id(&hosts, a->run->ranks[r]->host);
    char *text = copy_text("");
    for (uint32_t h = 1; h < hosts.count; h++)
        text = with_host(text, a, hosts.list[h]);
    set_text(a, "HOSTS", text);
}

void write_start(struct archive *a)
{
    uint32_t without = 0;
    int launched = 0, preloaded = 0;
    const char *launcher = NULL;
    for (uint32_t i = 0; i < a->run->count; i++) {
        const struct process *p = &a->run->all[i];
        without += p->rank < 0;
        preloaded |= p->preloaded;
        if (p->launched > launched) {
            launched = p->launched;
            launcher = p->launcher;
        }
    }
    if (preloaded)
        set_text(a, "PRELOADED", copy_text("true"));
    set_text(a, "MPI_INITIALISED", copy_text(a->run->is_mpi ? "true" : "false"));
    set_count(a, "PROCESSES_WITHOUT_MPI", without);
    if (launcher == NULL)
        return;
    set_count(a, "RANKS_STARTED", (uint64_t)launched);
    set_text(a, "LAUNCHER", copy_text(launcher));
}
