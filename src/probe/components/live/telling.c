#include "telling-ring.h"

#include <string.h>
#include <sys/mman.h>

/* Paths without a slot: not seen yet, and with no room for them. */
enum { NO_SLOT = 0, MOST_DIGITS = 10, LONGEST_FRAME = (int)(2 + 5 * MOST_DIGITS + TT_MOST_SERIES * 4 * MOST_DIGITS) };
static _Atomic unsigned telling_count;
static struct tt_telling *_Atomic all_telling[MOST_TELLING];
static _Atomic uint64_t stride = 1;

struct tt_telling *tt_telling_at(unsigned number)
{
    return number < MOST_TELLING ? atomic_load(&all_telling[number]) : NULL;
}

uint64_t tt_telling_stride(void)
{
    return atomic_load(&stride);
}

void tt_double_telling_stride(void)
{
    atomic_store(&stride, 2 * atomic_load(&stride));
}

const char *tt_why_no_series(void)
{
    if (tt_process.mode != TT_PROFILE)
        return "only a run that is a profile from its start reports its iterations (measure.mode: profile)";
    return tt_process.stride == 0 ? "TRIMTAB_SERIES=0 keeps nothing of iterations" : NULL;
}

void tt_switch_series(int on)
{
    atomic_store(&tt_process.is_watched, on);
}

static struct tt_telling *make(const struct tt_fold *fold)
{
    unsigned place = atomic_fetch_add(&telling_count, 1);
    struct tt_telling *t = place >= MOST_TELLING ? MAP_FAILED
                                              : mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
                                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t == MAP_FAILED) {
        atomic_fetch_sub(&telling_count, 1);
        return NULL;
    }
    t->thread = fold->thread;
    atomic_store(&all_telling[place], t);
    return t;
}

static struct tt_amounts amounts_of(const struct tt_node *n)
{
    return (struct tt_amounts){n->visits, n->ticks,
                            n->bytes_sent + n->bytes_received + n->bytes_put + n->bytes_got + n->bytes_read + n->bytes_written};
}

/* What was done until now is none of what is told. */
static void begin_telling(struct tt_telling *t, const struct tt_fold *fold)
{
    for (uint32_t i = 0; i < fold->count; i++)
        t->before[i] = amounts_of(&fold->nodes[i]);
    t->count = 0;
    t->is_on = 1;
}

static int is_construct(const struct tt_node *n, uint64_t name)
{
    return n->kind == TT_NODE_OPENMP && n->name == name;
}

static unsigned known_slot(struct tt_telling *t, uint32_t node)
{
    return atomic_load_explicit(&t->slot_of[node], memory_order_relaxed);
}

/* The visits of a construct whose barrier only the finisher knows stand in a node below it: they are the construct's. */
static uint32_t node_that_counts(const struct tt_fold *fold, uint32_t node)
{
    return is_construct(&fold->nodes[node], TT_WITH_BARRIER) ? fold->nodes[node].parent : node;
}

/* Paths are seen from the outermost on: the one around it has its slot before. */
static unsigned slot_of(struct tt_telling *t, const struct tt_fold *fold, uint32_t node)
{
    uint32_t count = atomic_load_explicit(&t->slots, memory_order_relaxed), above = fold->nodes[node].parent;
    if (known_slot(t, node) != NO_SLOT || count == TT_MOST_SERIES)
        return known_slot(t, node);
    const struct tt_node *n = &fold->nodes[node];
    while (above != 0 && known_slot(t, above) == NO_SLOT)
        above = fold->nodes[above].parent;
    uint64_t forker = n->kind == TT_NODE_OPENMP || n->kind == TT_NODE_OFF ? n->hook : 0;
    t->all[count] = (struct tt_told_path){node, known_slot(t, above), n->kind, n->name, n->site, forker};
    atomic_store_explicit(&t->slot_of[node], (uint16_t)(count + 1), memory_order_relaxed);
    atomic_store_explicit(&t->slots, count + 1, memory_order_release);
    return count + 1;
}

static unsigned char *put_number(unsigned char *out, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        *out++ = (unsigned char)(value | 0x80);
    *out++ = (unsigned char)value;
    return out;
}

static uint64_t more(uint64_t now, uint64_t before)
{
    return now > before ? now - before : 0; /* untied tasks set times back */
}

static int is_none(struct tt_amounts a)
{
    return a.visits == 0 && a.ticks == 0 && a.bytes == 0;
}

