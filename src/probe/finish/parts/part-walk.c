/*
 * What a thread left of parts that were traced, cut where they begin and end: what is open there is entered and left there.
 * Constructs of OpenMP that are open where a part begins are not told of until they end, and those at its end end there.
 *
 * Left out are, since half of them may lie elsewhere: one-sided operations, locks and threads of POSIX, operations on files
 * that go on beside the program, and messages in calls that are cut, or whose receive was posted before.
 */
#include "part.h"

#include "../read/library-functions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum what { IS_FUNCTION, IS_CALL, IS_USER, IS_FORK, IS_TEAM, IS_CONSTRUCT, IS_OTHER };

struct open {
    enum what what;
    int is_hidden; /* its beginning was not written, and its end is not */
    int is_cut;    /* it began before the part */
    uint64_t key;  /* that its end names: an address, a number, a construct with its site */
    uint64_t site, hook; /* of calls: site has the function too */
};

struct message {
    uint32_t channel;
    uint64_t number;
    int is_sent;
};

/* How many steps may be needed for each word of records, and in any case. */
enum { ENOUGH_STEPS = 64, FIRST_STEPS = 1 << 24 };

struct walk {
    const struct process *process;
    const struct thread *thread;
    struct matching *matching;
    FILE *out; /* NULL: it is found out what there is */
    struct open *stack;
    uint32_t depth, capacity;
    struct tt_channels channels;
    int is_sure;      /* channels are known from the beginning on */
    uint32_t part; /* the part that is next or under way */
    int is_in;
    uint64_t last;         /* time of the last record */
    uint64_t posted_until; /* what was posted before the part */
    struct message *in_call; /* of the call that is open, until it ends */
    uint32_t in_call_count, in_call_capacity;
    struct map requests; /* that were written */
    uint32_t hidden;     /* so many of what is open are */
    uint64_t steps, most_steps; /* gone through what is open, to find one: records that were made to do harm need too many */
    const char *fault;   /* what is wrong with the file, NULL: nothing; and where */
    uint64_t fault_at;
};

static void is_faulty(struct walk *w, const char *what, uint64_t position)
{
    if (w->fault == NULL) {
        w->fault = what;
        w->fault_at = position;
    }
}

static void put(const struct walk *w, enum tt_record_type type, uint64_t time, const uint64_t *words, unsigned count)
{
    uint64_t first = (uint64_t)type << TT_TIME_BITS | (time & TT_TIME_MASK);
    if (w->out == NULL)
        return;
    fwrite(&first, sizeof first, 1, w->out);
    if (count > 0)
        fwrite(words, sizeof *words, count, w->out);
}

static void put_record(const struct walk *w, const uint64_t *r)
{
    if (w->out != NULL && w->is_in)
        fwrite(r, sizeof *r, 1 + (size_t)payload_of((unsigned)(*r >> TT_TIME_BITS)), w->out);
}

static int is_io(const struct open *o)
{
    return o->what == IS_CALL && o->site >> TT_SITE_BITS >= TT_FIRST_IO_FUNCTION;
}

static void put_begin(const struct walk *w, const struct open *o, uint64_t time)
{
    const uint64_t words[] = {o->key, o->site, o->hook};
    if (o->what == IS_FUNCTION)
        put(w, TT_ENTER, time, words, 3);
    else if (o->what == IS_USER)
        put(w, TT_USER_ENTER, time, words, 2);
    else if (o->what == IS_CALL)
        put(w, is_io(o) ? TT_IO_ENTER : TT_MPI_ENTER, time, words + 1, 1);
}

static void put_end(const struct walk *w, const struct open *o, uint64_t time)
{
    switch (o->what) {
    case IS_FUNCTION:
        put(w, TT_LEAVE, time, &o->key, 1);
        break;
    case IS_USER:
        put(w, TT_USER_LEAVE, time, &o->key, 1);
        break;
    case IS_CALL:
        put(w, is_io(o) ? TT_IO_LEAVE : TT_MPI_LEAVE, time, NULL, 0);
        break;
    case IS_FORK:
        put(w, TT_OMP_JOIN, time, NULL, 0);
        break;
    case IS_TEAM:
        put(w, TT_OMP_TEAM_END, time, NULL, 0);
        break;
    case IS_CONSTRUCT:
        put(w, TT_OMP_END, time, &o->key, 1);
        break;
    case IS_OTHER:
        break;
    }
}

