/* Which files are loaded where, to resolve addresses after the run. */
#include "facts.h"
#include "probe.h"

#include <link.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Facts that come many at once, as each one that is written by itself takes some calls of the system. Handlers of signals
 * have not much of a stack. */
struct facts {
    char text[TT_LONGEST_FACT + 4096];
    size_t size;
};

static void flush_facts(struct facts *facts)
{
    tt_append_facts(facts->text, facts->size);
    facts->size = 0;
}

static void gather_escaped(struct facts *facts, const char *key, const char *value)
{
    if (facts->size > sizeof facts->text - TT_LONGEST_FACT)
        flush_facts(facts);
    facts->size += tt_escape_fact(facts->text + facts->size, key, value);
}

static int note_object(struct dl_phdr_info *info, size_t size, void *facts)
{
    (void)size;
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        low = from < low ? from : low;
        high = from + p->p_memsz > high ? from + p->p_memsz : high;
    }
    char path[PATH_MAX] = "", key[128];
    if (info->dlpi_name != NULL && info->dlpi_name[0] != '\0')
        snprintf(path, sizeof path, "%s", info->dlpi_name);
    else if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || low == UINTPTR_MAX)
        return 0;
    snprintf(key, sizeof key, "object %llx %llx %llx", (unsigned long long)info->dlpi_addr, (unsigned long long)low,
             (unsigned long long)high);
    if (low < high)
        gather_escaped(facts, key, path);
    return 0;
}

/** Notes which files are loaded where, to resolve addresses after the run. */
void tt_note_objects(void)
{
    struct facts facts;
    facts.size = 0;
    tt_note("objects\n");
    dl_iterate_phdr(note_object, &facts);
    flush_facts(&facts);
}

static int count_object(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)info;
    (void)size;
    ++*(unsigned long long *)count;
    return 0;
}

struct newest {
    unsigned long long skipped; /* that are left */
    struct facts facts;
};

static int note_after(struct dl_phdr_info *info, size_t size, void *context)
{
    struct newest *newest = context;
    if (newest->skipped == 0)
        return note_object(info, size, &newest->facts);
    newest->skipped--;
    return 0;
}

/** Notes the objects that were loaded last, since they may be gone at the end: the loader lists them in their order. */
void tt_note_newest_objects(unsigned long long count)
{
    unsigned long long all = 0;
    if (!tt_process.wanted || atomic_load(&tt_process.state) != TT_RECORDING)
        return;
    tt_note("objects\n");
    dl_iterate_phdr(count_object, &all);
    struct newest newest;
    newest.skipped = all > count ? all - count : 0;
    newest.facts.size = 0;
    dl_iterate_phdr(note_after, &newest);
    flush_facts(&newest.facts);
}