/* Adds what happened on the paths since the frame before; what has no slot counts where it is called. @returns slots with values */
static unsigned add_amounts(struct tt_telling *t, const struct tt_fold *fold, unsigned *slots)
{
    const struct tt_series *s = fold->series;
    unsigned count = 0;
    for (uint32_t i = 0; i < s->told_count; i++) {
        uint32_t node = s->told[i];
        if (is_construct(&fold->nodes[node], TT_WITHOUT_BARRIER))
            continue;
        unsigned slot = slot_of(t, fold, node_that_counts(fold, node));
        struct tt_amounts now = amounts_of(&fold->nodes[node]), before = t->before[node];
        now = (struct tt_amounts){more(now.visits, before.visits), more(now.ticks, before.ticks), more(now.bytes, before.bytes)};
        if (slot == NO_SLOT || is_none(now))
            continue;
        struct tt_amounts *sum = &t->amounts[slot - 1];
        if (is_none(*sum))
            slots[count++] = slot - 1;
        *sum = (struct tt_amounts){sum->visits + now.visits, sum->ticks + now.ticks, sum->bytes + now.bytes};
    }
    return count;
}

static unsigned char *put_values(struct tt_telling *t, const unsigned *slots, unsigned count, unsigned char *out)
{
    for (unsigned i = 0; i < count; i++) {
        struct tt_amounts *sum = &t->amounts[slots[i]];
        out = put_number(out, slots[i]);
        out = put_number(out, sum->visits);
        out = put_number(out, sum->ticks);
        out = put_number(out, sum->bytes);
        *sum = (struct tt_amounts){0};
    }
    return out;
}

static void put_in(struct tt_telling *t, const unsigned char *from, size_t size)
{
    uint64_t head = atomic_load_explicit(&t->head, memory_order_relaxed);
    size_t at = (size_t)(head % RING), first = size < RING - at ? size : RING - at;
    memcpy(t->ring + at, from, first);
    memcpy(t->ring, from + first, size - first);
    atomic_store_explicit(&t->head, head + size, memory_order_release);
}

static int has_room(const struct tt_telling *t)
{
    return RING - (atomic_load_explicit(&t->head, memory_order_relaxed) - atomic_load_explicit(&t->tail, memory_order_acquire)) >=
           LONGEST_FRAME;
}

static void put_frame(struct tt_telling *t, struct tt_fold *fold, uint64_t end)
{
    unsigned char frame[LONGEST_FRAME], *out = frame + 2;
    unsigned slots[TT_MOST_SERIES], count = add_amounts(t, fold, slots);
    out = put_number(out, t->first);
    out = put_number(out, t->count);
    out = put_number(out, t->begin);
    out = put_number(out, more(end, t->begin));
    out = put_number(out, count);
    out = put_values(t, slots, count, out);
    frame[0] = (unsigned char)((size_t)(out - frame - 2) & 0xff);
    frame[1] = (unsigned char)((size_t)(out - frame - 2) >> 8);
    put_in(t, frame, (size_t)(out - frame));
    for (uint32_t i = 0; i < fold->series->told_count; i++)
        t->before[fold->series->told[i]] = amounts_of(&fold->nodes[fold->series->told[i]]);
}

/* An iteration is over. What is not told now stays on the list until a later one is. */
static void iteration_ended(struct tt_fold *fold, uint64_t iteration, uint64_t begin, uint64_t end)
{
    struct tt_telling *t = fold->teller;
    if (!atomic_load_explicit(&tt_process.is_watched, memory_order_relaxed)) {
        if (t != NULL)
            t->is_on = 0;
        tt_series_told(fold->series);
        return;
    }
    if (t == NULL && (fold->teller = t = make(fold)) == NULL) {
        fold->tell = NULL;
        return;
    }
    if (!t->is_on) {
        begin_telling(t, fold);
        tt_series_told(fold->series);
        return;
    }
    if (t->count == 0) {
        t->first = iteration;
        t->begin = begin;
    }
    t->count = iteration - t->first + 1;
    if (t->count < atomic_load_explicit(&stride, memory_order_relaxed) || !has_room(t))
        return;
    put_frame(t, fold, end);
    if (t->count > 1)
        atomic_fetch_add(&t->joined, t->count);
    t->count = 0;
    tt_series_told(fold->series);
}

void tt_may_tell_series(struct tt_fold *fold)
{
    fold->tell = iteration_ended;
}

