/* Ranges of lines: what they are called, and their sleds, which become jumps to stubs of their own. */
#include "ranges.h"

#include <errno.h>
#include <string.h>

#include "../../core/probe.h"
#include "../user/definitions.h"
#include "loaded.h"
#include "patch.h"
#include "range-groups.h"
#include "selection.h"

/* Ranges that are open on all threads, of which more are hardly open at once: then all count as open. */
enum { MOST_OPEN = 1024 };

/* Which sleds become what. */
struct change {
    uint64_t groups;
    int begins, ends; /* whether these are meant */
    int on;
    const uint32_t *open; /* numbers of ranges whose ends stay as they are; NULL: none */
    size_t open_count;
};

static uintptr_t resolve(const int32_t *field)
{
    return (uintptr_t)field + (uintptr_t)(intptr_t)*field;
}

static const struct tt_sled_range *range_of(const struct tt_range_sled *sled)
{
    return (const struct tt_sled_range *)resolve(&sled->range);
}

static uint64_t groups_of(const struct tt_sled_range *range)
{
    return tt_range_group_of((const char *)resolve(&range->facts));
}

void tt_name_ranges(const struct tt_module *module)
{
    struct tt_selection *selection = module->ranges == module->ranges_end ? NULL : tt_open_selection();
    /* What stands in several functions, as where it was inlined, is one range. */
    for (struct tt_sled_range *range = module->ranges; range < module->ranges_end; range++) {
        const char *facts = (const char *)resolve(&range->facts);
        range->number = tt_define("range", (const char *)resolve(&range->name), facts, NULL);
        tt_add_range_group(facts, selection);
    }
    tt_close_selection(selection);
}

size_t tt_count_range_sleds(const struct tt_module *module)
{
    return (size_t)(module->range_sleds_end - module->range_sleds);
}

uintptr_t tt_range_sled_at(const struct tt_module *module, size_t sled)
{
    return resolve(&module->range_sleds[sled].where);
}

static struct tt_patch patch_for(const struct tt_range_sled *sled, int on)
{
    uintptr_t at = resolve(&sled->where);
    struct tt_patch patch = {.at = (unsigned char *)at, .code = TT_SLED_NOP};
    if (on) {
        int32_t distance = (int32_t)(resolve(&sled->stub) - (at + TT_SLED_BYTES));
        patch.code[0] = 0xe9; /* jmp */
        memcpy(patch.code + 1, &distance, sizeof distance);
    }
    return patch;
}

static int holds(const uint32_t *numbers, size_t count, uint32_t number)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return 1;
    return 0;
}

static int is_open(const struct change *change, uint32_t number)
{
    return change->open_count == MOST_OPEN || holds(change->open, change->open_count, number);
}

static int is_meant(const struct change *change, const struct tt_range_sled *sled)
{
    int ends = (sled->kind & ~TT_SLED_BY_WORD) == TT_RANGE_END;
    const struct tt_sled_range *range = range_of(sled);
    return (ends ? change->ends : change->begins) && (groups_of(range) & change->groups) != 0 && !(ends && is_open(change, range->number));
}

/* Of those that go by words; how many are left. */
static size_t switch_words(const struct tt_module *module, const struct change *change)
{
    size_t left = 0;
    for (const struct tt_range_sled *sled = module->range_sleds; sled < module->range_sleds_end; sled++) {
        uintptr_t at = resolve(&sled->where);
        if (!is_meant(change, sled))
            continue;
        if (sled->kind & TT_SLED_BY_WORD)
            __atomic_store_n(tt_word_of_sled(at), change->on ? resolve(&sled->stub) : at + TT_SLED_BYTES, __ATOMIC_RELEASE);
        else
            left++;
    }
    return left;
}

static int switch_in(const struct tt_module *module, const struct change *change)
{
    size_t count = switch_words(module, change), filled = 0;
    struct tt_patch *patches = tt_module_memory(count, sizeof *patches);
    if (patches == NULL)
        return count == 0;
    for (const struct tt_range_sled *sled = module->range_sleds; sled < module->range_sleds_end; sled++)
        if ((sled->kind & TT_SLED_BY_WORD) == 0 && is_meant(change, sled) && filled < count)
            patches[filled++] = patch_for(sled, change->on);
    int done = tt_patch_code(patches, filled);
    tt_give_module_memory(patches, count, sizeof *patches);
    return done;
}

static int switch_everywhere(const struct change *change)
{
    int done = 1;
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next)
        if (!atomic_load(&m->gone))
            done &= switch_in(m->module, change);
    return done;
}

int tt_switch_ranges(const struct tt_module *module, int on)
{
    return switch_in(module, &(struct change){.groups = UINT64_MAX, .begins = 1, .ends = 1, .on = on});
}

int tt_switch_first_ranges(const struct tt_module *module)
{
    return switch_in(module, &(struct change){.groups = tt_range_groups_on(), .begins = 1, .ends = 1, .on = 1});
}

/* Others run meanwhile: what they come to has no beginning any more. */
static size_t find_open(uint32_t open[MOST_OPEN])
{
    size_t count = 0;
    tt_hold_threads();
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next) {
        const struct tt_open_frame *frames = __atomic_load_n(&t->frames, __ATOMIC_ACQUIRE);
        unsigned depth = __atomic_load_n(&t->depth, __ATOMIC_ACQUIRE);
        for (unsigned i = 0; frames != NULL && i < depth && i < TT_MAX_OPEN_FRAMES && count < MOST_OPEN; i++)
            if (TT_IS_OPEN_RANGE(frames[i].function) && !holds(open, count, (uint32_t)TT_RANGE_NUMBER(frames[i].function)))
                open[count++] = (uint32_t)TT_RANGE_NUMBER(frames[i].function);
    }
    tt_release_threads();
    return count;
}

static int switch_off_gently(uint64_t groups)
{
    uint32_t open[MOST_OPEN];
    if (!switch_everywhere(&(struct change){.groups = groups, .begins = 1}))
        return 0;
    size_t count = find_open(open);
    return switch_everywhere(&(struct change){.groups = groups, .ends = 1, .open = open, .open_count = count});
}

static int switch_groups(uint64_t groups, int on)
{
    if (groups == 0)
        return 1;
    return on ? switch_everywhere(&(struct change){.groups = groups, .begins = 1, .ends = 1, .on = 1}) : switch_off_gently(groups);
}

int tt_switch_range_groups(uint64_t groups, int on, int paused)
{
    tt_set_range_groups(groups, on);
    return paused || switch_groups(groups, on);
}

int tt_pause_ranges(int pause)
{
    return switch_groups(tt_range_groups_on(), !pause);
}

size_t tt_count_ranges(uint64_t groups)
{
    size_t count = 0;
    for (const struct loaded *m = atomic_load(&tt_modules); m != NULL; m = m->next) {
        if (atomic_load(&m->gone))
            continue; /* as is what it says of itself */
        for (const struct tt_sled_range *range = m->module->ranges; range < m->module->ranges_end; range++)
            count += (groups_of(range) & groups) != 0;
    }
    return count;
}
