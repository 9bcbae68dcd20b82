/* Collecting the places that the records name. */
#include "archive.h"

/* Names must be known before the first event is written,
 * since events refer to regions by number. */
static void collect_from(struct archive *a, const struct process *p, const struct thread *thread)
{
    struct map seen = {0};
    for (const uint64_t *r = thread->begin; r < thread->end; r = following(thread, r)) {
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (type == TT_ENTER_NEAR || type == TT_ENTER_BODY) {
            place_of(&a->symbols, &seen, p, thread->near_base + (r[1] >> 32), PLACE_FUNCTION);
            place_of(&a->symbols, &seen, p, thread->near_base + (uint32_t)r[1], PLACE_SITE);
            if (type == TT_ENTER_BODY)
                place_of(&a->symbols, &seen, p, r[2], PLACE_INLINED);
        } else if (type == TT_ENTER) {
            place_of(&a->symbols, &seen, p, r[1], PLACE_FUNCTION);
            place_of(&a->symbols, &seen, p, r[2], PLACE_SITE);
            place_of(&a->symbols, &seen, p, r[3], PLACE_INLINED);
        } else if (type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL) {
            place_of(&a->symbols, &seen, p, r[1] & TT_SITE_MASK, PLACE_SITE);
        } else if (type == TT_OMP_BEGIN || type == TT_OMP_END || type == TT_OMP_MUTEX) {
            place_of(&a->symbols, &seen, p, r[1] & TT_SITE_MASK, PLACE_SITE);
        } else if (type == TT_USER_ENTER) {
            place_of(&a->symbols, &seen, p, r[2] & TT_SITE_MASK, PLACE_SITE);
        } else if (type == TT_OMP_FORK || type == TT_OMP_TASK_CREATE) {
            place_of(&a->symbols, &seen, p, r[2] & TT_SITE_MASK, PLACE_SITE);
        }
    }
    map_free(&seen);
}

/* Where the program named something first. */
static void collect_users(struct archive *a, const struct process *p)
{
    struct map seen = {0};
    for (uint32_t i = 0; i < p->user_count; i++)
        if (p->users[i].name != NULL)
            place_of(&a->symbols, &seen, p, p->users[i].site, PLACE_SITE);
    map_free(&seen);
}

void collect_named_places(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL)
            collect_users(a, a->run->ranks[r]);
}

/* The byte at the address itself, not the one before it as of return addresses. */
static void collect_samples(struct archive *a, const struct process *p, const struct thread *thread)
{
    struct map seen = {0};
    for (size_t i = 0; i < thread->sample_count; i++)
        place_of(&a->symbols, &seen, p, thread->samples[i].address + 1, PLACE_SITE);
    map_free(&seen);
}

void collect_places(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            collect_samples(a, p, &p->threads[i]);
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            collect_from(a, p, &p->threads[i]);
    }
}
