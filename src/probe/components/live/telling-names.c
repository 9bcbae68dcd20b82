/* Names and classes of the call paths of iterations that a running program tells. */
#include "telling-ring.h"

#include "../../format/io-functions.h"
#include "../../format/thread-functions.h"
#include "../functions/named.h"
#include "../../core/teams.h"
#include "../user/definitions.h"
#include "mpi_regions.h"

struct wanted {
    uintptr_t entry;
    const char *name;
};

static void take_name(void *context, const struct tt_named *function)
{
    struct wanted *wanted = context;
    if (function->entry == wanted->entry)
        wanted->name = function->name;
}

static const char *function_name(uint64_t entry)
{
    struct wanted wanted = {(uintptr_t)entry, NULL};
    tt_each_function(take_name, &wanted);
    return wanted.name;
}

/* Functions of libraries. */
struct named_class {
    const char *name, *class;
};

static struct named_class library_function(uint64_t number)
{
    static const struct named_class files[] = {
#define IO_FUNCTION(name, shown, paradigm, role) {#shown, "none." #role},
        TT_IO_FUNCTIONS(IO_FUNCTION)
#undef IO_FUNCTION
    };
    static const char *const threads[] = {
#define THREAD_NAME(name) #name,
        TT_THREAD_FUNCTIONS(THREAD_NAME)
#undef THREAD_NAME
    };
    if (number < sizeof tt_mpi_regions / sizeof *tt_mpi_regions)
        return (struct named_class){tt_mpi_regions[number].name, "mpi.FUNCTION"};
    if (number >= TT_FIRST_IO_FUNCTION && number < TT_IO_FUNCTIONS_END)
        return files[number - TT_FIRST_IO_FUNCTION];
    if (number >= TT_FIRST_THREAD_FUNCTION && number < TT_THREAD_FUNCTIONS_END)
        return (struct named_class){threads[number - TT_FIRST_THREAD_FUNCTION], "pthread.FUNCTION"};
    return (struct named_class){NULL, "unknown.FUNCTION"};
}

/* As the finisher has them (finish/cube/profile.c), which also reads the program's text: of programs that gcc compiled it tells
 * explicit barriers from implicit ones. */
static struct named_class construct(const struct tt_told_path *path)
{
    static const struct named_class all[OMP_KINDS] = {
#define CONSTRUCT(kind, name, role) [kind] = {name, "openmp." role},
        TT_CONSTRUCT_NAMES(CONSTRUCT)
#undef CONSTRUCT
    };
    static const struct named_class some_barrier = {"!$omp barrier", "openmp.SOME_BARRIER"};
    uint64_t kind = path->name;
    if (kind >= TT_BARRIER_AFTER)
        kind = tt_openmp.gnu && kind != TT_BARRIER_AFTER + TT_IMPLICIT_BARRIER ? TT_SOME_BARRIER : TT_IMPLICIT_BARRIER;
    if (kind == TT_SOME_BARRIER && tt_openmp.gnu)
        return some_barrier;
    return kind < OMP_KINDS && all[kind].name != NULL ? all[kind] : (struct named_class){NULL, "openmp.UNKNOWN"};
}

static struct named_class named(const struct tt_told_path *path)
{
    switch (path->kind) {
    case TT_NODE_FUNCTION:
        return (struct named_class){function_name(path->name), "compiler.FUNCTION"};
    case TT_NODE_MPI:
        return library_function(path->name);
    case TT_NODE_USER:
        return (struct named_class){tt_defined_name((uint32_t)path->name), "user.CODE"};
    case TT_NODE_OPENMP:
        return construct(path);
    case TT_NODE_FLUSH:
        return (struct named_class){"TRACE BUFFER FLUSH", "measurement.ARTIFICIAL"};
    case TT_NODE_OFF:
        return (struct named_class){"MEASUREMENT OFF", "measurement.ARTIFICIAL"};
    default:
        return (struct named_class){NULL, "user.CODE"};
    }
}

const char *tt_told_name(const struct tt_told_path *path)
{
    const char *name = named(path).name;
    return name == NULL ? "?" : name;
}

const char *tt_told_class(const struct tt_told_path *path)
{
    return named(path).class;
}
