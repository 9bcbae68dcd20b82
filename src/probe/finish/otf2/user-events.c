/*
 * The events of what a program says of itself. Regions of OTF2 are nested: where one is stopped while another one is open
 * within, the inner one is left and entered again, so that the times of both are right; its visits count once more, which
 * is why such stops are counted and named.
 */
#include "writer.h"

#include <string.h>

/* More frames than anybody has open by mistake, and more such stops, are not put right: each costs as many events. */
enum { MOST_ENTERED_AGAIN = 16, MOST_PUT_RIGHT = 100000 };

static const struct local_user *user_of(const struct writer *w, uint64_t number)
{
    const struct process *p = w->process;
    if (number >= p->users.count || p->users.list[number].name == NULL)
        return NULL;
    return &p->users.list[number];
}

static const struct local_user *user_of_kind(const struct writer *w, uint64_t number, enum user_kind first, enum user_kind last)
{
    const struct local_user *u = user_of(w, number);
    return u != NULL && u->kind >= first && u->kind <= last ? u : NULL;
}

static void count_overlap(struct writer *w, uint32_t stopped_region, uint32_t open_region)
{
    struct archive *a = w->archive;
    struct users *all = &a->users;
    struct overlap new = {.stopped = a->regions[stopped_region].name};
    new.open = open_region >= HIDDEN_REGION ? 0 : a->regions[open_region].name;
    uint64_t key = (uint64_t)new.stopped << 32 | new.open;
    uint32_t found = map_get(&all->overlap_index, key);
    if (found == MAP_MISSING) {
        found = all->overlap_count;
        map_put(&all->overlap_index, key, found);
        APPEND(all->overlaps, all->overlap_count, all->overlap_capacity, new);
    }
    all->overlaps[found].count++;
    all->overlapping++;
}

/* Whether all frames above a height are of functions or of what the program named: those of MPI and OpenMP have their
 * own ends. */
static int can_enter_again(const struct writer *w, uint32_t height)
{
    if (w->depth - height > MOST_ENTERED_AGAIN || w->archive->users.overlapping > MOST_PUT_RIGHT)
        return 0;
    for (uint32_t i = height; i < w->depth; i++) {
        const struct frame *frame = &w->stack[i];
        if (frame->function == 0 || IS_OMP_FRAME(frame->function) || frame->task != 0 || frame->kept)
            return 0;
    }
    return 1;
}

static void leave_below(struct writer *w, uint64_t time, uint32_t height)
{
    struct frame above[MOST_ENTERED_AGAIN];
    uint32_t count = w->depth - height;
    memcpy(above, &w->stack[height], count * sizeof *above);
    leave_down_to(w, time, height);
    for (uint32_t i = 0; i < count; i++) {
        const struct frame again = {
            .region = above[i].region, .function = above[i].function, .site = above[i].site, .hook = above[i].hook};
        enter_frame(w, time, &again);
    }
}

static void leave_region(struct writer *w, uint64_t time, uint32_t region)
{
    uint32_t height = height_of(w, USER_FRAME(region));
    if (height == 0) {
        count_overlap(w, region, HIDDEN_REGION);
        return;
    }
    if (height == w->depth) {
        leave_frame(w, time);
        return;
    }
    count_overlap(w, region, w->stack[w->depth - 1].region);
    if (can_enter_again(w, height))
        leave_below(w, time, height);
}

static void write_value(struct writer *w, uint64_t time, uint32_t counter, uint64_t bits)
{
    PUT_EVENT(&w->out, at(w, time), EVENT_METRIC, counter, 1, OTF2_TYPE_DOUBLE, bits);
}

void write_heap(struct writer *w, uint64_t time, int64_t bytes)
{
    uint64_t bits;
    double value = (double)bytes;
    memcpy(&bits, &value, sizeof bits);
    write_value(w, time, w->process->memory.counter, bits);
}

void write_user(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *r)
{
    const struct local_user *u = NULL, *text;
    if (type == TT_USER_ENTER && (u = user_of_kind(w, r[1], USER_REGION, USER_SHARED)) != NULL) {
        const struct frame frame = {.region = u->global, .function = USER_FRAME(u->global), .site = r[2] & TT_SITE_MASK};
        enter_frame(w, time, &frame);
    } else if (type == TT_USER_LEAVE && (u = user_of_kind(w, r[1], USER_REGION, USER_SHARED)) != NULL) {
        leave_region(w, time, u->global);
    } else if (type == TT_USER_VALUE && (u = user_of_kind(w, r[1], USER_COUNTER, USER_COUNTER)) != NULL) {
        write_value(w, time, u->global, r[2]);
    } else if (type == TT_USER_NUMBER && (u = user_of_kind(w, r[1], USER_NUMBER, USER_NUMBER)) != NULL) {
        PUT_EVENT(&w->out, at(w, time), EVENT_PARAMETER_INT, u->global, (int64_t)r[2]);
    } else if (type == TT_USER_TEXT && (u = user_of_kind(w, r[1], USER_TEXT, USER_TEXT)) != NULL &&
               (text = user_of_kind(w, r[2], USER_VALUE, USER_VALUE)) != NULL) {
        PUT_EVENT(&w->out, at(w, time), EVENT_PARAMETER_STRING, u->global, text->global);
    }
    if (u == NULL)
        w->archive->misplaced++;
}