static int is_openmp(const struct open *o)
{
    return o->what == IS_FORK || o->what == IS_TEAM || o->what == IS_CONSTRUCT || o->what == IS_OTHER;
}

static void begin_part(struct walk *w, uint64_t time)
{
    w->is_in = 1;
    w->posted_until = w->channels.posts;
    w->in_call_count = 0;
    w->steps += w->depth;
    w->hidden = 0;
    for (uint32_t i = 0; i < w->depth; i++) {
        struct open *o = &w->stack[i];
        o->is_cut = 1;
        o->is_hidden = is_openmp(o);
        w->hidden += (uint32_t)o->is_hidden;
        if (!o->is_hidden)
            put_begin(w, o, time);
    }
}

static void end_part(struct walk *w, uint64_t time)
{
    w->steps += w->depth;
    w->hidden = 0;
    for (uint32_t i = w->depth; i-- > 0;) {
        if (!w->stack[i].is_hidden)
            put_end(w, &w->stack[i], time);
        w->stack[i].is_hidden = is_openmp(&w->stack[i]);
        w->hidden += (uint32_t)w->stack[i].is_hidden;
    }
    w->in_call_count = 0;
    w->is_in = 0;
}

/* Begins and ends what lies before a time, or at it. */
static void go_to(struct walk *w, uint64_t time)
{
    const struct process *p = w->process;
    for (; w->part < p->parts.count; w->part++) {
        const struct part *s = &p->parts.list[w->part];
        if (!w->is_in && s->end > w->last) {
            if (s->begin > time)
                return;
            begin_part(w, s->begin > w->last ? s->begin : w->last);
        }
        if (w->is_in && s->end > time)
            return;
        if (w->is_in)
            end_part(w, s->end);
    }
}

static struct open *push(struct walk *w, const struct open *open)
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

/* All that lies higher has ended. */
static void cut_down_to(struct walk *w, uint32_t height)
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
    if (w->depth > 0 && is_io(&w->stack[w->depth - 1]))
        cut_down_to(w, w->depth - 1);
    w->in_call_count = 0;
    push(w, &(struct open){.what = IS_CALL, .site = r[1]});
    put_record(w, r);
}

static void leave(struct walk *w, enum what what, uint64_t key, const uint64_t *r)
{
    uint32_t height = height_of(w, what, key);
    if (what == IS_USER && height != 0)
        take_out(w, height); /* what is open within goes on */
    else if (height != 0)
        cut_down_to(w, height - 1);
    put_record(w, r);
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
    put_record(w, r);
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
    put_record(w, r);
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
        put_record(w, r);
    } else if (w->hidden > 0) {
        if (what != IS_CONSTRUCT)
            forget_hidden(w);
    } else
        put_record(w, r);
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
            push(w, &(struct open){.what = type == TT_OMP_FORK ? IS_FORK : type == TT_OMP_BEGIN ? IS_CONSTRUCT : IS_TEAM, .key = r[1]});
        put_record(w, r);
    }
}

static void enter_function(struct walk *w, const uint64_t *r, uint64_t function, uint64_t site, uint64_t hook)
{
    push(w, &(struct open){.what = IS_FUNCTION, .key = function, .site = site, .hook = hook});
    put_record(w, r);
}

static void step(struct walk *w, const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
    uint64_t time = *r & TT_TIME_MASK, near_base = w->thread->near_base;
    go_to(w, time);
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
        push(w, &(struct open){.what = IS_USER, .key = r[1], .site = r[2]});
        put_record(w, r);
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
        put_record(w, r);
        break;
    default: /* see above; iterations and TT_OFF are of profiles */
        break;
    }
}

static int is_of_unknown_call(const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
    return (type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL || type == TT_IO_ENTER) && !is_library_function(r[1] >> TT_SITE_BITS);
}

/* Where records are that cannot be read; `end`: all can. */
static const uint64_t *go_through(struct walk *w, const uint64_t *r, const uint64_t *end)
{
    w->most_steps += ENOUGH_STEPS * (uint64_t)(end - r);
    while (r < end && w->steps <= w->most_steps) {
        unsigned words = tt_fold_words(*r);
        if (words == 0 || words > (size_t)(end - r) || is_of_unknown_call(r))
            return r;
        step(w, r);
        r += words;
    }
    return r;
}

