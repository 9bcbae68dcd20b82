/*
 * What can be switched: for each loaded module its functions in the order of their addresses, with their sleds. Memory of
 * modules is never given back, so that a signal handler may look at it whenever it likes.
 */
#include "switches.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../core/calibrate.h"
#include "../../core/probe.h"
#include "../../core/surroundings.h"
#include "../iterations/gates.h"
#include "functions.h"
#include "later.h"
#include "loaded.h"
#include "named.h"
#include "../../format/parts.h"
#include "patch.h"
#include "printed.h"
#include "ranges.h"
#include "selection.h"
#include "slow.h"
#include "symbols.h"

/* XRay's threshold: a function of so many instructions does more than a measurement takes. */
#define MANY_INSTRUCTIONS 200u

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

static uintptr_t resolve(const int32_t *field)
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

static int by_function(const void *left, const void *right)
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

static int read_functions(struct loaded *m)
{
    const struct tt_module *module = m->module;
    m->function_count = (size_t)(module->functions_end - module->functions);
    m->functions = tt_module_memory(m->function_count, sizeof *m->functions);
    if (m->function_count > 0 && m->functions == NULL)
        return 0;
    for (size_t i = 0; i < m->function_count; i++) {
        const struct tt_sled_function *facts = &module->functions[i];
        m->functions[i] = (struct tt_switch){
            .address = resolve(&facts->function),
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
    struct place place = {.at = resolve(&sled->where), .function = resolve(&sled->function), .kind = sled->kind & ~TT_SLED_BY_WORD};
    if (sled->kind & TT_SLED_BY_WORD) {
        place.word = tt_word_of_sled(place.at);
        place.off = *place.word;
    }
    return place;
}

static int read_sleds(struct loaded *m)
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
    qsort(m->sleds, m->sled_count, sizeof *m->sleds, by_function);
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

/* What calls something that reaches MPI or OpenMP reaches it. As many rounds as the longest chain of calls that were
 * noted against their direction. */
static void spread_need(struct loaded *m)
{
    struct table t = table_of_all(m);
    if (t.slots == NULL)
        return;
    const struct tt_module *module = m->module;
    for (int changed = 1; changed;) {
        changed = 0;
        for (const struct tt_sled_call *call = module->calls; call < module->calls_end; call++) {
            const struct tt_switch *callee = *slot_of(&t, call->callee);
            struct tt_switch *caller = function_before(m, resolve(&call->caller));
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

/* Marks functions that are left out by name, or measured whatever else they are. */
static void select_by_name(struct loaded *m)
{
    char *parts = tt_parts_of(getenv("TRIMTAB_EXCLUDE_FUNCTIONS")), printed[4096];
    struct tt_selection *selection = tt_open_selection();
    const char *phase = getenv("TRIMTAB_PHASE");
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

static int is_measured_first(const struct tt_switch *function)
{
    if (function->wanted)
        return 1;
    if (function->flags & (TT_FUNCTION_SYSTEM | TT_FUNCTION_SMALL | TT_FUNCTION_LEFT_OUT))
        return 0;
    return is_beginning(function) || function->needed || (function->flags & TT_FUNCTION_LOOPS) ||
           function->instructions >= MANY_INSTRUCTIONS;
}

/* An entry where iterations begin calls a hook whether the function is recorded or not. */
static void (*hook_of(const struct loaded *m, const struct place *sled, const struct tt_switch *f, int on))(void)
{
    if (sled->kind == TT_SLED_ENTER && f->begins)
        return m->module->begin;
    if (!on)
        return NULL;
    return sled->kind == TT_SLED_ENTER ? m->module->enter : m->module->leave;
}

static struct tt_patch patch_for(const struct loaded *m, const struct place *sled, const struct tt_switch *f, int on)
{
    struct tt_patch patch = {.at = (unsigned char *)sled->at, .code = TT_SLED_NOP};
    void (*hook)(void) = hook_of(m, sled, f, on);
    if (hook != NULL) {
        int32_t distance = (int32_t)((uintptr_t)hook - (sled->at + TT_SLED_BYTES));
        patch.code[0] = 0xe8; /* call */
        memcpy(patch.code + 1, &distance, sizeof distance);
    }
    return patch;
}

/* What is to be switched: entries, ways out, or ways out of what is open nowhere. */
enum which { ALL_SLEDS, ENTRIES, LEAVES_NOT_OPEN };

static int is_due(const struct tt_switch *f, const struct place *sled, enum which which, int on)
{
    if (sled->kind == TT_SLED_ENTER)
        return which != LEAVES_NOT_OPEN && f->on != on;
    return which != ENTRIES && f->leaves != on && !(which == LEAVES_NOT_OPEN && f->open);
}

static void note_switched(struct tt_switch *f, enum which which, int on)
{
    if (which != LEAVES_NOT_OPEN)
        f->on = (uint8_t)on;
    if (which == ALL_SLEDS || (which == LEAVES_NOT_OPEN && !f->open))
        f->leaves = (uint8_t)on;
}

static void switch_words(const struct loaded *m, struct tt_switch *const *functions, size_t count, enum which which, int on)
{
    for (size_t i = 0; i < count; i++) {
        struct tt_switch *f = functions[i];
        if (f->module != m || !f->by_words)
            continue;
        for (const struct place *sled = &m->sleds[f->first_sled], *end = sled + f->sled_count; sled < end; sled++) {
            void (*hook)(void) = hook_of(m, sled, f, on);
            if (is_due(f, sled, which, on))
                __atomic_store_n(sled->word, hook == NULL ? sled->off : (uintptr_t)hook, __ATOMIC_RELEASE);
        }
        note_switched(f, which, on);
    }
}

static int is_code_of(const struct loaded *m, const struct tt_switch *f)
{
    return f->module == m && !f->by_words;
}

/* Of one module, whose code lies together. */
static int switch_in(const struct loaded *m, struct tt_switch *const *functions, size_t count, enum which which, int on)
{
    size_t sleds = 0, filled = 0;
    switch_words(m, functions, count, which, on);
    for (size_t i = 0; i < count; i++)
        for (uint32_t s = 0; is_code_of(m, functions[i]) && s < functions[i]->sled_count; s++)
            sleds += (size_t)is_due(functions[i], &m->sleds[functions[i]->first_sled + s], which, on);
    struct tt_patch *patches = tt_module_memory(sleds, sizeof *patches);
    if (sleds > 0 && patches == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t s = 0; is_code_of(m, functions[i]) && s < functions[i]->sled_count; s++) {
            const struct place *sled = &m->sleds[functions[i]->first_sled + s];
            if (filled < sleds && is_due(functions[i], sled, which, on))
                patches[filled++] = patch_for(m, sled, functions[i], on);
        }
    int done = tt_patch_code(patches, filled);
    for (size_t i = 0; done && i < count; i++)
        if (is_code_of(m, functions[i]))
            note_switched(functions[i], which, on);
    int saved = errno;
    if (patches != NULL)
        munmap(patches, sleds * sizeof *patches);
    errno = saved;
    return done;
}

static int switch_sleds(struct tt_switch *const *functions, size_t count, enum which which, int on)
{
    int done = 1;
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= switch_in(m, functions, count, which, on);
    return done;
}

int tt_switch_functions(struct tt_switch *const *functions, size_t count, int on)
{
    return switch_sleds(functions, count, ALL_SLEDS, on);
}

/* Marks those that are open on some thread. Others run meanwhile: what they enter has no entry that calls any more. */
static void find_open(struct tt_switch *const *functions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        functions[i]->open = 0;
    tt_hold_threads();
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next) {
        const struct tt_open_frame *frames = __atomic_load_n(&t->frames, __ATOMIC_ACQUIRE);
        unsigned depth = __atomic_load_n(&t->depth, __ATOMIC_ACQUIRE);
        for (unsigned i = 0; frames != NULL && i < depth && i < TT_MAX_OPEN_FRAMES; i++) {
            struct tt_switch *function = tt_switch_of(frames[i].function);
            if (function != NULL)
                function->open = 1;
        }
    }
    tt_release_threads();
}

int tt_switch_off_gently(struct tt_switch *const *functions, size_t count)
{
    if (!switch_sleds(functions, count, ENTRIES, 0))
        return 0;
    find_open(functions, count);
    return switch_sleds(functions, count, LEAVES_NOT_OPEN, 0);
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

/* Of one module, those that the test names. */
static int switch_chosen(struct loaded *m, int (*is_chosen)(const struct tt_switch *function), int on)
{
    struct tt_switch **chosen = tt_module_memory(m->function_count, sizeof *chosen);
    size_t count = 0;
    if (chosen == NULL)
        return m->function_count == 0;
    for (size_t i = 0; i < m->function_count; i++)
        if (is_chosen(&m->functions[i]))
            chosen[count++] = &m->functions[i];
    int done = switch_in(m, chosen, count, ALL_SLEDS, on);
    int saved = errno;
    munmap(chosen, m->function_count * sizeof *chosen);
    errno = saved;
    return done;
}

int tt_switch_all(int on)
{
    int done = 1;
    tt_begin_switching(1);
    for (struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= switch_chosen(m, tt_has_sleds, on) & tt_switch_ranges(m->module, on);
    int saved = errno;
    tt_end_switching();
    errno = saved;
    return done;
}

/* Of the program itself. */
static int is_own(const struct tt_switch *function)
{
    return tt_has_sleds(function) && ((function->flags & TT_FUNCTION_SYSTEM) == 0 || function->wanted);
}

/* Entries where iterations begin call their hook for ever: those that are off are switched on for it, and off again. */
static void take_iterations(struct loaded *m)
{
    for (size_t i = 0; i < m->function_count; i++) {
        struct tt_switch *function = &m->functions[i];
        if (function->begins && !function->on && switch_in(m, &function, 1, ALL_SLEDS, 1))
            switch_in(m, &function, 1, ALL_SLEDS, 0);
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

/* Whether it is on from the start, or was asked for before it was loaded. */
static int is_chosen(const struct tt_switch *function)
{
    if (function->said != TT_UNSAID)
        return function->said == TT_SAID_ON && function->sled_count > 0;
    return tt_functions_wanted == TT_ALL_FUNCTIONS ? is_own(function) : is_measured_first(function);
}

static void switch_first_set(struct loaded *m)
{
    tt_begin_switching(1);
    tt_follow_switched(m);
    int paused = tt_functions_paused();
    /* Ranges are asked for one by one, whatever is said of functions. */
    int done = paused || tt_switch_first_ranges(m->module);
    for (size_t i = 0; paused && i < m->function_count; i++)
        m->functions[i].kept = m->functions[i].sled_count > 0 && is_chosen(&m->functions[i]);
    if (!paused && tt_functions_wanted)
        done &= switch_chosen(m, is_chosen, 1);
    if (!done)
        tell_denied(strerror(errno));
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
    if (!read_functions(m) || !read_sleds(m)) {
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
    spread_need(m);
    select_by_name(m);
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
