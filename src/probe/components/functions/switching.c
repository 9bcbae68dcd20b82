/* Switching sleds: the code of functions is changed, or words that it jumps by. */
#include "switches.h"

#include "loaded.h"
#include "patch.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

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

static int is_due(const struct tt_switch *f, const struct place *sled, enum which which, int on)
{
    if (sled->kind == TT_SLED_ENTER)
        return which != LEAVES_NOT_OPEN && f->on != on;
    return which != ENTRIES && f->leaves != on && !(which == LEAVES_NOT_OPEN && f->open);
}

static void note_switched(struct tt_switch *f, enum which which, int on)
{
    if (which != LEAVES_NOT_OPEN)
        __atomic_store_n(&f->on, (uint8_t)on, __ATOMIC_RELAXED);
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

int tt_switch_in(const struct loaded *m, struct tt_switch *const *functions, size_t count, enum which which, int on)
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
            done &= tt_switch_in(m, functions, count, which, on);
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

int tt_switch_chosen(struct loaded *m, int (*is_wanted)(const struct tt_switch *function), int on)
{
    struct tt_switch **chosen = tt_module_memory(m->function_count, sizeof *chosen);
    size_t count = 0;
    if (chosen == NULL)
        return m->function_count == 0;
    for (size_t i = 0; i < m->function_count; i++)
        if (is_wanted(&m->functions[i]))
            chosen[count++] = &m->functions[i];
    int done = tt_switch_in(m, chosen, count, ALL_SLEDS, on);
    int saved = errno;
    munmap(chosen, m->function_count * sizeof *chosen);
    errno = saved;
    return done;
}
