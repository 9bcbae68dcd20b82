/* Regions and source lines: one each for what is the same, wherever it was loaded. */
#include "archive.h"

#include "../read/library-functions.h"
#include "mpi_regions.h"
#include "../symbols/names.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
}

static int same(const struct region *a, const struct region *b)
{
    return a->name == b->name && a->canonical == b->canonical && a->file == b->file && a->line == b->line &&
           a->description == b->description && a->role == b->role;
}

uint32_t add_region(struct archive *a, const struct region *region)
{
    uint64_t hash = mix(mix(mix(mix(HASH_START, region->name), region->canonical), region->file), region->line);
    hash = mix(hash, region->description);
    uint32_t found;
    while ((found = map_get(&a->region_index, hash)) != MAP_MISSING) {
        if (same(&a->regions[found], region))
            return found;
        hash++;
    }
    APPEND(a->regions, a->region_count, a->region_capacity, *region);
    map_put(&a->region_index, hash, a->region_count - 1);
    return a->region_count - 1;
}

static const struct {
    const char *name, *file, *role;
} io_regions[] = {
#define IO_FILE_POSIX "POSIX I/O"
#define IO_FILE_ISOC "ISO C I/O"
#define IO_REGION(name, shown, paradigm, role) {#shown, IO_FILE_##paradigm, #role},
    TT_IO_FUNCTIONS(IO_REGION)
#undef IO_REGION
};

/* OTF2 has no paradigm for regions of input and output, which their role tells. */
static struct region io_region(struct archive *a, uint32_t function)
{
    uint32_t name = text_id(&a->texts, io_regions[function].name);
    return (struct region){.name = name,
                           .canonical = name,
                           .file = text_id(&a->texts, io_regions[function].file),
                           .role = io_regions[function].role,
                           .paradigm = OTF2_PARADIGM_NONE};
}

static const char *const thread_functions[] = {
#define THREAD_NAME(name) #name,
    TT_THREAD_FUNCTIONS(THREAD_NAME)
#undef THREAD_NAME
};

static struct region thread_region(struct archive *a, uint32_t function)
{
    uint32_t name = text_id(&a->texts, thread_functions[function]);
    return (struct region){
        .name = name, .canonical = name, .file = text_id(&a->texts, "PTHREAD"), .paradigm = OTF2_PARADIGM_PTHREAD};
}

static struct region region_of_mpi(struct archive *a, uint32_t function)
{
    uint32_t name = text_id(&a->texts, tt_mpi_regions[function].name);
    return (struct region){.name = name,
                           .canonical = name,
                           .file = text_id(&a->texts, "MPI"),
                           .role = tt_mpi_regions[function].role,
                           .paradigm = OTF2_PARADIGM_MPI};
}

/* Of a profile or a text that is damaged: its numbers are kept, its name is not known. */
static struct region unknown_region(struct archive *a, uint32_t function)
{
    say("function %u is none that is recorded: a profile is damaged, and its calls are called \"unknown function\"", function);
    uint32_t name = text_id(&a->texts, "unknown function");
    return (struct region){.name = name, .canonical = name, .file = text_id(&a->texts, ""), .paradigm = OTF2_PARADIGM_UNKNOWN};
}

uint32_t mpi_region(struct archive *a, uint32_t function)
{
    uint32_t found = map_get(&a->mpi_regions, function);
    if (found != MAP_MISSING)
        return found;
    int is_io = is_io_function(function), is_thread = is_thread_function(function);
    const struct region region = !is_library_function(function) ? unknown_region(a, function)
                                 : is_thread ? thread_region(a, function - TT_FIRST_THREAD_FUNCTION)
                                 : is_io   ? io_region(a, function - TT_FIRST_IO_FUNCTION)
                                           : region_of_mpi(a, function);
    found = add_region(a, &region);
    map_put(&a->mpi_regions, function, found);
    return found;
}

uint32_t source_line(struct archive *a, uint32_t file, uint32_t number)
{
    const struct source_line line = {file, number, is_fortran(a->texts.list[file])};
    uint64_t key = (uint64_t)line.file << 32 | line.line;
    uint32_t found = map_get(&a->line_index, key);
    if (found != MAP_MISSING)
        return found;
    APPEND(a->lines, a->line_count, a->line_capacity, line);
    map_put(&a->line_index, key, a->line_count - 1);
    return a->line_count - 1;
}

static uint32_t add_line(struct archive *a, const struct place *place)
{
    return place->file == NULL || place->line == 0 ? NO_LINE : source_line(a, text_id(&a->texts, place->file), place->line);
}

static uint32_t add_function(struct archive *a, const struct place *place)
{
    const struct region region = {.name = text_id(&a->texts, place->name),
                                  .canonical = text_id(&a->texts, place->linkage),
                                  .file = place->file != NULL ? text_id(&a->texts, place->file) : 0,
                                  .line = place->line,
                                  .description = place->kind == PLACE_CALLER ? text_id(&a->texts, UNWOUND) : 0,
                                  .paradigm = OTF2_PARADIGM_COMPILER};
    return add_region(a, &region);
}

/* What clang and gcc make of the bodies of parallel regions and tasks. */
static int is_outlined(const struct place *place)
{
    static const char *const marks[] = {".omp_outlined", ".omp_task_entry.", "._omp_fn.", "._omp_cpyfn."};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strstr(place->linkage, marks[i]) != NULL)
            return 1;
    return strncmp(place->linkage, ".omp", 4) == 0;
}

void define_places(struct archive *a)
{
    a->placed.count = a->symbols.count;
    a->placed.region = allocate(a->placed.count, sizeof *a->placed.region);
    a->placed.inlined_line = allocate(a->placed.count, sizeof *a->placed.inlined_line);
    for (uint32_t i = 0; i < a->placed.count; i++) {
        a->placed.inlined_line[i] = NO_LINE;
        const struct place *place = &a->symbols.places[i];
        if (place->kind == PLACE_FUNCTION || place->kind == PLACE_CALLER)
            a->placed.region[i] = is_outlined(place) || place->left_out ? HIDDEN_REGION : add_function(a, place);
        else
            a->placed.region[i] = add_line(a, place);
    }
}
