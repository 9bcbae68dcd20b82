/* Regions, phases, entities, counters and parameters of the program's own, for C and C++. */
#include "user.h"

#include "definitions.h"
#include "../counters/counters.h"
#include "../iterations/gates.h"

#include <stdio.h>
#include <string.h>

#define CALLER __builtin_return_address(0)

/* A text that says which entities share what, by their numbers; longer lists are cut. */
enum { SHARED_TEXT = 4000 };

void tt_user_enter(uint32_t what, const void *site)
{
    if (what != 0 && TT_UNLIKELY(what == atomic_load_explicit(&tt_phase_number, memory_order_relaxed)))
        tt_iteration_begins(TT_USER_FRAME((uint64_t)what));
    if (what == 0)
        return;
    struct tt_thread *t = tt_thread_self();
    tt_count_enter(t, TT_COUNTED_USER(what));
    tt_put2(t, TT_USER_ENTER, tt_time(), what, (uintptr_t)site & TT_SITE_MASK);
}

void tt_user_leave(uint32_t what)
{
    if (what == 0)
        return;
    struct tt_thread *t = tt_thread_self();
    uint64_t time = tt_time();
    tt_count_leave(t, TT_COUNTED_USER(what), time);
    tt_put1(t, TT_USER_LEAVE, time, what);
}

void tt_user_number(uint32_t parameter, int64_t value)
{
    if (parameter != 0)
        tt_put2(tt_thread_self(), TT_USER_NUMBER, tt_time(), parameter, (uint64_t)value);
}

uint32_t trimtab_region(const char *name)
{
    return tt_define("region", name, NULL, CALLER);
}

uint32_t trimtab_phase(const char *name, int dynamic)
{
    return tt_define(dynamic ? "dynamic-phase" : "phase", name, NULL, CALLER);
}

uint32_t trimtab_entity(const char *name, const char *attributes)
{
    return tt_define("entity", name, attributes, CALLER);
}

uint32_t trimtab_shared(int count, const uint32_t *entities, const double *weights)
{
    char members[SHARED_TEXT];
    size_t length = 0;
    for (int i = 0; i < count && entities != NULL; i++) {
        double weight = weights == NULL ? 1 : weights[i];
        if (entities[i] == 0 || !(weight > 0))
            continue;
        int n = snprintf(members + length, sizeof members - length, "%s%u %.9g", length == 0 ? "" : " ", entities[i], weight);
        if ((size_t)n >= sizeof members - length) {
            tt_say("more than %d entities share one piece of work: it is booked to none of them", i);
            return 0;
        }
        length += (size_t)n;
    }
    return length == 0 ? 0 : tt_define("shared", members, NULL, CALLER);
}

void trimtab_start(uint32_t what)
{
    tt_user_enter(what, CALLER);
}

void trimtab_stop(uint32_t what)
{
    tt_user_leave(what);
}

void trimtab_region_begin(const char *name)
{
    tt_user_enter(tt_define("region", name, NULL, CALLER), CALLER);
}

void trimtab_region_end(const char *name)
{
    tt_user_leave(tt_define("region", name, NULL, CALLER));
}

uint32_t trimtab_counter(const char *name, const char *unit)
{
    return tt_define("counter", name, unit, CALLER);
}

void trimtab_count(uint32_t counter, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (counter != 0)
        tt_put2(tt_thread_self(), TT_USER_VALUE, tt_time(), counter, bits);
}

void trimtab_parameter_number(const char *name, int64_t value)
{
    tt_user_number(tt_define("number", name, NULL, CALLER), value);
}

void trimtab_parameter_text(const char *name, const char *value)
{
    uint32_t parameter = tt_define("text", name, NULL, CALLER), text = tt_define("value", value, NULL, CALLER);
    if (parameter != 0 && text != 0)
        tt_put2(tt_thread_self(), TT_USER_TEXT, tt_time(), parameter, text);
}
