/* The functions and sleds of a loaded module: tables by address, names, and who leads to MPI or OpenMP. */
#include "switches.h"

#include "../../core/settings.h"
#include "loaded.h"
#include "../../format/parts.h"
#include "ranges.h"
#include "selection.h"
#include "symbols.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* XRay's threshold: a function of so many instructions does more than a measurement takes. */
#define MANY_INSTRUCTIONS 200u

static uintptr_t tt_resolve(const int32_t *field)
{
    return (uintptr_t)field + (uintptr_t)(intptr_t)*field;
}

static int by_number(const void *left, const void *right)
{
    uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;
    return (a > b) - (a < b);
}

static int by_address(const void *left, const void *right)
{
    uintptr_t a = ((const struct tt_switch *)left)->address, b = ((const struct tt_switch *)right)->address;
    return (a > b) - (a < b);
}

static int tt_by_function(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return a->function != b->function ? (a->function > b->function) - (a->function < b->function) : (a->at > b->at) - (a->at < b->at);
}

/* The last function that begins at the address or before it. */
static struct tt_switch *function_before(const struct loaded *m, uintptr_t address)
{
    size_t low = 0, high = m->function_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->functions[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? NULL : &m->functions[low - 1];
}

static int has_sled(const struct loaded *m, uintptr_t address)
{
    return m->sorted_count > 0 && bsearch(&address, m->sorted, m->sorted_count, sizeof *m->sorted, by_number) != NULL;
}

int tt_is_sled(uintptr_t address)
{
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone) && has_sled(m, address))
            return 1;
    return 0;
}

struct tt_switch *tt_switch_of(uintptr_t entry)
{
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone) && has_sled(m, entry))
            return function_before(m, entry);
    return NULL;
}

int tt_is_on(const struct tt_switch *function)
{
    return function->on;
}

int tt_is_needed(const struct tt_switch *function)
{
    return function->needed;
}

int tt_is_wanted(const struct tt_switch *function)
{
    return function->wanted;
}

int tt_read_functions(struct loaded *m)
{
    const struct tt_module *module = m->module;
    m->function_count = (size_t)(module->functions_end - module->functions);
    m->functions = tt_module_memory(m->function_count, sizeof *m->functions);
    if (m->function_count > 0 && m->functions == NULL)
        return 0;
    for (size_t i = 0; i < m->function_count; i++) {
        const struct tt_sled_function *facts = &module->functions[i];
        m->functions[i] = (struct tt_switch){
            .address = tt_resolve(&facts->function),
            .identity = facts->identity,
            .instructions = facts->instructions,
            .flags = (uint8_t)facts->flags,
            .needed = (facts->flags & TT_FUNCTION_PARALLEL) != 0,
            .module = m,
        };
    }
    qsort(m->functions, m->function_count, sizeof *m->functions, by_address);
    return 1;
}

static struct place place_of(const struct tt_sled *sled)
{
    struct place place = {.at = tt_resolve(&sled->where), .function = tt_resolve(&sled->function), .kind = sled->kind & ~TT_SLED_BY_WORD};
    if (sled->kind & TT_SLED_BY_WORD) {
        place.word = tt_word_of_sled(place.at);
        place.off = *place.word;
    }
    return place;
}

int tt_read_sleds(struct loaded *m)
{
    const struct tt_module *module = m->module;
    m->sled_count = (size_t)(module->sleds_end - module->sleds);
    m->sleds = tt_module_memory(m->sled_count, sizeof *m->sleds);
    m->sorted_count = m->sled_count + tt_count_range_sleds(module);
    m->sorted = tt_module_memory(m->sorted_count, sizeof *m->sorted);
    if ((m->sled_count > 0 && m->sleds == NULL) || (m->sorted_count > 0 && m->sorted == NULL))
        return 0;
    for (size_t i = m->sled_count; i < m->sorted_count; i++)
        m->sorted[i] = tt_range_sled_at(module, i - m->sled_count);
    for (size_t i = 0; i < m->sled_count; i++) {
        const struct tt_sled *sled = &module->sleds[i];
        m->sleds[i] = place_of(sled);
        m->sorted[i] = m->sleds[i].at;
    }
    if (m->sled_count > 0)
        qsort(m->sleds, m->sled_count, sizeof *m->sleds, tt_by_function);
    if (m->sorted_count > 0)
        qsort(m->sorted, m->sorted_count, sizeof *m->sorted, by_number);
    for (size_t i = 0; i < m->sled_count; i++) {
        struct tt_switch *function = function_before(m, m->sleds[i].function);
        if (function == NULL || function->address != m->sleds[i].function)
            continue;
        if (function->sled_count++ == 0)
            function->first_sled = (uint32_t)i;
        function->by_words = m->sleds[i].word != NULL; /* as all of its unit */
    }
    return 1;
}

