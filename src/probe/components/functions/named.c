/*
 * Functions by their names. Reading these takes time and is done once, by the thread that is asked; what is found stays in
 * memory, so that switching at the right moment finds everything prepared.
 */
#include "named.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../format/glob.h"
#include "later.h"
#include "loaded.h"
#include "range-groups.h"
#include "ranges.h"
#include "selection.h"
#include "symbols.h"

/* More patterns than anybody writes by hand. */
enum { MOST_SETS = 4096 };

static pthread_mutex_t at_names = PTHREAD_MUTEX_INITIALIZER;
static struct tt_selection *groups;
static int groups_read;
static struct tt_set *sets;
static unsigned set_count;
static uint64_t groups_on = UINT64_MAX;

int tt_can_be_switched(const struct tt_switch *function)
{
    return function->sled_count > 0;
}

static void name_module(struct loaded *m)
{
    struct tt_symbols symbols;
    if (atomic_load(&m->names) != NULL || atomic_load(&m->gone) || m->function_count == 0)
        return;
    struct tt_names *names = tt_module_memory(m->function_count, sizeof *names);
    if (names == NULL || !tt_open_symbols(&symbols, m->functions[0].address)) {
        atomic_store(&m->names, names); /* nameless */
        return;
    }
    for (size_t i = 0; i < m->function_count; i++) {
        struct tt_switch *function = &m->functions[i];
        const char *symbol = tt_can_be_switched(function) ? tt_symbol_at(&symbols, function->address) : NULL;
        if (symbol != NULL && tt_name(&names[i], symbol))
            function->groups = tt_groups_of(groups, &names[i]);
    }
    tt_close_symbols(&symbols);
    atomic_store(&m->names, names);
}

/* How many modules there are by now, all of them named. */
static unsigned name_all(void)
{
    unsigned count = 0;
    if (!groups_read) {
        groups = tt_open_selection();
        groups_on &= ~tt_groups_off(groups);
        groups_read = 1;
    }
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next, count++)
        name_module(m);
    return count;
}

int tt_is_named(const struct tt_names *names, const char *pattern)
{
    return names->printed != NULL &&
           (tt_fits(pattern, names->printed) || tt_fits(pattern, names->linkage) ||
            (names->declared != NULL && tt_fits(pattern, names->declared)) ||
            (names->fortran[0] != NULL && tt_fits(pattern, names->fortran[0])) ||
            (names->fortran[1] != NULL && tt_fits(pattern, names->fortran[1])));
}

static int belongs(const struct tt_set *set, const struct loaded *m, const struct tt_names *names, size_t i)
{
    if (names == NULL || !tt_can_be_switched(&m->functions[i]))
        return 0;
    return set->of_groups ? names[i].printed != NULL && (m->functions[i].groups & set->groups) != 0 : tt_is_named(&names[i], set->pattern);
}

static size_t count_members(const struct tt_set *set)
{
    size_t count = 0;
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        for (size_t i = 0; i < m->function_count; i++)
            count += (size_t)belongs(set, m, atomic_load(&m->names), i);
    return count;
}

/* Nothing is unloaded meanwhile. */
static size_t count_ranges(uint64_t in_groups)
{
    if (in_groups == 0)
        return 0;
    tt_begin_switching(1);
    size_t count = tt_count_ranges(in_groups);
    tt_end_switching();
    return count;
}

static int fill(struct tt_set *set)
{
    size_t count = count_members(set);
    struct tt_switch **functions = calloc(count + 1, sizeof *functions);
    if (functions == NULL)
        return 0;
    set->count = 0;
    set->identity = 0;
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        for (size_t i = 0; i < m->function_count && set->count < count; i++)
            if (belongs(set, m, atomic_load(&m->names), i)) {
                functions[set->count++] = &m->functions[i];
                set->identity += m->functions[i].identity;
            }
    set->functions = functions; /* what it had stays, as it may be in use */
    set->range_groups = set->of_groups ? tt_range_groups_named(set->pattern) : 0;
    set->ranges = count_ranges(set->range_groups);
    set->identity += set->ranges;
    return 1;
}

static struct tt_set *find_set(const char *pattern, int of_groups)
{
    struct tt_set *set = sets;
    while (set != NULL && (set->of_groups != of_groups || strcmp(set->pattern, pattern) != 0))
        set = set->next;
    if (set != NULL || set_count == MOST_SETS || (set = calloc(1, sizeof *set)) == NULL)
        return set;
    set->pattern = strdup(pattern);
    set->of_groups = of_groups;
    set->groups = of_groups ? tt_groups_named(groups, pattern) : 0;
    set->next = sets;
    sets = set;
    set_count++;
    return set;
}

