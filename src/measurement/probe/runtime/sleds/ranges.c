/* Ranges of lines: what they are called, and their sleds, which become jumps to stubs of their own. */
#include "ranges.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "../user/definitions.h"
#include "patch.h"

static uintptr_t resolve(const int32_t *field)
{
    return (uintptr_t)field + (uintptr_t)(intptr_t)*field;
}

void tt_name_ranges(const struct tt_module *module)
{
    /* What stands in several functions, as where it was inlined, is one range. */
    for (struct tt_sled_range *range = module->ranges; range < module->ranges_end; range++)
        range->number = tt_define("range", (const char *)resolve(&range->name), (const char *)resolve(&range->facts), NULL);
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

/* Of those that go by words; how many are left. */
static size_t switch_words(const struct tt_module *module, int on)
{
    size_t left = 0;
    for (const struct tt_range_sled *sled = module->range_sleds; sled < module->range_sleds_end; sled++) {
        uintptr_t at = resolve(&sled->where);
        if (sled->kind & TT_SLED_BY_WORD)
            __atomic_store_n(tt_word_of_sled(at), on ? resolve(&sled->stub) : at + TT_SLED_BYTES, __ATOMIC_RELEASE);
        else
            left++;
    }
    return left;
}

int tt_switch_ranges(const struct tt_module *module, int on)
{
    size_t count = switch_words(module, on), bytes = count * sizeof(struct tt_patch), filled = 0;
    if (count == 0)
        return 1;
    struct tt_patch *patches = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (patches == MAP_FAILED)
        return 0;
    for (const struct tt_range_sled *sled = module->range_sleds; sled < module->range_sleds_end; sled++)
        if ((sled->kind & TT_SLED_BY_WORD) == 0 && filled < count)
            patches[filled++] = patch_for(sled, on);
    int done = tt_patch_code(patches, filled);
    int saved = errno;
    munmap(patches, bytes);
    errno = saved;
    return done;
}
