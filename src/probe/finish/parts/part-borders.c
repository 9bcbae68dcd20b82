/* Where a part begins and ends: what is open there is entered and left there. */
#include "walk.h"

static void put(const struct walk *w, enum tt_record_type type, uint64_t time, const uint64_t *words, unsigned count)
{
    uint64_t first = (uint64_t)type << TT_TIME_BITS | (time & TT_TIME_MASK);
    if (w->out == NULL)
        return;
    fwrite(&first, sizeof first, 1, w->out);
    if (count > 0)
        fwrite(words, sizeof *words, count, w->out);
}

void put_part_record(const struct walk *w, const uint64_t *r)
{
    if (w->out != NULL && w->is_in)
        fwrite(r, sizeof *r, 1 + (size_t)payload_of((unsigned)(*r >> TT_TIME_BITS)), w->out);
}

int is_io_call(const struct open *o)
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
        put(w, is_io_call(o) ? TT_IO_ENTER : TT_MPI_ENTER, time, words + 1, 1);
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
        put(w, is_io_call(o) ? TT_IO_LEAVE : TT_MPI_LEAVE, time, NULL, 0);
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

int is_openmp_construct(const struct open *o)
{
    return o->what == IS_FORK || o->what == IS_TEAM || o->what == IS_CONSTRUCT || o->what == IS_OTHER;
}

static void begin_traced(struct walk *w, uint64_t time)
{
    w->is_in = 1;
    w->posted_until = w->channels.posts;
    w->in_call_count = 0;
    w->steps += w->depth;
    w->hidden = 0;
    for (uint32_t i = 0; i < w->depth; i++) {
        struct open *o = &w->stack[i];
        o->is_cut = 1;
        o->is_hidden = is_openmp_construct(o);
        w->hidden += (uint32_t)o->is_hidden;
        if (!o->is_hidden)
            put_begin(w, o, time);
    }
}

void end_traced(struct walk *w, uint64_t time)
{
    w->steps += w->depth;
    w->hidden = 0;
    for (uint32_t i = w->depth; i-- > 0;) {
        if (!w->stack[i].is_hidden)
            put_end(w, &w->stack[i], time);
        w->stack[i].is_hidden = is_openmp_construct(&w->stack[i]);
        w->hidden += (uint32_t)w->stack[i].is_hidden;
    }
    w->in_call_count = 0;
    w->is_in = 0;
}

void go_to_time(struct walk *w, uint64_t time)
{
    const struct process *p = w->process;
    for (; w->part < p->parts.count; w->part++) {
        const struct part *s = &p->parts.list[w->part];
        if (!w->is_in && s->end > w->last) {
            if (s->begin > time)
                return;
            begin_traced(w, s->begin > w->last ? s->begin : w->last);
        }
        if (w->is_in && s->end > time)
            return;
        if (w->is_in)
            end_traced(w, s->end);
    }
}