struct tt_set *tt_set_of(const char *pattern, int of_groups)
{
    pthread_mutex_lock(&at_names);
    unsigned modules = name_all();
    struct tt_set *set = find_set(pattern, of_groups);
    if (set != NULL && (set->pattern == NULL || (set->made != modules && !fill(set))))
        set = NULL;
    if (set != NULL)
        set->made = modules;
    pthread_mutex_unlock(&at_names);
    return set;
}

void tt_ask_for(struct tt_switch *f)
{
    for (uint32_t s = 0; !f->asked && s < f->sled_count; s++)
        if (f->module->sleds[f->first_sled + s].kind == TT_SLED_ENTER) {
            f->asked = 1;
            tt_note("switched-on %llx\n", (unsigned long long)f->module->sleds[f->first_sled + s].at);
        }
}

int tt_switch_some(struct tt_switch **functions, size_t count, int on)
{
    for (size_t i = 0; i < count; i++) {
        functions[i]->wanted = (uint8_t)on;
        functions[i]->kept = (uint8_t)on;
        if (on)
            tt_ask_for(functions[i]);
    }
    if (atomic_load(&tt_paused))
        return 1;
    return on ? tt_switch_functions(functions, count, 1) : tt_switch_off_gently(functions, count);
}

int tt_switch_set(struct tt_set *set, int on)
{
    tt_begin_switching(1);
    tt_remember_switched(set, on);
    if (set->of_groups)
        groups_on = on ? groups_on | set->groups : groups_on & ~set->groups;
    struct tt_switch **chosen = set->functions;
    size_t count = set->count;
    if (set->of_groups && !on) {
        chosen = tt_module_memory(set->count, sizeof *chosen);
        count = 0;
        for (size_t i = 0; chosen != NULL && i < set->count; i++)
            if ((set->functions[i]->groups & groups_on) == 0)
                chosen[count++] = set->functions[i];
    }
    int done = tt_switch_some(chosen, count, on) & tt_switch_newer(set) &
               tt_switch_range_groups(set->range_groups, on, atomic_load(&tt_paused));
    if (chosen != set->functions && chosen != NULL)
        tt_give_module_memory(chosen, set->count, sizeof *chosen);
    tt_end_switching();
    return done;
}

int tt_can_switch(void)
{
    return atomic_load(&tt_modules) != NULL;
}

static uintptr_t entry_of(const struct loaded *m, const struct tt_switch *f)
{
    for (uint32_t s = 0; s < f->sled_count; s++)
        if (m->sleds[f->first_sled + s].kind == TT_SLED_ENTER)
            return m->sleds[f->first_sled + s].at;
    return 0;
}

void tt_each_function(void (*take)(void *context, const struct tt_named *function), void *context)
{
    pthread_mutex_lock(&at_names);
    name_all();
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next) {
        const struct tt_names *names = atomic_load(&m->names);
        for (size_t i = 0; names != NULL && !atomic_load(&m->gone) && i < m->function_count; i++) {
            const struct tt_switch *f = &m->functions[i];
            const struct tt_named named = {names[i].printed, entry_of(m, f), f->groups, f->identity, __atomic_load_n(&f->on, __ATOMIC_RELAXED)};
            if (named.name != NULL && named.entry != 0)
                take(context, &named);
        }
    }
    pthread_mutex_unlock(&at_names);
}

const char *tt_group_of_bit(unsigned bit)
{
    return bit == TT_MOST_GROUPS ? "DEFAULT" : tt_group_name(groups, bit);
}

int tt_group_is_on(unsigned bit)
{
    return (groups_on >> bit & 1) != 0;
}

const char *tt_range_group(unsigned number, size_t *count, int *on)
{
    uint64_t bit = UINT64_C(1) << number;
    const char *name = number < TT_MOST_RANGE_GROUPS ? tt_range_group_name(number) : NULL;
    if (name != NULL) {
        *count = count_ranges(bit);
        *on = (tt_range_groups_on() & bit) != 0;
    }
    return name;
}

/* Of the function whose iterations are counted, which may be switched off. */
int tt_is_recorded(uintptr_t entry)
{
    const struct tt_switch *function = tt_switch_of(entry);
    return function != NULL && function->on;
}
