/*
 * The callers of an MPI function, found on the stack: for programs that cannot be built anew, of whose functions nothing
 * is recorded. Only which they are is known, not how long they took nor how often they were called.
 *
 * Unwinding takes microseconds, so what was found is kept: by call and by place on the stack, with the places that held
 * the return addresses of the callers. Where all of them still do, the callers are the same. Where a thread has spent
 * more than its budget on looking for new ones, it does not look any more.
 */
#include "callers.h"

#include "../../core/component.h"
#include "../../core/probe.h"
#include "../../core/settings.h"
#include "../functions/functions.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

enum {
    USUAL_CALLERS = 32,  /* where functions are not recorded */
    SEEN = 1024,         /* calls that a thread keeps: a power of two */
    MOST_PATHS = 1 << 16,
    PROBES_OWN = 8,      /* frames between the caller and the unwinder, at most */
    SLOT_WORDS = 16,     /* in which a return address is looked for below the caller's frame */
    LEAST_SPENT = 200000000, /* ticks that may be spent in any case, the first times being the slowest: about 0.1 s */
};

struct caller {
    uintptr_t address;     /* that it goes on at */
    const uintptr_t *slot; /* where that stands on the stack; NULL: not found */
};

struct seen {
    const void *site;
    const void *frame;
    uint32_t path, depth;
    struct caller callers[TT_MOST_CALLERS];
};

struct tt_callers {
    uint64_t spent, without; /* ticks spent on unwinding; calls for which that was too much */
    struct seen seen[SEEN];
};

/* A node of the tree of paths: the call at `address`, on the path of its caller; or a line of a file, by the hash of its name. */
struct path {
    uint32_t parent;
    uintptr_t address;
    const char *file;
};

unsigned tt_callers_wanted;
int (*tt_script_site)(const void **site);

static struct path *paths; /* by number; 0 is none */
static uint32_t *index_of_path;
static uint32_t path_count = 1;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

static size_t hash_of(uintptr_t a, uintptr_t b)
{
    uint64_t h = ((uint64_t)a ^ (uint64_t)b << 7) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(h ^ h >> 32);
}

static void *memory(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* The number of a path, 0 where there are too many. The lock is held. */
static uint32_t number_of(uint32_t parent, uintptr_t address, const char *file)
{
    const size_t mask = 2 * MOST_PATHS - 1;
    size_t at = hash_of(address, parent) & mask;
    for (; index_of_path[at] != 0; at = (at + 1) & mask) {
        const struct path *known = &paths[index_of_path[at]];
        if (known->parent == parent && known->address == address && (known->file == NULL) == (file == NULL) &&
            (file == NULL || strcmp(known->file, file) == 0))
            return index_of_path[at];
    }
    if (path_count >= MOST_PATHS)
        return 0;
    file = file == NULL ? NULL : strdup(file);
    paths[path_count] = (struct path){parent, address, file};
    index_of_path[at] = path_count;
    char key[64];
    snprintf(key, sizeof key, "line %u %llu", path_count, (unsigned long long)address);
    if (file != NULL)
        tt_note_text(key, file);
    else
        tt_note("path %u %u %llx\n", path_count, parent, (unsigned long long)address);
    return path_count++;
}

static int has_room(void)
{
    if (paths == NULL) {
        paths = memory(MOST_PATHS * sizeof *paths);
        index_of_path = memory(sizeof *index_of_path * 2 * MOST_PATHS);
    }
    return paths != NULL && index_of_path != NULL;
}

const void *tt_line_site(const char *file, unsigned line)
{
    uint32_t hash = 0;
    for (const char *at = file; *at != '\0'; at++)
        hash = hash * 31 + (unsigned char)*at;
    pthread_mutex_lock(&adding);
    uint32_t number = has_room() ? number_of(hash, line, file) : 0;
    pthread_mutex_unlock(&adding);
    return (const void *)(uintptr_t)number;
}

/* Of callers, the innermost first. */
static uint32_t path_by(const struct caller *callers, uint32_t depth)
{
    pthread_mutex_lock(&adding);
    uint32_t path = 0;
    int is_known = has_room();
    for (uint32_t i = depth; is_known && i-- > 0;) {
        path = number_of(path, callers[i].address, NULL);
        is_known = path != 0;
    }
    pthread_mutex_unlock(&adding);
    return path;
}

struct walk {
    const void *site;
    struct caller *callers;
    uint32_t depth, passed;
    const uintptr_t *below; /* where the frame ends that was seen last */
};

/* Where on the stack the address stands that a frame goes on at: directly below its own part on x86-64, near that elsewhere. */
static const uintptr_t *slot_of(const uintptr_t *low, const uintptr_t *high, uintptr_t address)
{
    for (int i = 1; low != NULL && i <= SLOT_WORDS && high - i >= low; i++)
        if (high[-i] == address)
            return high - i;
    return NULL;
}

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *argument)
{
    struct walk *w = argument;
    uintptr_t address = _Unwind_GetIP(context);
    /* The part of the stack above this address is the frame's that goes on at `address`. */
    const uintptr_t *end = (const uintptr_t *)_Unwind_GetCFA(context);
    const uintptr_t *slot = slot_of(w->below, end, address);
    w->below = end;
    if (w->depth == 0 && address != (uintptr_t)w->site)
        return ++w->passed > PROBES_OWN ? _URC_END_OF_STACK : _URC_NO_REASON;
    if (address == 0 || w->depth == TT_MOST_CALLERS || w->depth >= tt_callers_wanted)
        return _URC_END_OF_STACK;
    w->callers[w->depth++] = (struct caller){address, slot};
    return _URC_NO_REASON;
}

