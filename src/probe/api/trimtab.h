/*
 * What a program says of itself to Trimtab: regions, phases, counters, parameters, and entities: things of the program's
 * own world (a face of a cube, a statement, a task) to which time is booked that code spends on their behalf.
 *
 * Copy this file into your program. Compiled by trimtab-cc it records; otherwise every call is nothing. Texts are copied,
 * all calls may be made by any thread, and handles hold until the process ends. 0 is the handle of nothing.
 */
#ifndef TRIMTAB_H
#define TRIMTAB_H

#include <stdint.h>

typedef uint32_t tt_handle;

#ifdef TRIMTAB_MEASURED

#ifdef __cplusplus
extern "C" {
#endif

/* Weak: an object that was compiled to be measured may be linked without the probe. */
#define TT_WEAK __attribute__((weak))
TT_WEAK tt_handle trimtab_region(const char *name);
TT_WEAK tt_handle trimtab_phase(const char *name, int dynamic);
TT_WEAK tt_handle trimtab_entity(const char *name, const char *attributes);
TT_WEAK tt_handle trimtab_shared(int count, const tt_handle *entities, const double *weights);
TT_WEAK void trimtab_start(tt_handle what);
TT_WEAK void trimtab_stop(tt_handle what);
TT_WEAK void trimtab_region_begin(const char *name);
TT_WEAK void trimtab_region_end(const char *name);
TT_WEAK tt_handle trimtab_counter(const char *name, const char *unit);
TT_WEAK void trimtab_count(tt_handle counter, double value);
TT_WEAK void trimtab_parameter_number(const char *name, int64_t value);
TT_WEAK void trimtab_parameter_text(const char *name, const char *value);
TT_WEAK void trimtab_associate(const void *object, tt_handle entity);
TT_WEAK tt_handle trimtab_of(const void *object);

#ifdef __cplusplus
}
#endif

#define TT_CALL(function, ...) (function ? function(__VA_ARGS__) : (void)0)
#define TT_GET(function, ...) (function ? function(__VA_ARGS__) : (tt_handle)0)

#else

static inline void tt_nothing(uint64_t unused, ...)
{
    (void)unused;
}
#define TT_CALL(function, ...) (0 ? tt_nothing(0, __VA_ARGS__) : (void)0)
#define TT_GET(function, ...) (0 ? (tt_nothing(0, __VA_ARGS__), (tt_handle)0) : (tt_handle)0)

#endif

/* A stretch of code by its name, from begin to end on one thread; the end names what it ends. */
#define tt_region_begin(name) TT_CALL(trimtab_region_begin, name)
#define tt_region_end(name) TT_CALL(trimtab_region_end, name)

/* The same by a handle, which saves looking the name up: handles are got once and started often. */
#define tt_region(name) TT_GET(trimtab_region, name)
/* A part of the program's run. Dynamic: each time it is started counts by itself, such as a time step. */
#define tt_phase(name) TT_GET(trimtab_phase, name, 0)
#define tt_dynamic_phase(name) TT_GET(trimtab_phase, name, 1)
#define tt_start(what) TT_CALL(trimtab_start, what)
#define tt_stop(what) TT_CALL(trimtab_stop, what)

/* A thing of the program's own world. The same name and attributes ("face=2; kind=inner", or NULL) are the same entity.
 * An object that has a member for it carries its entity (embedded association); work may be done for it on any thread. */
#define tt_entity(name, attributes) TT_GET(trimtab_entity, name, attributes)
/* For objects without such a member (external association): by their address, until associated with 0. */
#define tt_associate(object, entity) TT_CALL(trimtab_associate, object, entity)
/* The entity of an object; the entity "unmapped" for one that is not known. */
#define tt_of(object) TT_GET(trimtab_of, object)
/* What is done for several entities at once: its time is theirs by weight (NULL: in equal parts). */
#define tt_shared(count, entities, weights) TT_GET(trimtab_shared, count, entities, weights)

/* A value that the program knows, such as a residual or a number of particles; unit: "", "bytes", ... */
#define tt_counter(name, unit) TT_GET(trimtab_counter, name, unit)
#define tt_count(counter, value) TT_CALL(trimtab_count, counter, value)

/* With what the region that is open was entered. */
#define tt_parameter_number(name, value) TT_CALL(trimtab_parameter_number, name, value)
#define tt_parameter_text(name, value) TT_CALL(trimtab_parameter_text, name, value)

#ifdef __cplusplus
/* Stops when its block is left, also by an exception. */
class tt_scope_guard
{
public:
    explicit tt_scope_guard(tt_handle started) : what(started) {}
    ~tt_scope_guard() { tt_stop(what); }
    tt_scope_guard(const tt_scope_guard &) = delete;
    tt_scope_guard &operator=(const tt_scope_guard &) = delete;

private:
    tt_handle what;
};
#define TT_JOINED(a, b) a##b
#define TT_NAMED(a, b) TT_JOINED(a, b)
/* A region, or anything that can be started, until the end of the block. */
#define TT_SCOPE(name)                                       \
    static const tt_handle TT_NAMED(tt_region_, __LINE__) = tt_region(name); \
    TT_SCOPE_OF(TT_NAMED(tt_region_, __LINE__))
#define TT_SCOPE_OF(what)                                        \
    tt_scope_guard TT_NAMED(tt_guard_, __LINE__)(what);          \
    tt_start(what)
#endif

#endif
