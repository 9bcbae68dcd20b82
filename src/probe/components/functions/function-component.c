/* Functions of the program as a component: settings, cost, and what threads need to know of open functions. */
#include "functions.h"
#include "named.h"
#include "switches.h"

#include "../../core/component.h"
#include "../../core/probe.h"
#include "../../core/settings.h"
#include "../iterations/gates.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int tt_functions_wanted = 1; /* hooks may come before settings are read */
static _Atomic unsigned depth = TT_MAX_OPEN_FRAMES;

static void read_settings(void)
{
    const char *which = tt_setting(TRIMTAB_FUNCTIONS);
    if (which != NULL && strcmp(which, "all") == 0)
        tt_functions_wanted = TT_ALL_FUNCTIONS;
    else
        tt_functions_wanted = tt_number_setting(TRIMTAB_FUNCTIONS, 1, 0) != 0;
    tt_pause_until_window = tt_begin_paused;
}

/* By sleds where there are any. */
static void note_cost(void)
{
    if (!tt_functions_wanted)
        return;
    struct tt_cost cost = tt_sled_cost();
    if (cost.pairs == 0)
        cost = tt_hook_cost();
    tt_note_cost("function", &cost);
}

/* Room for open frames, without which functions are not recorded. Others look at them as soon as they see them. */
static void begin_thread(struct tt_thread *t)
{
    void *frames = mmap(NULL, TT_MAX_OPEN_FRAMES * sizeof *t->frames, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (frames == MAP_FAILED)
        return;
    __atomic_store_n(&t->frames, frames, __ATOMIC_RELEASE);
    t->frames_room = atomic_load(&depth);
}

static void end_thread(struct tt_thread *t)
{
    t->depth = t->frames_room = 0;
    if (t->frames != NULL)
        munmap(t->frames, TT_MAX_OPEN_FRAMES * sizeof *t->frames);
    t->frames = NULL;
}

void tt_set_depth(uint64_t wanted)
{
    unsigned most = wanted < TT_MAX_OPEN_FRAMES ? (unsigned)wanted : TT_MAX_OPEN_FRAMES;
    atomic_store(&depth, most);
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (__atomic_load_n(&t->frames_room, __ATOMIC_RELAXED) > 0)
            __atomic_store_n(&t->frames_room, most, __ATOMIC_RELAXED);
}

const struct tt_component tt_functions_component = {
    .name = "functions",
    .settings = read_settings,
    .describe = note_cost,
    .begin_thread = begin_thread,
    .end_thread = end_thread,
    .fork_begin = tt_begin_fork,
    .fork_end = tt_end_fork,
    .fork_child = tt_forget_switching,
};