/* A function by its identity, over all modules: a table of pointers, at most half full. */
struct table {
    struct tt_switch **slots;
    size_t room;
};

static struct tt_switch **slot_of(const struct table *t, uint64_t identity)
{
    size_t at = (size_t)identity & (t->room - 1);
    while (t->slots[at] != NULL && t->slots[at]->identity != identity)
        at = (at + 1) & (t->room - 1);
    return &t->slots[at];
}

static struct table table_of_all(const struct loaded *newest)
{
    struct table t = {NULL, 64};
    size_t count = 0;
    for (const struct loaded *m = newest; m != NULL; m = m->next)
        count += m->function_count;
    while (t.room < 2 * count)
        t.room *= 2;
    t.slots = tt_module_memory(t.room, sizeof *t.slots);
    for (const struct loaded *m = newest; t.slots != NULL && m != NULL; m = m->next)
        for (size_t i = 0; i < m->function_count; i++) {
            struct tt_switch **slot = slot_of(&t, m->functions[i].identity);
            if (*slot == NULL)
                *slot = &m->functions[i];
        }
    return t;
}

void tt_spread_need(struct loaded *m)
{
    struct table t = table_of_all(m);
    if (t.slots == NULL)
        return;
    const struct tt_module *module = m->module;
    for (int changed = 1; changed;) {
        changed = 0;
        for (const struct tt_sled_call *call = module->calls; call < module->calls_end; call++) {
            const struct tt_switch *callee = *slot_of(&t, call->callee);
            struct tt_switch *caller = function_before(m, tt_resolve(&call->caller));
            if (callee == NULL || !callee->needed || caller == NULL || caller->needed)
                continue;
            caller->needed = 1;
            changed = 1;
        }
    }
    munmap(t.slots, t.room * sizeof *t.slots);
}

/* The functions a program begins with, whatever they do. */
static int is_beginning(const struct tt_switch *function)
{
    return function->identity == tt_identity_of("main") || function->identity == tt_identity_of("MAIN__");
}

void tt_select_by_name(struct loaded *m)
{
    char *parts = tt_parts_of(tt_setting(TRIMTAB_EXCLUDE_FUNCTIONS)), printed[4096];
    struct tt_selection *selection = tt_open_selection();
    const char *phase = tt_setting(TRIMTAB_PHASE);
    struct tt_symbols symbols;
    if (parts == NULL && selection == NULL && (phase == NULL || phase[0] == '\0'))
        return;
    if (!tt_open_symbols(&symbols, m->functions[0].address))
        tt_say("no function is excluded by name, since the program's symbols are gone: build it without -s");
    for (size_t i = 0; i < m->function_count; i++) {
        /* What has no sleds is not measured anyhow, and reading names takes time when the program starts. */
        const char *name = m->functions[i].sled_count == 0 ? NULL : tt_symbol_at(&symbols, m->functions[i].address);
        if (name == NULL)
            continue;
        enum tt_choice choice = tt_choose(selection, name);
        tt_print_name(name, printed, sizeof printed);
        if (choice == TT_EXCLUDED || tt_has_part(parts, printed))
            m->functions[i].flags |= TT_FUNCTION_LEFT_OUT;
        else if (choice == TT_INCLUDED)
            m->functions[i].wanted = 1;
        m->functions[i].begins = phase != NULL && strcmp(phase, printed) == 0;
    }
    tt_close_symbols(&symbols);
    tt_close_selection(selection);
    free(parts);
}

int tt_is_measured_first(const struct tt_switch *function)
{
    if (function->wanted)
        return 1;
    if (function->flags & (TT_FUNCTION_SYSTEM | TT_FUNCTION_SMALL | TT_FUNCTION_LEFT_OUT))
        return 0;
    return is_beginning(function) || function->needed || (function->flags & TT_FUNCTION_LOOPS) ||
           function->instructions >= MANY_INSTRUCTIONS;
}

int tt_is_of_program(const struct tt_switch *function)
{
    return tt_has_sleds(function) && ((function->flags & TT_FUNCTION_SYSTEM) == 0 || function->wanted);
}
