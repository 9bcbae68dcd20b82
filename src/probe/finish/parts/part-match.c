/*
 * Messages and collective operations of which all halves were traced. Nothing in OTF2 says which receive belongs to a send but
 * their order, so that one that is missing would have all that follow matched with others: threads have counted from the
 * run's start, by communicator, sender, receiver and tag, which number each has, and those stay whose number both sides have.
 * Of a collective operation all members of its communicator must.
 */
#include "part.h"

#include <stdlib.h>
#include <string.h>

struct span {
    uint64_t first, last;
};

/* Rising, with something between two of them. */
struct spans {
    struct span *list;
    uint32_t count, capacity;
};

struct numbered {
    struct channel_key key;
    struct spans sent, received;
    struct spans matched;
    uint32_t sent_by, received_by; /* index of the thread + 1 */
    int is_unsure;
};

struct matching {
    const struct run *run;
    const struct comms *comms;
    struct numbered *list;
    uint32_t count, capacity;
    struct map index;
};

struct matching *new_matching(const struct run *run, const struct comms *comms)
{
    struct matching *m = allocate(1, sizeof *m);
    m->run = run;
    m->comms = comms;
    return m;
}

void free_matching(struct matching *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        free(m->list[i].sent.list);
        free(m->list[i].received.list);
        free(m->list[i].matched.list);
    }
    free(m->list);
    map_free(&m->index);
    free(m);
}

static int is_same(const struct channel_key *a, const struct channel_key *b)
{
    return a->comm == b->comm && a->from == b->from && a->to == b->to && a->tag == b->tag && a->kind == b->kind;
}

static uint32_t find(struct matching *m, const struct channel_key *key, int make)
{
    uint64_t hash = ((uint64_t)key->comm * UINT64_C(0x9E3779B97F4A7C15) ^ ((uint64_t)key->from << 32 | key->to)) * UINT64_C(0xC2B2AE3D27D4EB4F) +
                    ((uint64_t)key->tag << 2 | (uint64_t)key->kind);
    uint32_t found;
    for (; (found = map_get(&m->index, hash)) != MAP_MISSING; hash++)
        if (is_same(&m->list[found].key, key))
            return found;
    if (!make)
        return MAP_MISSING;
    const struct numbered new = {.key = *key};
    APPEND(m->list, m->count, m->capacity, new);
    map_put(&m->index, hash, m->count - 1);
    return m->count - 1;
}

/* The rank in the world of one in a communicator; MAP_MISSING: there is none. */
static uint32_t world_rank(const struct matching *m, const struct comm *comm, uint32_t own, uint32_t rank)
{
    if (comm->is_self)
        return rank == 0 ? own : MAP_MISSING;
    if (comm->origin == COMM_WORLD)
        return rank < m->run->size ? rank : MAP_MISSING;
    if (comm->group == NULL || rank >= comm->group->count || comm->group->list[rank] < 0)
        return MAP_MISSING;
    return (uint32_t)comm->group->list[rank];
}

uint32_t channel_number(struct matching *m, const struct process *p, const struct tt_channel *channel, int is_sent)
{
    uint32_t local = (uint32_t)(channel->comm_and_peer >> 32), own = p->rank < 0 ? 0 : (uint32_t)p->rank;
    if (local >= p->mpi.comm_count || p->mpi.comms[local].global >= m->comms->count)
        return MAP_MISSING;
    struct channel_key key = {.comm = p->mpi.comms[local].global, .from = own, .tag = channel->tag, .kind = (enum tt_channel_kind)(channel->kind - 1)};
    const struct comm *comm = &m->comms->list[key.comm];
    if (comm->remote != NULL && comm->remote->count > 0)
        return MAP_MISSING; /* ranks of intercommunicators are of two groups */
    if (key.kind == TT_MESSAGES) {
        uint32_t peer = world_rank(m, comm, own, (uint32_t)channel->comm_and_peer);
        if (peer == MAP_MISSING)
            return MAP_MISSING;
        key.from = is_sent ? own : peer;
        key.to = is_sent ? peer : own;
    }
    return find(m, &key, 1);
}

