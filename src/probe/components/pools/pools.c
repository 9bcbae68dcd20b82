/*
 * Threads that the program creates. Each has the name that it was given (pthread_setname_np). Otherwise it has the name of its
 * pool: the threads with the same start routine that the same function creates. The callers of pthread_create are noted for
 * this, since std::thread, std::async and other libraries create threads for the function of the program.
 *
 * Threads that the probe, or a function of MPI, creates are not those of the program.
 */
#include "pools.h"

#include "../../core/component.h"
#include "../../core/probe.h"
#include "../../core/surroundings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unwind.h>

enum { MOST_CREATIONS = 1024, MOST_CALLERS = 24, PROBES_OWN = 8 };

/* One way on which threads are created. */
struct creation {
    const void *routine;
    uint32_t depth;
    uintptr_t callers[MOST_CALLERS]; /* where they continue, the innermost first */
    atomic_flag is_noted;
};

static struct creation creations[MOST_CREATIONS]; /* by number; 0 is none */
static unsigned creation_count = 1;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

__thread const void *tt_start_routine;

/* The calling thread, as it was created. */
static __thread struct {
    int is_created; /* by the program */
    unsigned creation;
    char first_name[TT_THREAD_NAME]; /* of its creator: it has this name until it gets one */
} self __attribute__((tls_model("initial-exec")));

struct walk {
    struct creation *creation;
    uintptr_t caller;
    unsigned passed;
};

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *walk)
{
    struct walk *w = walk;
    struct creation *c = w->creation;
    uintptr_t address = _Unwind_GetIP(context);
    if (c->depth == 0 && address != w->caller)
        return ++w->passed > PROBES_OWN ? _URC_END_OF_STACK : _URC_NO_REASON;
    if (address == 0 || c->depth == MOST_CALLERS)
        return _URC_END_OF_STACK;
    c->callers[c->depth++] = address;
    return _URC_NO_REASON;
}

static int is_same(const struct creation *a, const struct creation *b)
{
    return a->routine == b->routine && a->depth == b->depth && memcmp(a->callers, b->callers, a->depth * sizeof *a->callers) == 0;
}

/* The number of a way on which threads are created; 0 where there are too many. */
static unsigned number_of(const struct creation *creation)
{
    pthread_mutex_lock(&adding);
    unsigned number = 1;
    while (number < creation_count && !is_same(&creations[number], creation))
        number++;
    if (number == MOST_CREATIONS) {
        number = 0;
    } else if (number == creation_count) {
        creations[number] = *creation;
        creation_count++;
    }
    pthread_mutex_unlock(&adding);
    return number;
}

static __attribute__((noinline)) unsigned creation_by(const void *routine, const void *caller)
{
    struct creation creation = {.routine = routine, .is_noted = ATOMIC_FLAG_INIT};
    struct walk walk = {.creation = &creation, .caller = (uintptr_t)caller};
    _Unwind_Backtrace(take_frame, &walk);
    return creation.depth == 0 ? 0 : number_of(&creation);
}

/* What a thread begins with. */
struct start {
    void *(*routine)(void *);
    void *argument;
    unsigned creation;
    char first_name[TT_THREAD_NAME];
};

/* ThreadSanitizer is not ready yet: its own routine comes next. */
static __attribute__((no_sanitize("thread"))) void *begin_created(void *start)
{
    struct start *s = start;
    void *(*routine)(void *) = s->routine;
    void *argument = s->argument;
    self.is_created = 1;
    self.creation = s->creation;
    for (size_t i = 0; i < sizeof self.first_name; i++)
        self.first_name[i] = s->first_name[i];
    free(s);
    return routine(argument);
}

static int is_of_program(void)
{
    const struct tt_thread *t = tt_self;
    return atomic_load_explicit(&tt_process.state, memory_order_relaxed) == TT_RECORDING && t != &tt_no_thread &&
           (t == NULL || !t->in_mpi);
}

typedef int pthread_create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static pthread_create_function *real_create(void)
{
    static _Atomic(pthread_create_function *) real;
    pthread_create_function *known = atomic_load_explicit(&real, memory_order_relaxed);
    if (TT_UNLIKELY(known == NULL)) {
        *(void **)&known = dlsym(RTLD_NEXT, "pthread_create");
        atomic_store_explicit(&real, known, memory_order_relaxed);
    }
    return known;
}

TT_API int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    const void *shown = tt_start_routine != NULL ? tt_start_routine : (const void *)routine;
    tt_start_routine = NULL;
    struct start *s = is_of_program() ? malloc(sizeof *s) : NULL;
    if (s == NULL)
        return real_create()(thread, attributes, routine, argument);
    *s = (struct start){.routine = routine, .argument = argument, .creation = creation_by(shown, __builtin_return_address(0))};
    prctl(PR_GET_NAME, s->first_name);
    int error = real_create()(thread, attributes, begin_created, s);
    if (error != 0)
        free(s);
    return error;
}

static void begin_thread(struct tt_thread *t)
{
    memcpy(t->first_name, self.first_name, sizeof t->first_name);
    t->creation = self.creation;
    atomic_store(&t->has_pool, self.creation != 0);
    atomic_store(&t->has_name, self.is_created);
}

static void note_creation(unsigned number, struct creation *creation)
{
    char line[32 + 17 * (MOST_CALLERS + 1)];
    int n = snprintf(line, sizeof line, "thread-creator %u %llx", number, (unsigned long long)(uintptr_t)creation->routine);
    for (uint32_t i = 0; i < creation->depth; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %llx", (unsigned long long)creation->callers[i]);
    tt_note("%s\n", line);
}

static void note_pool(struct tt_thread *t)
{
    if (!tt_process.wanted || !atomic_exchange(&t->has_pool, 0))
        return;
    unsigned number = t->creation;
    if (!atomic_flag_test_and_set(&creations[number].is_noted))
        note_creation(number, &creations[number]);
    tt_note("thread-pool %u %u\n", t->index, number);
}

/* The name that a thread was given, once. */
static void note_name(struct tt_thread *t)
{
    char path[64], name[TT_THREAD_NAME] = "", key[32];
    if (!tt_process.wanted || !atomic_exchange(&t->has_name, 0))
        return;
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", t->number);
    tt_read_text(path, name, sizeof name);
    name[strcspn(name, "\n")] = '\0';
    snprintf(key, sizeof key, "thread-name %u", t->index);
    if (name[0] != '\0' && strcmp(name, t->first_name) != 0)
        tt_note_text(key, name);
}

static void leave_thread(struct tt_thread *t)
{
    note_pool(t);
    note_name(t);
}

static void for_all(void (*act)(struct tt_thread *))
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        act(t);
}

static void note_pools(void)
{
    for_all(note_pool);
}

static void note_names(void)
{
    for_all(note_name);
}

const struct tt_component tt_pools_component = {
    .name = "pools", .begin_thread = begin_thread, .leave_thread = leave_thread, .exit = note_pools, .end = note_names};
