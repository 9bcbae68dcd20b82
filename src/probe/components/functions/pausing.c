/* Pausing all functions and ranges, and letting them go on. */
#include "named.h"

#include "loaded.h"
#include "ranges.h"

_Atomic int tt_paused;

static int is_to_pause(const struct tt_switch *f)
{
    return f->on;
}

static int is_to_go_on(const struct tt_switch *f)
{
    return f->kept && !f->on && tt_can_be_switched(f);
}

static int switch_in_module(struct loaded *m, int (*is_chosen)(const struct tt_switch *f), int on)
{
    struct tt_switch **chosen = tt_module_memory(m->function_count, sizeof *chosen);
    size_t count = 0;
    for (size_t i = 0; chosen != NULL && i < m->function_count; i++) {
        struct tt_switch *f = &m->functions[i];
        if (!on)
            f->kept = f->on;
        if (is_chosen(f))
            chosen[count++] = f;
    }
    int done = on ? tt_switch_functions(chosen, count, 1) : tt_switch_off_gently(chosen, count);
    if (chosen != NULL)
        tt_give_module_memory(chosen, m->function_count, sizeof *chosen);
    return done;
}

int tt_pause_functions(int pause)
{
    int done = 1;
    tt_begin_switching(1);
    if (atomic_load(&tt_paused) != pause)
        for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
            if (!atomic_load(&m->gone))
                done &= switch_in_module(m, pause ? is_to_pause : is_to_go_on, !pause);
    if (atomic_load(&tt_paused) != pause)
        done &= tt_pause_ranges(pause);
    atomic_store(&tt_paused, pause);
    tt_end_switching();
    return done;
}

int tt_functions_paused(void)
{
    return atomic_load(&tt_paused);
}

void tt_begin_paused(void)
{
    atomic_store(&tt_paused, 1);
}
