/* Sets of names: open addressing, never more than half full. */
#include "names.h"

#include <stdlib.h>

#include "../format/sleds.h"

static struct tt_name *slot_of(const struct tt_names *names, struct tt_text name)
{
    size_t at = (size_t)tt_hash_on(TT_IDENTITY_START, name) & (names->room - 1);
    while (names->slots[at].name.at != NULL && !tt_same(names->slots[at].name, name))
        at = (at + 1) & (names->room - 1);
    return &names->slots[at];
}

static int grow(struct tt_names *names)
{
    struct tt_names larger = {NULL, names->room == 0 ? 64 : 2 * names->room, names->count};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (larger.slots == NULL)
        return 0;
    for (size_t i = 0; i < names->room; i++)
        if (names->slots[i].name.at != NULL)
            *slot_of(&larger, names->slots[i].name) = names->slots[i];
    free(names->slots);
    *names = larger;
    return 1;
}

int tt_mark(struct tt_names *names, struct tt_text name, unsigned marks)
{
    if (2 * names->count >= names->room && !grow(names))
        return 0;
    struct tt_name *slot = slot_of(names, name);
    if (slot->name.at == NULL) {
        slot->name = name;
        names->count++;
    }
    slot->marks |= marks;
    return 1;
}

unsigned tt_marks(const struct tt_names *names, struct tt_text name)
{
    return names->room == 0 ? 0 : slot_of(names, name)->marks;
}

/* What was much too large this time is given back: else the many small functions behind a very large one would each go
 * through its table. */
void tt_forget(struct tt_names *names)
{
    if (names->room > 64 && 16 * names->count < names->room) {
        free(names->slots);
        *names = (struct tt_names){NULL, 0, 0};
    }
    if (names->room > 0)
        memset(names->slots, 0, names->room * sizeof *names->slots);
    names->count = 0;
}