/* What stands in a frame, by its node's kind. */
static struct open opened(uint64_t kind, uint64_t name, uint64_t site, uint64_t hook)
{
    struct open o = {.what = IS_OTHER, .key = name, .site = site, .hook = hook};
    if (kind == TT_NODE_FUNCTION)
        o.what = IS_FUNCTION;
    else if (kind == TT_NODE_USER)
        o.what = IS_USER;
    else if (kind == TT_NODE_MPI && is_library_function(name))
        o = (struct open){.what = IS_CALL, .site = name << TT_SITE_BITS | (site & TT_SITE_MASK)};
    o.is_hidden = is_openmp(&o);
    return o;
}

/* Records that go on elsewhere than where the last ones ended: what is open is known anew. */
static void begin_anew(struct walk *w, uint64_t time)
{
    if (w->is_in)
        end_part(w, w->last);
    cut_down_to(w, 0);
    w->last = time > w->last ? time : w->last;
}

static void take_channels(struct walk *w, const struct tt_channels_header *header, const struct tt_channel *channels,
                          const struct tt_posted *posted)
{
    tt_channels_free(&w->channels);
    w->is_sure = tt_channels_restore(&w->channels, channels, header->channels, posted, header->posted);
    w->channels.posts = header->posts;
    w->channels.is_incomplete |= header->is_incomplete;
}

/* Whether a block of so many bytes is whole, and what it says of its size true. */
static int is_whole_block(const struct tt_part_block *b, size_t left)
{
    uint64_t needed = sizeof *b;
    if (b->kind == TT_PART_RECORDS)
        return b->words <= (left - needed) / sizeof(uint64_t);
    needed += (uint64_t)b->frames * sizeof(struct tt_part_frame) + (uint64_t)b->channels.channels * sizeof(struct tt_channel) +
              (uint64_t)b->channels.posted * sizeof(struct tt_posted);
    return b->kind == TT_PART_STATE && needed <= left;
}

static const char *take_state(struct walk *w, const struct tt_part_block *b)
{
    const struct tt_part_frame *frames = (const struct tt_part_frame *)(b + 1);
    const struct tt_channel *channels = (const struct tt_channel *)(frames + b->frames);
    const struct tt_posted *posted = (const struct tt_posted *)(channels + b->channels.channels);
    begin_anew(w, b->last);
    for (uint32_t i = 0; i < b->frames; i++) {
        const struct open o = opened(frames[i].kind, frames[i].name, frames[i].site, frames[i].hook);
        push(w, &o);
    }
    take_channels(w, &b->channels, channels, posted);
    return (const char *)(posted + b->channels.posted);
}

/* What is wrong with a block before which the file holds `position` bytes; NULL: nothing. */
static const char *fault_of(const struct tt_part_block *b, uint64_t position, size_t left)
{
    if (left < sizeof *b)
        return "ends in the middle of the written data";
    if (b->kind != TT_PART_STATE && b->kind != TT_PART_RECORDS)
        return "holds something unknown";
    if (b->position != position)
        return b->position > position ? "is missing some of the written data" : "contains some data twice";
    return is_whole_block(b, left) ? NULL : "ends in the middle of the written data";
}

/* A thread that ended tells how much it wrote. */
static uint64_t bytes_of(const struct thread *t)
{
    const struct tt_profile_header *profile = t->profile.header;
    return profile != NULL && profile->part_bytes < t->part_bytes ? profile->part_bytes : t->part_bytes;
}

static void walk_file(struct walk *w)
{
    const char *begin = (const char *)w->thread->part, *at = (const char *)(w->thread->part + 1), *end = begin + bytes_of(w->thread);
    while (at < end && w->fault == NULL) {
        const struct tt_part_block *b = (const struct tt_part_block *)at;
        const char *fault = fault_of(b, (uint64_t)(at - begin), (size_t)(end - at));
        if (fault != NULL)
            is_faulty(w, fault, (uint64_t)(at - begin));
        else if (b->kind == TT_PART_STATE)
            at = take_state(w, b);
        else {
            const uint64_t *words = (const uint64_t *)(b + 1), *unread = go_through(w, words, words + b->words);
            at = (const char *)(words + b->words);
            if (unread < words + b->words)
                is_faulty(w, w->steps > w->most_steps ? "ends too much that was begun long before" : "holds something unknown",
                          (uint64_t)((const char *)unread - begin));
        }
    }
    const struct tt_profile_header *profile = w->thread->profile.header;
    if (profile != NULL && profile->part_bytes > w->thread->part_bytes)
        is_faulty(w, "ends before what was written last", w->thread->part_bytes);
}

