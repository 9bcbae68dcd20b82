/*
 * Callers of MPI functions that were found on the stack, where functions left no records. They are regions around the call,
 * which have no time but that of what is called: those of the program, from main on. Functions of the system's libraries and
 * such that no symbol names are passed over, so that what they call is called at the program's line that led there.
 */
#include "callers.h"

#include "../symbols/function-starts.h"
#include "../symbols/names.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* What regions say of themselves that are known from the stack alone; src/model/definitions.ts reads it. */
const char UNWOUND[] = "unwound";

/* Libraries that run programs and are none of their code. */
static int is_runtime(const char *path)
{
    static const char *const names[] = {
        "ld-linux",   "libc.so",   "libm.so",     "libmvec",  "libdl.so",      "librt.so",   "libpthread", "libgcc_s",   "libstdc++",
        "libc++",     "libunwind", "libgfortran", "libquadmath", "libgomp",    "libomp.so",  "libiomp5",   "libmpi",     "libopen-",
        "libmpich",   "libpmi",    "libprrte",    "libhwloc", "libevent",      "libuc",      "libfabric",  "libpsm",     "librdmacm",
        "libibverbs", "libhcoll",  "libsharp",    "libxpmem", "libtrimtab-",   NULL};
    return begins_with_any(base_name(path), names);
}

static int is_in_system_folder(const char *path)
{
    static const char *const folders[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libexec/", NULL};
    return begins_with_any(path, folders);
}

static int is_installed(const char *program)
{
    static const char *const folders[] = {"/usr/bin/", "/bin/", NULL};
    return begins_with_any(program, folders) || is_in_system_folder(program);
}

int is_system_object(const struct process *p, const char *path)
{
    if (path[0] != '/') /* such as the kernel's own */
        return 1;
    int is_own = p->exe != NULL && is_installed(p->exe);
    return is_runtime(path) || (!is_own && is_in_system_folder(path));
}

/* The functions of each file that is asked for, read once. */
struct files {
    const char **paths;
    struct function_starts *starts;
    uint32_t count, path_capacity, capacity;
};

static const struct function_starts *starts_of(struct files *files, const struct process *p, const char *path)
{
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0)
            return &files->starts[i];
    uint32_t count = files->count;
    const struct function_starts starts = is_system_object(p, path) ? (struct function_starts){0} : read_function_starts(path);
    APPEND(files->paths, count, files->path_capacity, path);
    APPEND(files->starts, files->count, files->capacity, starts);
    return &files->starts[files->count - 1];
}

static void find_caller(struct archive *a, const struct process *p, struct caller_path *path, struct map *seen, struct files *files)
{
    const struct object *object = path->file != NULL ? NULL : object_of(p, path->address - 1);
    if (object == NULL)
        return;
    const struct function_start *start = function_at(starts_of(files, p, object->path), path->address - 1 - object->base);
    if (start == NULL)
        return;
    place_of(&a->symbols, seen, p, path->address, PLACE_SITE);
    path->function = place_of(&a->symbols, seen, p, object->base + start->begin, PLACE_CALLER);
    if (strcmp(start->name, "main") == 0)
        path->parent = 0; /* whatever starts programs */
}

static void free_files(struct files *files)
{
    for (uint32_t i = 0; i < files->count; i++)
        free_starts(&files->starts[i]);
    free(files->starts);
    free(files->paths);
}

void collect_callers(struct archive *a)
{
    struct files files = {0};
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        struct map seen = {0};
        for (uint32_t i = 1; p != NULL && i < p->callers.path_count; i++)
            find_caller(a, p, &p->callers.paths[i], &seen, &files);
        map_free(&seen);
    }
    free_files(&files);
}

static uint32_t region_of(const struct archive *a, const struct caller_path *path)
{
    return path->function == MAP_MISSING ? HIDDEN_REGION : a->placed.region[path->function];
}

/* What was seen of something so far, of each region. */
struct sight {
    uint32_t place; /* the first; 0: none */
    int has_others;
};

static void see(struct sight *sight, uint32_t place)
{
    sight->has_others |= sight->place != 0 && sight->place != place + 1;
    sight->place = sight->place == 0 ? place + 1 : sight->place;
}

static uint32_t site_place(struct archive *a, const struct process *p, uint32_t path, struct map *seen)
{
    return place_of(&a->symbols, seen, p, p->callers.paths[path].address, PLACE_SITE);
}

void mark_passing(struct archive *a)
{
    struct sight *calls = allocate(a->region_count, sizeof *calls), *called = allocate(a->region_count, sizeof *called);
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        struct map seen = {0};
        for (uint32_t i = 1; p != NULL && i < p->callers.path_count; i++) {
            uint32_t region = region_of(a, &p->callers.paths[i]), around = p->callers.paths[i].parent;
            if (region == HIDDEN_REGION)
                continue;
            see(&calls[region], site_place(a, p, i, &seen));
            if (around != 0 && around < p->callers.path_count && region_of(a, &p->callers.paths[around]) != HIDDEN_REGION)
                see(&called[region], site_place(a, p, around, &seen));
        }
        map_free(&seen);
    }
    for (uint32_t i = 0; i < a->region_count; i++)
        a->regions[i].passes_on = calls[i].place != 0 && !calls[i].has_others && called[i].has_others;
    free(calls);
    free(called);
}

/* The path itself or the next one around it whose function is known; 0: none. */
static uint32_t known_path(const struct writer *w, uint32_t path)
{
    while (path != 0 && region_of(w->archive, &w->process->callers.paths[path]) == HIDDEN_REGION)
        path = w->process->callers.paths[path].parent;
    return path;
}

static void reverse(struct callers *c)
{
    for (uint32_t i = 0; i < c->count / 2; i++) {
        const struct frame other = c->list[i];
        c->list[i] = c->list[c->count - 1 - i];
        c->list[c->count - 1 - i] = other;
    }
}

struct callers callers_of(const struct writer *w, uint64_t site)
{
    struct callers c; /* its list is long, and stays as it is where it is not used */
    c.site = site;
    c.count = 0;
    if (!is_path(site) || (site < w->process->callers.path_count && w->process->callers.paths[site].file != NULL))
        return c;
    uint32_t path = site < w->process->callers.path_count ? known_path(w, (uint32_t)site) : 0;
    c.site = path == 0 ? 0 : w->process->callers.paths[path].address;
    while (path != 0 && c.count < sizeof c.list / sizeof c.list[0]) {
        const struct caller_path *at = &w->process->callers.paths[path];
        uint32_t around = known_path(w, at->parent);
        c.list[c.count++] = (struct frame){.region = region_of(w->archive, at),
                                           .function = CALLER_FRAME,
                                           .site = around == 0 ? 0 : w->process->callers.paths[around].address};
        path = around;
    }
    reverse(&c);
    return c;
}

void write_callers(struct archive *a)
{
    uint64_t without = 0;
    for (uint32_t i = 0; i < a->run->count; i++)
        without += a->run->all[i].callers.without_path;
    if (without > 0)
        set_count(a, "CALLS_WITHOUT_PATH", without);
}
