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

#include "../calibrate.h"
#include "../probe.h"
#include "governor.h"
#include "module.h"
#include "../../parts.h"
#include "patch.h"
#include "printed.h"
#include "selection.h"
#include "slow.h"
#include "stubs.h"
#include "symbols.h"

/* XRay's threshold: a function of so many instructions does more than a measurement takes. */
#define MANY_INSTRUCTIONS 200u

struct tt_switch {
    uintptr_t address;
    uint64_t identity;
    uint32_t instructions;
    uint8_t flags;
    uint8_t needed; /* reaches MPI or OpenMP by calls that are seen */
    uint8_t wanted; /* somebody asks for it by name */
    uint8_t on;
    uint32_t first_sled, sled_count;
    const struct loaded *module;
};

struct place {
    uintptr_t at;
    uintptr_t function;
    uint32_t kind;
};

struct loaded {
    const struct tt_module *module;
    _Atomic int gone;
    struct tt_switch *functions; /* by address */
    size_t function_count;
    struct place *sleds; /* by function */
    size_t sled_count;
    uintptr_t *sorted; /* addresses of all sleds, rising */
    struct loaded *next;
};

static _Atomic(struct loaded *) modules;

static void *memory(size_t count, size_t size)
{
    void *at = count == 0 ? NULL : mmap(NULL, count * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
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
    return m->sled_count > 0 && bsearch(&address, m->sorted, m->sled_count, sizeof *m->sorted, by_number) != NULL;
}

int tt_is_sled(uintptr_t address)
{
    for (const struct loaded *m = atomic_load(&modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone) && has_sled(m, address))
            return 1;
    return 0;
}

struct tt_switch *tt_switch_of(uintptr_t entry)
{
    for (const struct loaded *m = atomic_load(&modules); m != NULL; m = m->next)
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
    m->functions = memory(m->function_count, sizeof *m->functions);
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

static int read_sleds(struct loaded *m)
{
    const struct tt_module *module = m->module;
    m->sled_count = (size_t)(module->sleds_end - module->sleds);
    m->sleds = memory(m->sled_count, sizeof *m->sleds);
    m->sorted = memory(m->sled_count, sizeof *m->sorted);
    if (m->sled_count > 0 && (m->sleds == NULL || m->sorted == NULL))
        return 0;
    for (size_t i = 0; i < m->sled_count; i++) {
        const struct tt_sled *sled = &module->sleds[i];
        m->sleds[i] = (struct place){resolve(&sled->where), resolve(&sled->function), sled->kind};
        m->sorted[i] = m->sleds[i].at;
    }
    qsort(m->sleds, m->sled_count, sizeof *m->sleds, by_function);
    qsort(m->sorted, m->sled_count, sizeof *m->sorted, by_number);
    for (size_t i = 0; i < m->sled_count; i++) {
        struct tt_switch *function = function_before(m, m->sleds[i].function);
        if (function == NULL || function->address != m->sleds[i].function)
            continue;
        if (function->sled_count++ == 0)
            function->first_sled = (uint32_t)i;
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
    t.slots = memory(t.room, sizeof *t.slots);
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
    struct tt_symbols symbols;
    if (parts == NULL && selection == NULL)
        return;
    if (!tt_open_symbols(&symbols, m->functions[0].address))
        tt_say("no function is left out by name, since the program's symbols are gone: build it without -s");
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

static struct tt_patch patch_for(const struct loaded *m, const struct place *sled, int on)
{
    struct tt_patch patch = {.at = (unsigned char *)sled->at, .code = TT_SLED_NOP};
    if (on) {
        uintptr_t to = (uintptr_t)(sled->kind == TT_SLED_ENTER ? m->module->enter : m->module->leave);
        int32_t distance = (int32_t)(to - (sled->at + TT_SLED_BYTES));
        patch.code[0] = 0xe8; /* call */
        memcpy(patch.code + 1, &distance, sizeof distance);
    }
    return patch;
}

/* Of one module, whose code lies together. */
static int switch_in(const struct loaded *m, struct tt_switch *const *functions, size_t count, int on)
{
    size_t sleds = 0, filled = 0;
    for (size_t i = 0; i < count; i++)
        sleds += functions[i]->module == m && functions[i]->on != on ? functions[i]->sled_count : 0;
    struct tt_patch *patches = memory(sleds, sizeof *patches);
    if (sleds > 0 && patches == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t s = 0; functions[i]->module == m && functions[i]->on != on && s < functions[i]->sled_count; s++)
            patches[filled++] = patch_for(m, &m->sleds[functions[i]->first_sled + s], on);
    int done = tt_patch_code(patches, filled);
    for (size_t i = 0; done && i < count; i++)
        if (functions[i]->module == m)
            functions[i]->on = (uint8_t)on;
    int saved = errno;
    if (patches != NULL)
        munmap(patches, sleds * sizeof *patches);
    errno = saved;
    return done;
}

int tt_switch_functions(struct tt_switch *const *functions, size_t count, int on)
{
    int done = 1;
    for (const struct loaded *m = atomic_load(&modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= switch_in(m, functions, count, on);
    return done;
}

static atomic_flag switching = ATOMIC_FLAG_INIT;

int tt_begin_switching(int wait)
{
    while (atomic_flag_test_and_set_explicit(&switching, memory_order_acquire)) {
        if (!wait)
            return 0;
        sched_yield();
    }
    return 1;
}

void tt_end_switching(void)
{
    atomic_flag_clear_explicit(&switching, memory_order_release);
}

static int has_sleds(const struct tt_switch *function)
{
    return function->sled_count > 0 && (function->flags & TT_FUNCTION_LEFT_OUT) == 0;
}

/* Of one module, those that the test names. */
static int switch_chosen(struct loaded *m, int (*is_chosen)(const struct tt_switch *function), int on)
{
    struct tt_switch **chosen = memory(m->function_count, sizeof *chosen);
    size_t count = 0;
    if (chosen == NULL)
        return m->function_count == 0;
    for (size_t i = 0; i < m->function_count; i++)
        if (is_chosen(&m->functions[i]))
            chosen[count++] = &m->functions[i];
    int done = switch_in(m, chosen, count, on);
    int saved = errno;
    munmap(chosen, m->function_count * sizeof *chosen);
    errno = saved;
    return done;
}

int tt_switch_all(int on)
{
    int done = 1;
    tt_begin_switching(1);
    for (struct loaded *m = atomic_load(&modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= switch_chosen(m, has_sleds, on);
    int saved = errno;
    tt_end_switching();
    errno = saved;
    return done;
}

/* Of the program itself. */
static int is_own(const struct tt_switch *function)
{
    return has_sleds(function) && ((function->flags & TT_FUNCTION_SYSTEM) == 0 || function->wanted);
}

static void switch_first_set(struct loaded *m)
{
    tt_begin_switching(1);
    if (!switch_chosen(m, tt_process.functions == TT_ALL_FUNCTIONS ? is_own : is_measured_first, 1))
        tt_say("functions stay off, since the program's code cannot be changed (%s): build with TRIMTAB_SLEDS=0 for hooks of the compiler",
               strerror(errno));
    tt_end_switching();
}

static struct tt_cost cost;

struct tt_cost tt_sled_cost(void)
{
    return cost;
}

#ifdef __x86_64__
/* What a function with sleds does at its entry and at its return, and nothing else. */
TT_STUB("tt_own_enter", "tt_sled_enter");
TT_STUB("tt_own_leave", "tt_sled_leave");
__asm__(".text\n"
        "\t.type\ttt_enter_and_leave, @function\n"
        "tt_enter_and_leave:\n"
        "\tcall\ttt_own_enter\n"
        "\tcall\ttt_own_leave\n"
        "\tret\n"
        "\t.size\ttt_enter_and_leave, .-tt_enter_and_leave\n");
extern __attribute__((visibility("hidden"))) void tt_enter_and_leave(void);
#else
static void tt_enter_and_leave(void)
{
}
#endif

static void prepare(void)
{
    tt_find_registers();
    tt_prepare_patching();
    cost = tt_measure_cost(tt_enter_and_leave, TT_AT_START);
    tt_set_cost((double)cost.pairs / TT_COST_PAIRS);
    tt_set_budget((double)tt_process.budget);
}

void tt_add_module(const struct tt_module *module)
{
    tt_start();
    if (!tt_process.functions || atomic_load(&tt_process.state) != TT_RECORDING || module->functions == module->functions_end)
        return;
    if (atomic_load(&modules) == NULL)
        prepare();
    struct loaded *m = memory(1, sizeof *m);
    if (m == NULL)
        return;
    m->module = module;
    if (!read_functions(m) || !read_sleds(m)) {
        tt_say("there is no memory for the list of functions: they are not measured");
        return;
    }
    m->next = atomic_load(&modules);
    spread_need(m);
    select_by_name(m);
    atomic_store(&modules, m);
    switch_first_set(m);
}

void tt_remove_module(const struct tt_module *module)
{
    for (struct loaded *m = atomic_load(&modules); m != NULL; m = m->next)
        if (m->module == module)
            atomic_store(&m->gone, 1);
}
