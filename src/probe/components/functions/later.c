/*
 * Libraries that are loaded after functions were switched by name: the last that was said of a function counts. Names are read
 * here once more, without the lock of those that are kept: the loader holds its own meanwhile.
 */
#include "later.h"

#include "loaded.h"
#include "named.h"
#include "selection.h"
#include "symbols.h"

static struct tt_set *said; /* sets that were switched, in any order */
static uint64_t count;
static uint64_t groups_off; /* that are off as they were switched last */

void tt_remember_switched(struct tt_set *set, int on)
{
    if (set->said_at == 0) {
        set->said_next = said;
        said = set;
    }
    set->said_at = ++count;
    set->said_on = on;
    if (set->of_groups)
        groups_off = on ? groups_off & ~set->groups : groups_off | set->groups;
}

/* Of groups, a function is off if all of its groups are. */
static int concerns(const struct tt_set *set, const struct tt_names *names, uint64_t groups)
{
    if (!set->of_groups)
        return tt_is_named(names, set->pattern);
    return (groups & set->groups) != 0 && (set->said_on || (groups & ~groups_off) == 0);
}

static enum tt_said said_of(const struct tt_names *names, uint64_t groups)
{
    const struct tt_set *last = NULL;
    for (const struct tt_set *set = said; set != NULL; set = set->said_next)
        if ((last == NULL || set->said_at > last->said_at) && concerns(set, names, groups))
            last = set;
    if (last == NULL)
        return TT_UNSAID;
    return last->said_on ? TT_SAID_ON : TT_SAID_OFF;
}

static void follow(struct tt_switch *function, const char *symbol, const struct tt_selection *selection)
{
    struct tt_names names;
    if (symbol == NULL || !tt_name(&names, symbol))
        return;
    function->said = (uint8_t)said_of(&names, tt_groups_of(selection, &names));
    if (function->said != TT_UNSAID)
        function->wanted = function->said == TT_SAID_ON;
    if (function->said == TT_SAID_ON)
        tt_ask_for(function);
    tt_forget_names(&names);
}

void tt_follow_switched(struct loaded *m)
{
    struct tt_symbols symbols;
    if (said == NULL || m->function_count == 0 || !tt_open_symbols(&symbols, m->functions[0].address))
        return;
    struct tt_selection *selection = tt_open_selection();
    for (size_t i = 0; i < m->function_count; i++)
        if (m->functions[i].sled_count > 0)
            follow(&m->functions[i], tt_symbol_at(&symbols, m->functions[i].address), selection);
    tt_close_selection(selection);
    tt_close_symbols(&symbols);
}

/* Of one library: those of which something else was asked for than they are. */
static int switch_in(struct loaded *m, int on)
{
    struct tt_switch **chosen = tt_module_memory(m->function_count, sizeof *chosen);
    size_t some = 0;
    for (size_t i = 0; chosen != NULL && i < m->function_count; i++)
        if (m->functions[i].said == (on ? TT_SAID_ON : TT_SAID_OFF))
            chosen[some++] = &m->functions[i];
    int done = tt_switch_some(chosen, some, on);
    if (chosen != NULL)
        tt_give_module_memory(chosen, m->function_count, sizeof *chosen);
    return done;
}

/* The newest come first. */
int tt_switch_newer(const struct tt_set *set)
{
    unsigned modules = 0;
    int done = 1;
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        modules++;
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL && modules > set->made; m = m->next, modules--) {
        if (atomic_load(&m->gone))
            continue;
        tt_follow_switched(m);
        done &= switch_in(m, set->said_on);
    }
    return done;
}
