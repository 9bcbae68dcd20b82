/*
 * What a thread left of parts that were traced, cut where they begin and end: what is open there is entered and left there.
 * Constructs of OpenMP that are open where a part begins are not told of until they end, and those at its end end there.
 *
 * Left out are, since half of them may lie elsewhere: one-sided operations, locks and threads of POSIX, operations on files
 * that go on beside the program, and messages in calls that are cut, or whose receive was posted before.
 */
#include "walk.h"

#include <string.h>

struct open *push_open(struct walk *w, const struct open *open)
{
    APPEND(w->stack, w->depth, w->capacity, *open);
    w->hidden += (uint32_t)open->is_hidden;
    return &w->stack[w->depth - 1];
}

/* How high the innermost lies that is written and that an end means; 0: none does. */
static uint32_t height_of(struct walk *w, enum what what, uint64_t key)
{
    for (uint32_t height = w->depth; height > 0; height--, w->steps++) {
        const struct open *o = &w->stack[height - 1];
        if (o->what == what && !o->is_hidden && (o->key == key || what == IS_CALL || what == IS_FORK || what == IS_TEAM))
            return height;
    }
    return 0;
}

static void take_out(struct walk *w, uint32_t height)
{
    w->steps += w->depth - height;
    w->hidden -= (uint32_t)w->stack[height - 1].is_hidden;
    memmove(&w->stack[height - 1], &w->stack[height], (w->depth - height) * sizeof *w->stack);
    w->depth--;
}

void cut_down_to(struct walk *w, uint32_t height)
{
    for (; w->depth > height; w->depth--)
        w->hidden -= (uint32_t)w->stack[w->depth - 1].is_hidden;
}

static void forget_hidden(struct walk *w)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->depth; i++)
        if (!w->stack[i].is_hidden)
            w->stack[kept++] = w->stack[i];
    w->steps += w->depth;
    w->depth = kept;
    w->hidden = 0;
}

/* A call of a file that is innermost when another call begins was left by a longjmp, as in fold.c. */
static void enter_call(struct walk *w, const uint64_t *r)
{
    if (w->depth > 0 && is_io_call(&w->stack[w->depth - 1]))
        cut_down_to(w, w->depth - 1);
    w->in_call_count = 0;
    push_open(w, &(struct open){.what = IS_CALL, .site = r[1]});
    put_part_record(w, r);
}

static void leave(struct walk *w, enum what what, uint64_t key, const uint64_t *r)
{
    uint32_t height = height_of(w, what, key);
    if (what == IS_USER && height != 0)
        take_out(w, height); /* what is open within goes on */
    else if (height != 0)
        cut_down_to(w, height - 1);
    put_part_record(w, r);
}

static void leave_call(struct walk *w, const uint64_t *r)
{
    uint32_t height = height_of(w, IS_CALL, 0);
    int is_cut = height != 0 && w->stack[height - 1].is_cut;
    for (uint32_t i = 0; w->is_in && !is_cut && w->out == NULL && i < w->in_call_count; i++)
        was_traced(w->matching, w->in_call[i].channel, w->in_call[i].number, w->in_call[i].is_sent);
    w->in_call_count = 0;
    leave(w, IS_CALL, 0, r);
}

static int is_kept(struct walk *w, const uint64_t *r)
{
    struct tt_counted counted = w->is_sure ? tt_count_channels(&w->channels, r) : (struct tt_counted){0};
    if (counted.channel == NULL || !w->is_in || (!counted.is_sent && counted.post <= w->posted_until))
        return 0;
    uint32_t channel = channel_number(w->matching, w->process, counted.channel, counted.is_sent);
    if (channel == MAP_MISSING)
        return 0;
    if (w->out != NULL)
        return is_matched(w->matching, channel, counted.number);
    const struct message message = {channel, counted.number, counted.is_sent};
    APPEND(w->in_call, w->in_call_count, w->in_call_capacity, message);
    return 0;
}

static void take_message(struct walk *w, enum tt_record_type type, const uint64_t *r)
{
    int kept = is_kept(w, r);
    if (!kept)
        return;
    if (type == TT_ISEND)
        map_put(&w->requests, r[4], 1);
    put_part_record(w, r);
}

/* Requests that are written, from where they are posted on. */
static void take_request(struct walk *w, enum tt_record_type type, const uint64_t *r)
{
    int is_posted = type == TT_IRECV_REQUEST || type == TT_NBC_REQUEST;
    if (w->is_sure)
        tt_count_channels(&w->channels, r);
    if (!w->is_in || w->out == NULL)
        return;
    if (is_posted)
        map_put(&w->requests, r[1], 1);
    if (map_get(&w->requests, r[1]) == MAP_MISSING)
        return;
    put_part_record(w, r);
    if (type == TT_ISEND_COMPLETE || type == TT_REQUEST_CANCELLED)
        map_remove(&w->requests, r[1]);
}

