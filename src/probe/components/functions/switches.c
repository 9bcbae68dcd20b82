/*
 * What can be switched: for each loaded module its functions in the order of their addresses, with their sleds. Memory of
 * modules is never given back, so that a signal handler may look at it whenever it likes.
 */
#include "switches.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "../../core/surroundings.h"
#include "../iterations/gates.h"
#include "functions.h"
#include "later.h"
#include "loaded.h"
#include "named.h"
#include "patch.h"
#include "ranges.h"
#include "slow.h"

/* So often a fork looks whether the code that is being changed has been changed. */
enum { MOST_TRIES = 100000 };

_Atomic(struct loaded *) tt_modules;

void *tt_module_memory(size_t count, size_t size)
{
    void *at = count == 0 ? NULL : mmap(NULL, count * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

void tt_give_module_memory(void *memory, size_t count, size_t size)
{
    int saved = errno;
    munmap(memory, count * size);
    errno = saved;
}

static _Atomic(const void *) switcher; /* the thread that switches; NULL: none does */
static int held_for_fork;                /* by the switcher */

static int try_to_switch(void)
{
    const void *nobody = NULL;
    return atomic_compare_exchange_strong(&switcher, &nobody, &tt_self);
}

static int is_switcher(void)
{
    return atomic_load(&switcher) == &tt_self;
}

int tt_begin_switching(int wait)
{
    while (!try_to_switch()) {
        if (!wait)
            return 0;
        sched_yield();
    }
    return 1;
}

void tt_end_switching(void)
{
    atomic_store(&switcher, NULL);
}

/* A signal handler may fork whatever its thread is at: it does not wait for ever. */
void tt_begin_fork(void)
{
    for (int tries = 0; tries < MOST_TRIES && !is_switcher(); tries++) {
        if (try_to_switch()) {
            held_for_fork = 1;
            return;
        }
        sched_yield();
    }
}

void tt_end_fork(void)
{
    if (!is_switcher() || !held_for_fork)
        return;
    held_for_fork = 0;
    tt_end_switching();
}

void tt_forget_switching(void)
{
    held_for_fork = 0;
    tt_end_switching();
    tt_release_threads();
}

int tt_has_sleds(const struct tt_switch *function)
{
    return function->sled_count > 0 && (function->flags & TT_FUNCTION_LEFT_OUT) == 0;
}

int tt_switch_all(int on)
{
    int done = 1;
    tt_begin_switching(1);
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= tt_switch_chosen(m, tt_has_sleds, on) & tt_switch_ranges(m->module, on);
    int saved = errno;
    tt_end_switching();
    errno = saved;
    return done;
}

/* Entries where iterations begin call their hook for ever: those that are off are switched on for it, and off again. */
static void take_iterations(struct loaded *m)
{
    for (size_t i = 0; i < m->function_count; i++) {
        struct tt_switch *function = &m->functions[i];
        if (function->begins && !function->on && tt_switch_in(m, &function, 1, ALL_SLEDS, 1))
            tt_switch_in(m, &function, 1, ALL_SLEDS, 0);
    }
}

/* Once, whatever else is loaded: the answer is the same. */
static void tell_denied(const char *why)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&told))
        return;
    tt_note_text("functions-denied", why);
    if (tt_is_first_launched())
        tt_say("functions stay off, since the program's code cannot be changed (%s): build with TRIMTAB_SLEDS=call", why);
}

int tt_is_chosen(const struct tt_switch *function)
{
    if (function->said != TT_UNSAID)
        return function->said == TT_SAID_ON && function->sled_count > 0;
    return tt_functions_wanted == TT_ALL_FUNCTIONS ? tt_is_of_program(function) : tt_is_measured_first(function);
}

static void switch_first_set(struct loaded *m)
{
    tt_begin_switching(1);
    tt_follow_switched(m);
    int paused = tt_functions_paused();
    /* Ranges are asked for one by one, whatever is said of functions. */
    int done = paused || tt_switch_first_ranges(m->module);
    for (size_t i = 0; paused && i < m->function_count; i++)
        m->functions[i].kept = m->functions[i].sled_count > 0 && tt_is_chosen(&m->functions[i]);
    if (!paused && tt_functions_wanted)
        done &= tt_switch_chosen(m, tt_is_chosen, 1);
    if (!done)
        tell_denied(tt_error_text(errno));
    take_iterations(m);
    tt_end_switching();
}

static struct tt_cost cost;
double tt_pair_cost;

struct tt_cost tt_sled_cost(void)
{
    return cost;
}

static void prepare(const struct tt_module *module)
{
    tt_find_registers();
    tt_prepare_patching();
    cost = tt_measure_cost(&(struct tt_calibrated){module->measured, module->plain, 0}, TT_AT_START);
    tt_pair_cost = (double)(cost.pairs + cost.first_pairs) / TT_COST_PAIRS;
}

void tt_add_module(const struct tt_module *module)
{
    tt_start();
    if ((!tt_functions_wanted && module->ranges == module->ranges_end) || atomic_load(&tt_process.state) != TT_RECORDING ||
        module->functions == module->functions_end)
        return;
    if (atomic_load(&tt_modules) == NULL)
        prepare(module);
    struct loaded *m = tt_module_memory(1, sizeof *m);
    if (m == NULL)
        return;
    m->module = module;
    if (!tt_read_functions(m) || !tt_read_sleds(m)) {
        tt_say("there is no memory for the list of functions: they are not measured");
        return;
    }
    tt_iteration_settings();
    struct loaded *known = tt_loaded_before(m);
    if (known != NULL) {
        tt_name_ranges(module);
        switch_first_set(known);
        return;
    }
    m->next = atomic_load(&tt_modules);
    tt_spread_need(m);
    tt_select_by_name(m);
    tt_name_ranges(module);
    atomic_store(&tt_modules, m);
    switch_first_set(m);
}

/* Its code goes away when this returns: whoever changes it at the moment is waited for. */
void tt_remove_module(const struct tt_module *module)
{
    int waits = !is_switcher();
    if (waits)
        tt_begin_switching(1);
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (m->module == module)
            atomic_store(&m->gone, 1);
    if (waits)
        tt_end_switching();
}
