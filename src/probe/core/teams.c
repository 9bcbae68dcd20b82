/*
 * The parallel regions and tasks of a process that were begun last, for profiles: their records name them by numbers, and
 * other threads than the one that began them execute them. Tables of this size hold all that are still to be folded; of one
 * that was overwritten, nothing is known but what the thread's own records say.
 */
#include "teams.h"

#include <stdatomic.h>
#include <sys/mman.h>

#include "once.h"

enum { TEAMS = 1 << 16, TASKS = 1 << 18 };

struct task_site {
    _Atomic uint64_t task, site;
};

static struct tt_team *teams;
static struct task_site *tasks;
static struct tt_once made;

/* Memory that is used as far as it is needed. */
static void make_tables(void)
{
    size_t size = TEAMS * sizeof *teams + TASKS * sizeof *tasks;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return;
    teams = memory;
    tasks = (struct task_site *)(teams + TEAMS);
}

/* Numbers are (thread + 1)<<32 | count: those of one thread follow each other. */
static size_t place(uint64_t number, size_t places)
{
    return (size_t)(number + (number >> 32) * 7919) & (places - 1);
}

static struct tt_team *team(void *unused, uint64_t id, int make)
{
    (void)unused;
    tt_do_once(&made, make_tables);
    if (teams == NULL)
        return NULL;
    struct tt_team *at = &teams[place(id, TEAMS)];
    if (__atomic_load_n(&at->id, __ATOMIC_ACQUIRE) == id)
        return at;
    if (!make)
        return NULL;
    __atomic_store_n(&at->id, 0, __ATOMIC_RELEASE);
    *at = (struct tt_team){0};
    __atomic_store_n(&at->id, id, __ATOMIC_RELEASE);
    return at;
}

void tt_note_task(uint64_t task, uint64_t site)
{
    tt_do_once(&made, make_tables);
    if (tasks == NULL)
        return;
    struct task_site *at = &tasks[place(task, TASKS)];
    atomic_store_explicit(&at->task, 0, memory_order_release);
    atomic_store_explicit(&at->site, site, memory_order_release);
    atomic_store_explicit(&at->task, task, memory_order_release);
}

static uint64_t task_site(void *unused, uint64_t task)
{
    (void)unused;
    if (tasks == NULL)
        return 0;
    struct task_site *at = &tasks[place(task, TASKS)];
    return atomic_load_explicit(&at->task, memory_order_acquire) == task ? atomic_load_explicit(&at->site, memory_order_acquire) : 0;
}

struct tt_openmp tt_openmp = {.team = team, .task_site = task_site};
