/*
 * Libraries that a program loads, gives back and loads again, as plug-ins are: what is known of them is kept in the same
 * memory, which would grow with each time otherwise, as would the way through the list of modules.
 */
#include <string.h>

#include "loaded.h"

static int is_same(const struct loaded *a, const struct loaded *b)
{
    if (a->module != b->module || a->function_count != b->function_count || a->sled_count != b->sled_count ||
        a->sorted_count != b->sorted_count)
        return 0;
    for (size_t i = 0; i < a->function_count; i++)
        if (a->functions[i].address != b->functions[i].address || a->functions[i].identity != b->functions[i].identity)
            return 0;
    for (size_t i = 0; i < a->sled_count; i++)
        if (a->sleds[i].at != b->sleds[i].at || a->sleds[i].function != b->sleds[i].function || a->sleds[i].kind != b->sleds[i].kind)
            return 0;
    return memcmp(a->sorted, b->sorted, a->sorted_count * sizeof *a->sorted) == 0;
}

/* The code is as the file has it: everything is off. What somebody asked for by name is still asked for. */
static void begin_anew(struct loaded *m, const struct tt_module *module)
{
    m->module = module;
    for (size_t i = 0; i < m->function_count; i++)
        m->functions[i].on = m->functions[i].leaves = m->functions[i].open = 0;
    atomic_store(&m->gone, 0);
}

static void give_back(struct loaded *m)
{
    tt_give_module_memory(m->functions, m->function_count, sizeof *m->functions);
    tt_give_module_memory(m->sleds, m->sled_count, sizeof *m->sleds);
    tt_give_module_memory(m->sorted, m->sorted_count, sizeof *m->sorted);
    tt_give_module_memory(m, 1, sizeof *m);
}

struct loaded *tt_loaded_before(struct loaded *m)
{
    struct loaded *known = atomic_load(&tt_modules);
    while (known != NULL && !(atomic_load(&known->gone) && is_same(known, m)))
        known = known->next;
    if (known == NULL)
        return NULL;
    begin_anew(known, m->module);
    give_back(m);
    return known;
}