/* What the thread had not folded when it ended. */
static void walk_rest(struct walk *w)
{
    const struct profile_file *file = &w->thread->profile;
    w->is_sure &= w->fault == NULL;
    if (file->header == NULL) {
        /* Killed: what came later is not known. Whoever looks at a run that goes on waits until its parts are over: then what
         * comes later is none of them. */
        w->is_sure &= getenv("TRIMTAB_FINISH_PARTS") != NULL;
        return;
    }
    if (!file->header->part_goes_on || w->fault != NULL) {
        begin_anew(w, file->header->counts.last);
        for (uint32_t i = 0; i < file->header->frames && file->frames[i].node < file->header->nodes; i++) {
            const struct tt_node *n = &file->nodes[file->frames[i].node];
            const struct open o = opened(n->kind, n->name, n->site, n->hook);
            push(w, &o);
        }
        take_channels(w, &file->header->channels, file->channels, file->posted);
    }
    go_through(w, file->words, file->end);
}

/* Which numbers are none to rely on, now that all is known. */
static void tell_doubts(struct walk *w)
{
    const struct tt_channel *c;
    for (uint32_t place = 0; (c = tt_next_channel(w->channels.channels, &place)) != NULL;)
        for (int is_sent = 0; is_sent < 2; is_sent++) {
            if ((is_sent ? c->sent : c->received) == 0)
                continue;
            uint32_t channel = channel_number(w->matching, w->process, c, is_sent);
            if (channel == MAP_MISSING)
                continue;
            counts_for(w->matching, channel, w->thread->index, is_sent);
            if (!w->is_sure || w->fault != NULL || w->process->lost > 0 || (c->is_disordered && !is_sent))
                is_unsure(w->matching, channel);
        }
}

/* A file that is there and is none was told of when it was opened. */
static void look_for_file(struct walk *w, const char *path)
{
    const struct tt_profile_header *profile = w->thread->profile.header;
    if (w->thread->part != NULL)
        walk_file(w);
    else if (profile != NULL && profile->part_bytes > 0)
        is_faulty(w, access(path, F_OK) == 0 ? "" : "is missing", 0);
}

static void tell_fault(const struct walk *w, const char *path)
{
    const struct process *p = w->process;
    char *who = p->rank < 0 ? format_text("process %ld", p->pid) : format_text("rank %d", p->rank);
    char *where = w->fault_at == 0 ? copy_text("") : format_text(" at byte %llu", (unsigned long long)w->fault_at);
    if (w->fault[0] == '\0')
        ;
    else if (p->end == NULL)
        say("%s was killed, or still ran, while its iterations were traced: %s %s%s, so that what its thread %u did from there on is "
            "missing in the trace, and its messages are; all other data is available. Trace these iterations again",
            who, path, w->fault, where, w->thread->index);
    else
        say("%s %s%s: what thread %u of %s did from there on is missing in the trace, and its messages are; the profile has all of "
            "it. Trace these iterations again",
            path, w->fault, where, w->thread->index, who);
    free(who);
    free(where);
}

int walk_part(const struct process *process, const struct thread *thread, struct matching *matching, FILE *out)
{
    struct walk w = {.process = process, .thread = thread, .matching = matching, .out = out, .is_sure = 1, .most_steps = FIRST_STEPS};
    char *path = format_text("%.*s.part", (int)strlen(thread->path) - 4, thread->path);
    look_for_file(&w, path);
    walk_rest(&w);
    uint64_t end = process->end != NULL && w.depth > 0 ? process->end_time : w.last;
    go_to(&w, end);
    if (w.is_in)
        end_part(&w, end > w.last ? end : w.last);
    if (out == NULL)
        tell_doubts(&w);
    if (out == NULL && w.fault != NULL)
        tell_fault(&w, path);
    free(path);
    tt_channels_free(&w.channels);
    free(w.stack);
    free(w.in_call);
    map_free(&w.requests);
    return w.fault == NULL;
}