static int is_same(const struct seen *s, const void *site, const void *frame)
{
    if (s->site != site || s->frame != frame)
        return 0;
    for (uint32_t i = 0; i < s->depth; i++)
        if (s->callers[i].slot == NULL || *s->callers[i].slot != s->callers[i].address)
            return 0;
    return 1;
}

static int is_too_much(const struct tt_callers *c, uint64_t now)
{
    return c->spent * 100 > now * tt_process.budget && c->spent > LEAST_SPENT;
}

static __attribute__((noinline)) uint32_t look(struct tt_callers *c, struct seen *s, const void *site, const void *frame)
{
    uint64_t begin = tt_time();
    if (is_too_much(c, begin)) {
        c->without++;
        return 0;
    }
    struct walk walk = {.site = site, .callers = s->callers};
    s->site = NULL; /* should a signal come in between */
    _Unwind_Backtrace(take_frame, &walk);
    s->depth = walk.depth;
    s->path = walk.depth == 0 ? 0 : path_by(s->callers, walk.depth);
    s->frame = frame;
    s->site = site;
    c->without += s->path == 0;
    c->spent += tt_time() - begin;
    return s->path;
}

const void *tt_call_path(struct tt_thread *t, const void *site)
{
    const void *frame = __builtin_frame_address(0), *line;
    if (tt_script_site != NULL && tt_script_site(&line))
        return line; /* code of the interpreter is no place of the program */
    if (t->callers == NULL)
        t->callers = memory(sizeof *t->callers);
    struct tt_callers *c = t->callers;
    if (c == NULL)
        return site;
    struct seen *s = &c->seen[hash_of((uintptr_t)site, (uintptr_t)frame) & (SEEN - 1)];
    uint32_t path = is_same(s, site, frame) ? s->path : look(c, s, site, frame);
    return path == 0 ? site : (const void *)(uintptr_t)path;
}

static void note_without(void)
{
    uint64_t without = 0;
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        without += t->callers == NULL ? 0 : t->callers->without;
    if (without > 0)
        tt_note("calls-without-path %llu\n", (unsigned long long)without);
}

static void read_settings(void)
{
    uint64_t wanted = tt_number_setting(TRIMTAB_CALLERS, tt_functions_wanted ? 0 : USUAL_CALLERS, 0);
    tt_callers_wanted = (unsigned)(wanted < TT_MOST_CALLERS ? wanted : TT_MOST_CALLERS);
}

/* Their lock may be held. */
static void look_for_none(void)
{
    tt_callers_wanted = 0;
}

const struct tt_component tt_callers_component = {
    .name = "callers", .settings = read_settings, .fork_child = look_for_none, .end = note_without};