/* An end that is known by what is open and written; one of what began before is passed over, and so is all of OpenMP until
 * then. */
static void end_openmp(struct walk *w, enum what what, uint64_t key, const uint64_t *r)
{
    uint32_t height = height_of(w, what, key);
    if (height != 0) {
        cut_down_to(w, height - 1);
        put_part_record(w, r);
    } else if (w->hidden > 0) {
        if (what != IS_CONSTRUCT)
            forget_hidden(w);
    } else
        put_part_record(w, r);
}

static void take_openmp(struct walk *w, enum tt_record_type type, const uint64_t *r)
{
    if (type == TT_OMP_JOIN)
        end_openmp(w, IS_FORK, 0, r);
    else if (type == TT_OMP_TEAM_END)
        end_openmp(w, IS_TEAM, 0, r);
    else if (type == TT_OMP_END)
        end_openmp(w, IS_CONSTRUCT, r[1], r);
    else if (w->hidden == 0) {
        if (type == TT_OMP_FORK || type == TT_OMP_TEAM_BEGIN || type == TT_OMP_BEGIN)
            push_open(w, &(struct open){.what = type == TT_OMP_FORK ? IS_FORK : type == TT_OMP_BEGIN ? IS_CONSTRUCT : IS_TEAM, .key = r[1]});
        put_part_record(w, r);
    }
}

static void enter_function(struct walk *w, const uint64_t *r, uint64_t function, uint64_t site, uint64_t hook)
{
    push_open(w, &(struct open){.what = IS_FUNCTION, .key = function, .site = site, .hook = hook});
    put_part_record(w, r);
}

void take_step(struct walk *w, const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
    uint64_t time = *r & TT_TIME_MASK, near_base = w->thread->near_base;
    go_to_time(w, time);
    w->last = time > w->last ? time : w->last;
    switch (type) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
        enter_function(w, r, near_base + (r[1] >> 32), near_base + (uint32_t)r[1], type == TT_ENTER_BODY ? r[2] : 0);
        break;
    case TT_ENTER:
        enter_function(w, r, r[1], r[2], r[3]);
        break;
    case TT_LEAVE:
        leave(w, IS_FUNCTION, r[1], r);
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
    case TT_IO_ENTER:
        enter_call(w, r);
        break;
    case TT_MPI_LEAVE:
    case TT_IO_LEAVE:
        leave_call(w, r);
        break;
    case TT_USER_ENTER:
        push_open(w, &(struct open){.what = IS_USER, .key = r[1], .site = r[2]});
        put_part_record(w, r);
        break;
    case TT_USER_LEAVE:
        leave(w, IS_USER, r[1], r);
        break;
    case TT_SEND:
    case TT_RECV:
    case TT_ISEND:
    case TT_IRECV:
    case TT_COLL_END:
    case TT_NBC_COMPLETE:
        take_message(w, type, r);
        break;
    case TT_IRECV_REQUEST:
    case TT_NBC_REQUEST:
    case TT_ISEND_COMPLETE:
    case TT_REQUEST_TEST:
    case TT_REQUEST_CANCELLED:
        take_request(w, type, r);
        break;
    case TT_OMP_FORK:
    case TT_OMP_JOIN:
    case TT_OMP_TEAM_BEGIN:
    case TT_OMP_TEAM_END:
    case TT_OMP_BEGIN:
    case TT_OMP_END:
    case TT_OMP_MUTEX:
    case TT_OMP_TASK_CREATE:
    case TT_OMP_TASK_SWITCH:
        take_openmp(w, type, r);
        break;
    case TT_USER_VALUE:
    case TT_USER_NUMBER:
    case TT_USER_TEXT:
    case TT_COMM_CREATE:
    case TT_COMM_DESTROY:
    case TT_IO_OPERATION:
    case TT_IO_OPEN:
    case TT_IO_CLOSE:
    case TT_IO_SEEK:
    case TT_IO_DUPLICATE:
    case TT_IO_DELETE:
    case TT_COUNTER:
    case TT_HEAP:
    case TT_LINE_SAMPLE:
    case TT_FLUSH:
        put_part_record(w, r);
        break;
    default: /* see above; iterations and TT_OFF are of profiles */
        break;
    }
}

