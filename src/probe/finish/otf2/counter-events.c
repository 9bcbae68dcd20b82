/*
 * What counters stand at where regions begin and end, as OTF2's metric events before the ENTER or LEAVE. Since they only grow,
 * leaving out a reading gives what was counted to the region around, as it should be of regions that are too short for it.
 */
#include "uncounted.h"
#include "writer.h"

/* The region that a reading was made for; HIDDEN_REGION: it is not in the trace, MAP_MISSING: of what follows is not known. */
static uint32_t read_for(struct writer *w, const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
    uint64_t function = 0;
    switch (type) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
        function = w->thread->near_base + (r[1] >> 32);
        break;
    case TT_ENTER:
    case TT_LEAVE:
        function = r[1];
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
        return mpi_region(w->archive, (uint32_t)(r[1] >> TT_SITE_BITS));
    case TT_MPI_LEAVE: {
        uint32_t height = height_of(w, 0);
        return height == 0 ? MAP_MISSING : w->stack[height - 1].region;
    }
    case TT_USER_ENTER:
    case TT_USER_LEAVE:
        return user_region(w->process, r[1]) == NULL ? MAP_MISSING : user_region(w->process, r[1])->global;
    default:
        return MAP_MISSING;
    }
    return at_place(w, function, PLACE_FUNCTION);
}

static int is_left_out(struct writer *w, const uint64_t *record)
{
    const uint64_t *r = record;
    while (r < w->thread->end && (*r >> TT_TIME_BITS == TT_COUNTER || *r >> TT_TIME_BITS == TT_FLUSH))
        r += 1 + payload_of((unsigned)(*r >> TT_TIME_BITS));
    if (r >= w->thread->end)
        return 0;
    uint32_t region = read_for(w, r);
    if (region == MAP_MISSING) /* of teams of OpenMP */
        return w->archive->uncounted.is_parallel;
    return region == HIDDEN_REGION || is_uncounted(w->archive, region);
}

void write_reading(struct writer *w, uint64_t time, const uint64_t *r)
{
    uint32_t number = (uint32_t)r[1];
    if (number >= TT_MOST_COUNTERS || w->process->counters.list[number].name == NULL) {
        w->archive->misplaced++;
        return;
    }
    if (is_left_out(w, r))
        return;
    PUT_EVENT(&w->out, at(w, time), EVENT_METRIC, w->process->counters.list[number].global, 1, OTF2_TYPE_UINT64, r[2]);
}
