/*
 * The events of POSIX threads: who has a lock, and who makes and awaits whom. A lock that was got without waiting is told when
 * it is given back: the call that took it is put between the records where it was, without a length of its own.
 */
#include "writer.h"

void find_acquisitions(struct writer *w, uint32_t thread)
{
    w->acquired = w->posix->first[thread];
    w->late = w->posix->first_late[thread];
    w->end_late = w->posix->first_late[thread + 1];
}

static void write_acquired(struct writer *w, uint64_t time, uint32_t index, uint64_t address)
{
    const struct acquisition *taken = &w->posix->acquisitions[index];
    if (address != 0)
        map_put(&w->taken, address, index);
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_ACQUIRE_LOCK, OTF2_PARADIGM_PTHREAD, taken->lock, taken->order);
}

void write_late_acquisitions(struct writer *w, const uint64_t *record)
{
    uint64_t words = (uint64_t)(record - w->thread->begin);
    const struct posix_threads *all = w->posix;
    for (; w->late < w->end_late; w->late++) {
        uint32_t index = all->late[w->late];
        uint64_t time = w->thread->start_ticks + all->acquisitions[index].time;
        if (all->acquisitions[index].words > words)
            return;
        uint64_t how = all->acquisitions[index].how;
        enter_library(w, time, how >> TT_SITE_BITS, how & TT_SITE_MASK);
        write_acquired(w, time, index, 0);
        leave_frame(w, time);
    }
}

static void write_given(struct writer *w, uint64_t time, const uint64_t *r)
{
    uint32_t index = r[4] != 0 ? w->acquired++ : map_get(&w->taken, r[2]);
    if (index == MAP_MISSING)
        return; /* the record of its beginning is lost */
    const struct acquisition *taken = &w->posix->acquisitions[index];
    if (r[1] != 0)
        enter_library(w, time, r[1] >> TT_SITE_BITS, r[1] & TT_SITE_MASK);
    PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_RELEASE_LOCK, OTF2_PARADIGM_PTHREAD, taken->lock, taken->order);
    if (r[1] != 0)
        leave_frame(w, time);
}

void write_threads(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *r)
{
    OTF2_CommRef team = type > TT_LOCK_GIVEN ? team_comm(w->archive, w->posix->team) : 0;
    switch (type) {
    case TT_LOCK_TAKEN:
        write_acquired(w, time, w->acquired++, r[1]);
        break;
    case TT_LOCK_GIVEN:
        write_given(w, time, r);
        break;
    case TT_THREAD_CREATE:
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_CREATE, team, r[1]);
        break;
    case TT_THREAD_BEGIN:
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_BEGIN, team, r[1]);
        break;
    case TT_THREAD_END:
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_END, team, r[1]);
        break;
    default:
        PUT_EVENT(&w->out, at(w, time), EVENT_THREAD_WAIT, team, r[1]);
    }
}
