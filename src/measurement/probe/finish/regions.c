/* Regions and source lines: one each for what is the same, wherever it was loaded. */
#include "archive.h"

#include "mpi_regions.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

enum { MPI_FUNCTIONS = sizeof tt_mpi_regions / sizeof tt_mpi_regions[0] };

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

uint32_t mpi_region(struct archive *a, uint32_t function)
{
    uint32_t found = map_get(&a->mpi_regions, function);
    if (found != MAP_MISSING)
        return found;
    if (function >= MPI_FUNCTIONS)
        fail("the records name MPI function %u, which this finisher does not know: it is of another version", function);
    uint32_t name = text_id(&a->texts, tt_mpi_regions[function].name);
    const struct region region = {.name = name,
                                  .canonical = name,
                                  .file = text_id(&a->texts, "MPI"),
                                  .role = tt_mpi_regions[function].role,
                                  .paradigm = OTF2_PARADIGM_MPI};
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
    a->place_region = allocate(a->symbols.count, sizeof *a->place_region);
    for (uint32_t i = 0; i < a->symbols.count; i++) {
        const struct place *place = &a->symbols.places[i];
        if (place->kind == PLACE_FUNCTION)
            a->place_region[i] = is_outlined(place) || place->left_out ? HIDDEN_REGION : add_function(a, place);
        else
            a->place_region[i] = add_line(a, place);
    }
}
