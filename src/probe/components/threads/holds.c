#include "holds.h"

#include "waits.h"

#include <errno.h>

__thread struct tt_holds tt_held __attribute__((tls_model("initial-exec")));
_Atomic uint16_t tt_awaited[1 << TT_AWAITED_BITS];
_Atomic uint8_t tt_was_awaited[1 << TT_AWAITED_BITS];

static struct tt_hold *hold_before(unsigned age)
{
    return &tt_held.list[(tt_held.next - age) % TT_MOST_HOLDS];
}

int tt_forget_hold(const void *lock, struct tt_hold *was)
{
    for (unsigned age = 1; age <= TT_MOST_HOLDS; age++) {
        struct tt_hold *h = hold_before(age);
        if (h->lock != lock)
            continue;
        *was = *h;
        h->lock = NULL;
        for (age = 0; age < TT_MOST_HOLDS && hold_before(1)->lock == NULL; age++)
            tt_held.next--; /* what was given back in another order than it was taken */
        return 1;
    }
    return 0;
}

void tt_record_given(const struct tt_hold *was, uint64_t time, uint64_t by)
{
    int saved = errno;
    struct tt_thread *t = tt_recording_thread();
    uint64_t *r = t == NULL ? NULL : tt_room(t);
    errno = saved;
    if (r == NULL)
        return;
    r[0] = tt_stamp(TT_LOCK_GIVEN, time);
    r[1] = by;
    r[2] = (uintptr_t)was->lock;
    r[3] = was->how;
    r[4] = was->is_told ? 0 : was->words + 1;
    r[5] = was->is_told ? 0 : was->since;
    tt_commit(t, r, 6);
}

void tt_ask_for_holds(void)
{
    for (unsigned i = 0; i < TT_MOST_HOLDS; i++)
        tt_held.list[i].is_asked = tt_held.list[i].lock != NULL;
}
