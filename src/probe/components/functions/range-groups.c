#include "range-groups.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "../../format/glob.h"
#include "selection.h"

/* As long as the build takes them, with the end. */
enum { LONGEST = 64 };

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static char names[TT_MOST_RANGE_GROUPS][LONGEST];
static _Atomic unsigned count; /* names before it stay as they are */
static _Atomic uint64_t on;

/* The third of the words of what is said of a range. */
static const char *name_in(const char *facts, char name[LONGEST])
{
    for (int words = 0; words < 2 && facts != NULL; words++)
        if ((facts = strchr(facts, ' ')) != NULL)
            facts++;
    size_t length = facts == NULL ? 0 : strcspn(facts, " ");
    length = length < LONGEST - 1 ? length : LONGEST - 1;
    memcpy(name, facts == NULL ? "" : facts, length);
    name[length] = '\0';
    return name;
}

static unsigned number_of(const char *name)
{
    unsigned known = atomic_load_explicit(&count, memory_order_acquire), number = 0;
    while (number < known && strcmp(names[number], name) != 0)
        number++;
    return number;
}

void tt_add_range_group(const char *facts, const struct tt_selection *selection)
{
    char name[LONGEST];
    name_in(facts, name);
    pthread_mutex_lock(&adding);
    unsigned number = number_of(name);
    if (number == atomic_load(&count) && number < TT_MOST_RANGE_GROUPS) {
        strcpy(names[number], name);
        if (!tt_starts_off(selection, name))
            atomic_fetch_or(&on, UINT64_C(1) << number);
        atomic_store_explicit(&count, number + 1, memory_order_release);
    }
    pthread_mutex_unlock(&adding);
}

uint64_t tt_range_group_of(const char *facts)
{
    char name[LONGEST];
    unsigned number = number_of(name_in(facts, name));
    return UINT64_C(1) << (number < TT_MOST_RANGE_GROUPS ? number : TT_MOST_RANGE_GROUPS - 1);
}

uint64_t tt_range_groups_named(const char *pattern)
{
    uint64_t groups = 0;
    for (unsigned number = 0; number < atomic_load(&count); number++)
        if (tt_fits(pattern, names[number]))
            groups |= UINT64_C(1) << number;
    return groups;
}

uint64_t tt_range_groups_on(void)
{
    return atomic_load(&on);
}

void tt_set_range_groups(uint64_t groups, int wanted)
{
    if (wanted)
        atomic_fetch_or(&on, groups);
    else
        atomic_fetch_and(&on, ~groups);
}

const char *tt_range_group_name(unsigned number)
{
    return number < atomic_load_explicit(&count, memory_order_acquire) ? names[number] : NULL;
}
