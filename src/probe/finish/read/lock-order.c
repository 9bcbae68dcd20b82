/* The order in which locks were taken, by all threads of a process. */
#include "openmp.h"

#include <stdlib.h>

/* Whether one acquisition comes after another one. */
static int is_later(const struct omp_acquisition *all, uint32_t i, uint32_t j)
{
    return all[i].next > all[j].next;
}

/* The end of the run of acquisitions that are in order. */
static uint32_t run_end(const struct omp *omp, const uint32_t *sorted, uint32_t from)
{
    uint32_t end = from + 1;
    while (end < omp->acquisition_count && !is_later(omp->acquisitions, sorted[end - 1], sorted[end]))
        end++;
    return end < omp->acquisition_count ? end : omp->acquisition_count;
}

static void merge(const struct omp_acquisition *all, const uint32_t *from, uint32_t left, uint32_t middle, uint32_t end, uint32_t *to)
{
    for (uint32_t i = left, j = middle; i < middle || j < end;)
        *to++ = j == end || (i < middle && !is_later(all, from[i], from[j])) ? from[i++] : from[j++];
}

/* The acquisitions in the order of their times, those of one time as they stand: each thread has its own in order, so that
 * they need only be merged, pair by pair. */
static uint32_t *by_time(const struct omp *omp)
{
    uint32_t count = omp->acquisition_count, runs = 0;
    uint32_t *sorted = allocate(count, sizeof *sorted), *merged = NULL;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = i;
    do {
        runs = 0;
        for (uint32_t left = 0; left < count; runs++) {
            uint32_t middle = run_end(omp, sorted, left), end = middle < count ? run_end(omp, sorted, middle) : count;
            if (left == 0 && middle == count)
                break;
            if (merged == NULL)
                merged = allocate(count, sizeof *merged);
            merge(omp->acquisitions, sorted, left, middle, end, merged + left);
            left = end;
        }
        if (runs > 0) {
            uint32_t *other = sorted;
            sorted = merged;
            merged = other;
        }
    } while (runs > 1);
    free(merged);
    return sorted;
}

void order_omp_acquisitions(struct omp *omp)
{
    uint32_t count = omp->acquisition_count, named = 0;
    uint32_t *sorted = by_time(omp), *number = allocate(omp->lock_count, sizeof *number);
    struct omp_acquisition **last = allocate(omp->lock_count, sizeof *last);
    for (uint32_t i = 0; i < count; i++) {
        struct omp_acquisition *taken = &omp->acquisitions[sorted[i]], *before = last[taken->lock];
        last[taken->lock] = taken;
        if (before == NULL)
            number[taken->lock] = named++;
        taken->order = before == NULL ? 1 : before->order + 1;
        if (before != NULL)
            before->next = taken->next;
    }
    for (uint32_t i = 0; i < omp->lock_count; i++)
        last[i]->next = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++)
        omp->acquisitions[i].lock = number[omp->acquisitions[i].lock];
    free(sorted);
    free(number);
    free(last);
}
