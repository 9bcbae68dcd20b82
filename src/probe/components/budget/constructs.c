#include "constructs.h"

#include "../../core/teams.h"

/* As many as anybody wants to see left out; a power of two, at most half full. */
enum { PLACES = 1 << 10 };

static _Atomic uint64_t places[PLACES];
static unsigned used;

_Atomic int tt_constructs_off;

static size_t first_place(uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (PLACES - 1);
}

int tt_is_left_out(uint64_t key)
{
    size_t at = first_place(key);
    for (uint64_t there; key != 0 && (there = atomic_load_explicit(&places[at], memory_order_relaxed)) != 0; at = (at + 1) & (PLACES - 1))
        if (there == key)
            return 1;
    return 0;
}

void tt_leave_out(uint64_t key)
{
    size_t at = first_place(key);
    if (used >= PLACES / 2 || tt_is_left_out(key))
        return;
    while (atomic_load_explicit(&places[at], memory_order_relaxed) != 0)
        at = (at + 1) & (PLACES - 1);
    atomic_store_explicit(&places[at], key, memory_order_relaxed);
    used++;
    atomic_store_explicit(&tt_constructs_off, 1, memory_order_release);
}

/* gcc's programs do not tell where a single construct ends, nor what their loops and sections are before their barriers. */
uint64_t tt_key_of_work(unsigned construct, uint64_t site)
{
    int is_sharing = construct <= TT_SCOPE && construct != TT_TASKLOOP;
    if ((is_sharing && !tt_openmp.gnu) || construct == TT_MASTER || construct == TT_OMP_FLUSH)
        return TT_CONSTRUCT_KEY(construct, site);
    return 0;
}

uint64_t tt_key_of_mutex(unsigned mutex, uint64_t site)
{
    switch (mutex) {
    case TT_LOCK:
        return TT_CONSTRUCT_KEY(OMP_SET_LOCK, 0);
    case TT_NEST_LOCK:
        return TT_CONSTRUCT_KEY(OMP_SET_NEST_LOCK, 0);
    case TT_CRITICAL:
        return TT_CONSTRUCT_KEY(OMP_CRITICAL, site);
    case TT_ATOMIC:
        return TT_CONSTRUCT_KEY(OMP_ATOMIC, site);
    case TT_ORDERED:
        return TT_CONSTRUCT_KEY(OMP_ORDERED, site);
    default:
        return 0;
    }
}
