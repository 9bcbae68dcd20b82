/* What a thread left of parts, block by block, and what is wrong with it. */
#include "walk.h"

#include "../../format/settings.h"
#include "../read/library-functions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many steps may be needed for each word of records, and in any case. */
enum { ENOUGH_STEPS = 64, FIRST_STEPS = 1 << 24 };

static void is_faulty(struct walk *w, const char *what, uint64_t position)
{
    if (w->fault == NULL) {
        w->fault = what;
        w->fault_at = position;
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
        take_step(w, r);
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
    o.is_hidden = is_openmp_construct(&o);
    return o;
}

/* Records that go on elsewhere than where the last ones ended: what is open is known anew. */
static void begin_anew(struct walk *w, uint64_t time)
{
    if (w->is_in)
        end_traced(w, w->last);
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
        push_open(w, &o);
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
        w->is_sure &= tt_setting(TRIMTAB_FINISH_PARTS) != NULL;
        return;
    }
    if (!file->header->part_goes_on || w->fault != NULL) {
        begin_anew(w, file->header->counts.last);
        for (uint32_t i = 0; i < file->header->frames && file->frames[i].node < file->header->nodes; i++) {
            const struct tt_node *n = &file->nodes[file->frames[i].node];
            const struct open o = opened(n->kind, n->name, n->site, n->hook);
            push_open(w, &o);
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
    go_to_time(&w, end);
    if (w.is_in)
        end_traced(&w, end > w.last ? end : w.last);
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
