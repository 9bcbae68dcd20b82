/* Counters and parameters of programs among the global definitions, and what of a program's own words made no sense. */
#include "definitions.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* The pairs are for people. */
enum { MOST_LISTED = 20 };

/* What they stand at is written where regions begin and end; it only grows. */
static void write_event_counter(struct definitions *d, OTF2_MetricMemberRef number, const struct counter *c)
{
    int is_time = strcmp(d->archive->texts.list[c->unit], "nsec") == 0;
    OTF2_MetricType type = strncmp(d->archive->texts.list[c->name], "PAPI_", 5) == 0 ? OTF2_METRIC_TYPE_PAPI : OTF2_METRIC_TYPE_OTHER;
    check(OTF2_GlobalDefWriter_WriteMetricMember(d->out, number, c->name, def_text(d, ""), type, OTF2_METRIC_ACCUMULATED_START,
                                                 OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, is_time ? -9 : 0,
                                                 def_text(d, is_time ? "s" : "#")),
          "a definition");
    check(OTF2_GlobalDefWriter_WriteMetricClass(d->out, number, 1, &number, OTF2_METRIC_SYNCHRONOUS, OTF2_RECORDER_KIND_CPU),
          "a definition");
}

static void write_counter(struct definitions *d, uint32_t number)
{
    const struct counter *c = &d->archive->users.counters[number];
    OTF2_MetricMemberRef member = number;
    if (c->is_event) {
        write_event_counter(d, number, c);
        return;
    }
    check(OTF2_GlobalDefWriter_WriteMetricMember(d->out, member, c->name, def_text(d, ""), OTF2_METRIC_TYPE_USER,
                                                 OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE, OTF2_BASE_DECIMAL, 0, c->unit),
          "a definition");
    check(OTF2_GlobalDefWriter_WriteMetricClass(d->out, number, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU),
          "a definition");
}

void write_users(struct definitions *d)
{
    const struct users *all = &d->archive->users;
    for (uint32_t i = 0; i < all->counter_count; i++)
        write_counter(d, i);
    for (uint32_t i = 0; i < all->parameter_count; i++)
        check(OTF2_GlobalDefWriter_WriteParameter(d->out, i, all->parameters[i].name,
                                                  all->parameters[i].is_text ? OTF2_PARAMETER_TYPE_STRING
                                                                             : OTF2_PARAMETER_TYPE_INT64),
              "a definition");
}

static int by_count(const void *left, const void *right)
{
    const struct overlap *a = left, *b = right;
    return (a->count < b->count) - (a->count > b->count);
}

/* "COUNT NAME<tab>OTHER", a line each, the most frequent first; without OTHER: NAME was not open. */
void write_user_doubts(struct archive *a)
{
    struct users *all = &a->users;
    if (all->overlap_count == 0)
        return;
    qsort(all->overlaps, all->overlap_count, sizeof *all->overlaps, by_count);
    char *text = copy_text("");
    for (uint32_t i = 0; i < all->overlap_count && i < MOST_LISTED; i++) {
        const struct overlap *o = &all->overlaps[i];
        char *longer = format_text("%s%s%llu %s%s%s", text, i == 0 ? "" : "\n", (unsigned long long)o->count,
                                   a->texts.list[o->stopped], o->open == 0 ? "" : "\t", a->texts.list[o->open]);
        free(text);
        text = longer;
    }
    set_count(a, "REGIONS_OVERLAPPING", all->overlapping);
    set_text(a, "NAMES_OVERLAPPING", text);
}
