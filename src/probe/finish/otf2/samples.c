/*
 * Samples of where threads were, put between the records by their times: a sample counts for the innermost region that is
 * open on its thread, outside of all for the program, and for the line that it fell on. In MPI nothing is told by lines, which are not the program's. How much
 * time a sample stands for says its generator, of which there is one for each rate. Samples of the probe's own time (a flush
 * of buffers, a change at the begin of an iteration) are omitted.
 */
#include "definitions.h"
#include "properties.h"
#include "writer.h"

#include <stdlib.h>

/* Between the first and the last reading of both clocks. */
static uint64_t ticks_at(const struct process *p, uint64_t ns)
{
    const struct clock_reading *first = &p->readings[0], *last = &p->readings[p->reading_count - 1];
    double rate = (double)(last->ticks - first->ticks) / (double)(last->monotonic_ns - first->monotonic_ns);
    return first->ticks + (uint64_t)(int64_t)((double)(int64_t)(ns - first->monotonic_ns) * rate);
}

static int has_times(const struct process *p)
{
    return p->reading_count >= 2 && p->readings[p->reading_count - 1].monotonic_ns > p->readings[0].monotonic_ns;
}

static uint32_t context_of(struct archive *a, uint32_t region, uint32_t line)
{
    uint64_t key = (uint64_t)region << 32 | line;
    uint32_t found = map_get(&a->samples.index, key);
    if (found != MAP_MISSING)
        return found;
    const struct sampled sampled = {region, line};
    APPEND(a->samples.list, a->samples.count, a->samples.capacity, sampled);
    map_put(&a->samples.index, key, a->samples.count - 1);
    return a->samples.count - 1;
}

/* That of the program, whose number is known when all regions are. */
#define PROGRAM_REGION (HIDDEN_REGION - 1)

/* The region of the innermost frame that is written, of the program outside of all; HIDDEN_REGION in MPI. */
static uint32_t sampled_region(const struct writer *w)
{
    for (uint32_t height = w->depth; height > 0; height--)
        if (w->stack[height - 1].region != HIDDEN_REGION)
            return w->stack[height - 1].function == 0 ? HIDDEN_REGION : w->stack[height - 1].region;
    return PROGRAM_REGION;
}

/* Which rate was the last before a time; a sample that seems older than all of them is of the first. */
static uint32_t rate_at(const struct process *p, uint64_t since_start)
{
    uint32_t hertz = 0;
    for (uint32_t i = 0; i < p->samples.rate_count && (hertz == 0 || p->samples.rates[i].from <= since_start); i++)
        hertz = p->samples.rates[i].hertz > 0 ? p->samples.rates[i].hertz : hertz;
    return hertz;
}

static uint32_t generator_of(struct archive *a, uint32_t hertz)
{
    for (uint32_t i = 0; i < a->samples.rate_count; i++)
        if (a->samples.rates[i] == hertz)
            return i;
    APPEND(a->samples.rates, a->samples.rate_count, a->samples.rate_capacity, hertz);
    return a->samples.rate_count - 1;
}

static void write_sample(struct writer *w, uint64_t time, uint64_t site, uint32_t hertz)
{
    struct archive *a = w->archive;
    uint32_t region = sampled_region(w);
    if (region == HIDDEN_REGION)
        return;
    uint32_t line = site_line(w, site);
    PUT_EVENT(&w->out, at(w, time), EVENT_CALLING_CONTEXT_SAMPLE, context_of(a, region, line), 1, generator_of(a, hertz));
}

void write_samples(struct writer *w, uint64_t until)
{
    const struct thread *t = w->thread;
    if (w->sample >= t->sample_count || !has_times(w->process))
        return;
    for (; w->sample < t->sample_count; w->sample++) {
        uint64_t time = ticks_at(w->process, t->samples[w->sample].time);
        if (time >= until)
            return;
        if (time >= t->start_ticks && time >= w->measured_until)
            write_sample(w, time, t->samples[w->sample].address + 1, rate_at(w->process, time - t->start_ticks));
    }
}

/* Where the kernel samples too, its samples are the ones that count. */
void write_line_sample(struct writer *w, uint64_t time, const uint64_t *r)
{
    enum { MOST = 1000 };
    for (uint64_t i = 0; w->process->samples.most == 0 && i < r[2] && i < MOST; i++)
        write_sample(w, time, r[1], w->process->python.sampling);
}

void write_sampled(struct definitions *d)
{
    const struct archive *a = d->archive;
    if (a->samples.count == 0)
        return;
    for (uint32_t i = 0; i < a->samples.rate_count; i++)
        check(OTF2_GlobalDefWriter_WriteInterruptGenerator(d->out, i, def_text(d, "processor time of the thread"),
                                                           OTF2_INTERRUPT_GENERATOR_MODE_TIME, OTF2_BASE_DECIMAL, -9,
                                                           UINT64_C(1000000000) / (a->samples.rates[i] > 0 ? a->samples.rates[i] : 1000)),
              "a definition");
    for (uint32_t i = 0; i < a->samples.count; i++) {
        uint32_t region = a->samples.list[i].region;
        check(OTF2_GlobalDefWriter_WriteCallingContext(d->out, i, region == PROGRAM_REGION ? a->region_count : region,
                                                       a->samples.list[i].line == NO_LINE ? OTF2_UNDEFINED_SOURCE_CODE_LOCATION
                                                                                     : a->samples.list[i].line,
                                                       OTF2_UNDEFINED_CALLING_CONTEXT),
              "a definition");
    }
}

void write_sampling(struct archive *a)
{
    uint32_t hertz = 0;
    const char *denied = NULL;
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        if (p == NULL)
            continue;
        hertz = p->samples.most > hertz ? p->samples.most : hertz;
        hertz = p->python.sampling > hertz ? p->python.sampling : hertz;
        denied = p->samples.denied != NULL ? p->samples.denied : denied;
    }
    if (hertz > 0)
        set_count(a, "SAMPLES_A_SECOND", hertz);
    if (denied != NULL)
        set_text(a, "SAMPLES_DENIED", copy_text(denied));
}