void was_traced(struct matching *m, uint32_t channel, uint64_t number, int is_sent)
{
    struct spans *spans = is_sent ? &m->list[channel].sent : &m->list[channel].received;
    struct span *last = spans->count == 0 ? NULL : &spans->list[spans->count - 1];
    if (last != NULL && number <= last->last) {
        m->list[channel].is_unsure = 1; /* two threads count apart */
        return;
    }
    if (last != NULL && number == last->last + 1) {
        last->last = number;
        return;
    }
    const struct span span = {number, number};
    APPEND(spans->list, spans->count, spans->capacity, span);
}

void counts_for(struct matching *m, uint32_t channel, uint32_t thread, int is_sent)
{
    uint32_t *by = is_sent ? &m->list[channel].sent_by : &m->list[channel].received_by;
    m->list[channel].is_unsure |= *by != 0 && *by != thread + 1;
    *by = thread + 1;
}

void is_unsure(struct matching *m, uint32_t channel)
{
    m->list[channel].is_unsure = 1;
}

static void intersect(const struct spans *a, const struct spans *b, struct spans *both)
{
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        const struct span *x = &a->list[i], *y = &b->list[j];
        const struct span span = {x->first > y->first ? x->first : y->first, x->last < y->last ? x->last : y->last};
        if (span.first <= span.last)
            APPEND(both->list, both->count, both->capacity, span);
        if (x->last < y->last)
            i++;
        else
            j++;
    }
}

static void narrow(struct spans *spans, const struct spans *by)
{
    struct spans both = {0};
    intersect(spans, by, &both);
    free(spans->list);
    *spans = both;
}

static void copy_spans(struct spans *to, const struct spans *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        APPEND(to->list, to->count, to->capacity, from->list[i]);
}

static uint32_t members_of(const struct matching *m, const struct comm *comm)
{
    return comm->is_self ? 1 : comm->origin == COMM_WORLD ? m->run->size : comm->group == NULL ? 0 : comm->group->count;
}

/* What all members did, for the first of them; the others take it over. */
static void match_members(struct matching *m, struct numbered *first)
{
    const struct comm *comm = &m->comms->list[first->key.comm];
    uint32_t count = members_of(m, comm);
    struct spans all = {0};
    copy_spans(&all, &first->received);
    for (uint32_t i = 0; i < count && all.count > 0; i++) {
        struct channel_key key = first->key;
        key.from = world_rank(m, comm, first->key.from, i);
        uint32_t found = key.from == MAP_MISSING ? MAP_MISSING : find(m, &key, 0);
        if (found == MAP_MISSING || m->list[found].is_unsure)
            all.count = 0;
        else
            narrow(&all, &m->list[found].received);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct channel_key key = first->key;
        key.from = world_rank(m, comm, first->key.from, i);
        uint32_t found = key.from == MAP_MISSING ? MAP_MISSING : find(m, &key, 0);
        if (found == MAP_MISSING || m->list[found].matched.count > 0)
            continue;
        copy_spans(&m->list[found].matched, &all);
    }
    free(all.list);
}

/* The members of a communicator are gone through once: for the one that stands first here. */
static int is_first_member(struct matching *m, const struct numbered *n)
{
    const struct comm *comm = &m->comms->list[n->key.comm];
    uint32_t least = MAP_MISSING, count = members_of(m, comm);
    if (comm->is_self)
        return 1;
    for (uint32_t i = 0; i < count && least == MAP_MISSING; i++) {
        struct channel_key key = n->key;
        key.from = world_rank(m, comm, n->key.from, i);
        least = key.from == MAP_MISSING ? MAP_MISSING : find(m, &key, 0);
    }
    return least != MAP_MISSING && &m->list[least] == n;
}

void match(struct matching *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        struct numbered *n = &m->list[i];
        if (n->key.kind == TT_MESSAGES && !n->is_unsure)
            intersect(&n->sent, &n->received, &n->matched);
        else if (n->key.kind != TT_MESSAGES && is_first_member(m, n))
            match_members(m, n);
    }
}

int is_matched(const struct matching *m, uint32_t channel, uint64_t number)
{
    const struct spans *spans = &m->list[channel].matched;
    uint32_t from = 0, to = spans->count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (number < spans->list[middle].first)
            to = middle;
        else if (number > spans->list[middle].last)
            from = middle + 1;
        else
            return 1;
    }
    return 0;
}
