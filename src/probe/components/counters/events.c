/* Names of events: those of the table, of caches as perf puts them together, and codes of the processor's own. */
#include "events.h"

#ifdef __linux__

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#define TT_CACHE(cache, operation, result)                                                     \
    (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##operation << 8 | PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct known {
    const char *name;
    uint32_t type;
    uint64_t number;
    const char *unit;
    enum tt_told_by told_by;
} known_events[] = {
#define TT_KNOWN(name, type, number, unit, told_by) {name, type, number, unit, told_by},
    TT_COUNTER_NAMES(TT_KNOWN)
#undef TT_KNOWN
};

struct word {
    const char *word;
    uint64_t bits;
};

/* The bits of the longest word of a list that a text begins with; 0: of none. */
static int take_word(const char **text, const struct word *words, size_t count, uint64_t *bits)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i].word);
        if (length > longest && strncmp(*text, words[i].word, length) == 0) {
            longest = length;
            *bits = words[i].bits;
        }
    }
    *text += longest;
    return longest > 0;
}

/* CACHE-OPERATION, such as L1-dcache-load-misses or LLC-loads. */
static int find_of_cache(const char *name, uint64_t *number)
{
    static const struct word caches[] = {
        {"L1-dcache-", PERF_COUNT_HW_CACHE_L1D}, {"L1-icache-", PERF_COUNT_HW_CACHE_L1I}, {"LLC-", PERF_COUNT_HW_CACHE_LL},
        {"dTLB-", PERF_COUNT_HW_CACHE_DTLB},     {"iTLB-", PERF_COUNT_HW_CACHE_ITLB},     {"branch-", PERF_COUNT_HW_CACHE_BPU},
        {"node-", PERF_COUNT_HW_CACHE_NODE},
    };
    static const struct word operations[] = {
        {"loads", PERF_COUNT_HW_CACHE_OP_READ << 8},
        {"load-misses", PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
        {"stores", PERF_COUNT_HW_CACHE_OP_WRITE << 8},
        {"store-misses", PERF_COUNT_HW_CACHE_OP_WRITE << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
        {"prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH << 8},
        {"prefetch-misses", PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
    };
    uint64_t cache, operation;
    if (!take_word(&name, caches, sizeof caches / sizeof *caches, &cache) ||
        !take_word(&name, operations, sizeof operations / sizeof *operations, &operation) || *name != '\0')
        return 0;
    *number = cache | operation;
    return 1;
}

/* `r` and a hexadecimal number, as perf takes it. */
static int find_raw(const char *name, uint64_t *number)
{
    char *end;
    if (name[0] != 'r' || name[1] == '\0' || strspn(name + 1, "0123456789abcdefABCDEF") != strlen(name + 1) || strlen(name) > 17)
        return 0;
    *number = strtoull(name + 1, &end, 16);
    return *end == '\0';
}

int tt_find_event(const char *name, struct tt_event *event)
{
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof event->name)
        return 0;
    *event = (struct tt_event){.unit = "occ", .told_by = TT_BY_PERF};
    memcpy(event->name, name, length + 1);
    for (size_t i = 0; i < sizeof known_events / sizeof *known_events; i++)
        if (strcmp(name, known_events[i].name) == 0) {
            event->type = known_events[i].type;
            event->number = known_events[i].number;
            event->unit = known_events[i].unit;
            event->told_by = known_events[i].told_by;
            return 1;
        }
    event->type = PERF_TYPE_HW_CACHE;
    if (find_of_cache(name, &event->number))
        return 1;
    event->type = PERF_TYPE_RAW;
    return find_raw(name, &event->number);
}

int tt_is_software(const struct tt_event *event)
{
    return event->type == PERF_TYPE_SOFTWARE;
}

#else

int tt_find_event(const char *name, struct tt_event *event)
{
    (void)name;
    (void)event;
    return 0;
}

int tt_is_software(const struct tt_event *event)
{
    (void)event;
    return 0;
}

#endif
