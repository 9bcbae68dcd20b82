/* The metrics of a profile, by the names that Score-P gives them where it has them. */
#include "cube.h"

#include <string.h>

static uint64_t visits(const struct path_values *v)
{
    return v->visits;
}

static double own_time(const struct path_values *v, double tick)
{
    return (double)v->exclusive * tick;
}

static double least(const struct path_values *v, double tick)
{
    return v->visits == 0 || v->least == UINT64_MAX ? 0 : (double)v->least * tick;
}

static double most(const struct path_values *v, double tick)
{
    return (double)v->most * tick;
}

static double squares(const struct path_values *v, double tick)
{
    return v->squares * tick * tick;
}

static uint64_t bytes_sent(const struct path_values *v)
{
    return v->bytes_sent;
}

static uint64_t bytes_received(const struct path_values *v)
{
    return v->bytes_received;
}

static uint64_t bytes_put(const struct path_values *v)
{
    return v->bytes_put;
}

static uint64_t bytes_got(const struct path_values *v)
{
    return v->bytes_got;
}

static uint64_t bytes_read(const struct path_values *v)
{
    return v->bytes_read;
}

static uint64_t bytes_written(const struct path_values *v)
{
    return v->bytes_written;
}

static uint64_t sent(const struct path_values *v)
{
    return v->sent;
}

static uint64_t received(const struct path_values *v)
{
    return v->received;
}

static double heap(const struct path_values *v, double tick)
{
    (void)tick;
    return (double)v->heap;
}

/* What processes held at most is never added up: the times were different ones. */
static const struct cube_metric heap_metric = {.title = "Heap High Water",
                                               .name = "heap",
                                               .unit = "bytes",
                                               .description = "The most that a process held of the heap at once",
                                               .type = VALUE_MOST,
                                               .seconds = heap};

static const struct cube_metric usual[] = {
    {.title = "Visits", .name = "visits", .unit = "occ", .description = "Number of visits", .type = VALUE_UINT64, .count = visits},
    {.title = "Time", .name = "time", .unit = "sec", .description = "Total CPU allocation time", .type = VALUE_DOUBLE, .seconds = own_time},
    {.title = "Minimum Inclusive Time",
     .name = "min_time",
     .unit = "sec",
     .description = "Minimum inclusive CPU allocation time of a visit",
     .type = VALUE_LEAST,
     .seconds = least},
    {.title = "Maximum Inclusive Time",
     .name = "max_time",
     .unit = "sec",
     .description = "Maximum inclusive CPU allocation time of a visit",
     .type = VALUE_MOST,
     .seconds = most},
    {.title = "Squares of Inclusive Times",
     .name = "time_squares",
     .unit = "sec^2",
     .description = "Sum over visits of the square of their inclusive time",
     .type = VALUE_DOUBLE,
     .seconds = squares},
    {.title = "bytes_sent",
     .name = "bytes_sent",
     .unit = "bytes",
     .description = "Bytes sent in messages and collective operations",
     .type = VALUE_UINT64,
     .count = bytes_sent},
    {.title = "bytes_received",
     .name = "bytes_received",
     .unit = "bytes",
     .description = "Bytes received in messages and collective operations",
     .type = VALUE_UINT64,
     .count = bytes_received},
    {.title = "bytes_put",
     .name = "bytes_put",
     .unit = "bytes",
     .description = "Bytes sent in one-sided communication",
     .type = VALUE_UINT64,
     .count = bytes_put},
    {.title = "bytes_get",
     .name = "bytes_get",
     .unit = "bytes",
     .description = "Bytes received in one-sided communication",
     .type = VALUE_UINT64,
     .count = bytes_got},
    {.title = "io_bytes_read",
     .name = "io_bytes_read",
     .unit = "bytes",
     .description = "Bytes read from files",
     .type = VALUE_UINT64,
     .count = bytes_read},
    {.title = "io_bytes_written",
     .name = "io_bytes_written",
     .unit = "bytes",
     .description = "Bytes written to files",
     .type = VALUE_UINT64,
     .count = bytes_written},
    {.title = "messages_sent", .name = "messages_sent", .unit = "occ", .description = "Messages sent", .type = VALUE_UINT64, .count = sent},
    {.title = "messages_received",
     .name = "messages_received",
     .unit = "occ",
     .description = "Messages received",
     .type = VALUE_UINT64,
     .count = received},
};

/* The first process that reads a counter names it: all were asked for the same ones. */
static const struct local_counter *counter_of(const struct run *run, unsigned number)
{
    for (uint32_t i = 0; i < run->count; i++)
        if (run->all[i].counters.list[number].name != NULL)
            return &run->all[i].counters.list[number];
    return NULL;
}

static int knows_memory(const struct run *run)
{
    for (uint32_t i = 0; i < run->count; i++)
        if (run->all[i].memory.is_known)
            return 1;
    return 0;
}

void name_metrics(struct profile *p)
{
    p->metric_count = sizeof usual / sizeof usual[0];
    p->metrics = allocate(p->metric_count + 1 + TT_MOST_COUNTERS, sizeof *p->metrics);
    memcpy(p->metrics, usual, sizeof usual);
    if (knows_memory(p->archive->run))
        p->metrics[p->metric_count++] = heap_metric;
    for (unsigned number = 0; number < TT_MOST_COUNTERS; number++) {
        const struct local_counter *c = counter_of(p->archive->run, number);
        if (c == NULL)
            continue;
        p->metrics[p->metric_count++] = (struct cube_metric){
            .title = c->name, .name = c->name, .unit = c->unit, .description = "Counter of the processor or the kernel",
            .type = VALUE_UINT64, .counter = number};
    }
}
