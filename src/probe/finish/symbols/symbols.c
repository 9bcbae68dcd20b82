#include "symbols.h"

#include "addr2line.h"
#include "chains.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

static uint32_t object_number(struct symbols *s, const char *path)
{
    for (uint32_t i = 0; i < s->object_count; i++)
        if (strcmp(s->objects[i], path) == 0)
            return i;
    APPEND(s->objects, s->object_count, s->object_capacity, copy_text(path));
    return s->object_count - 1;
}

/* The newest note counts: objects may be unloaded and others loaded in their place. */
const struct object *object_of(const struct process *p, uint64_t address)
{
    for (uint32_t i = p->object_count; i-- > 0;)
        if (address >= p->objects[i].low && address < p->objects[i].high)
            return &p->objects[i];
    return NULL;
}

static uint32_t find_place(struct symbols *s, const struct process *p, uint64_t address, enum place_kind kind)
{
    uint64_t inside = kind == PLACE_FUNCTION || kind == PLACE_CALLER ? address : address - 1;
    const struct object *object = object_of(p, inside);
    if (object == NULL)
        return MAP_MISSING;
    struct place place = {.object = object_number(s, object->path), .kind = kind, .offset = inside - object->base};
    uint64_t key = (uint64_t)place.object << 48 | (place.offset & TT_SITE_MASK >> 2) << 2 | (unsigned)kind;
    uint32_t found = map_get(&s->index, key);
    if (found != MAP_MISSING)
        return found;
    APPEND(s->places, s->count, s->capacity, place);
    map_put(&s->index, key, s->count - 1);
    return s->count - 1;
}

uint32_t place_of(struct symbols *s, struct map *cache, const struct process *p, uint64_t address, enum place_kind kind)
{
    uint64_t key = address << 2 | (unsigned)kind;
    uint32_t found = map_get(cache, key);
    if (found == MAP_MISSING) {
        found = find_place(s, p, address, kind);
        if (found != MAP_MISSING)
            map_put(cache, key, found);
    }
    return found;
}

/* The places of one object and kind. */
struct batch {
    struct place **places;
    uint64_t *offsets;
    uint32_t count, capacity, offsets_capacity;
};

static struct batch gather(struct symbols *s, uint32_t object, enum place_kind kind)
{
    struct batch batch = {0};
    for (uint32_t i = 0; i < s->count; i++)
        if (s->places[i].object == object && s->places[i].kind == kind) {
            uint32_t count = batch.count;
            APPEND(batch.offsets, count, batch.offsets_capacity, s->places[i].offset);
            APPEND(batch.places, batch.count, batch.capacity, &s->places[i]);
        }
    return batch;
}

/* The chains with names as people write them. Where none is mangled, the tool would give the same answers again. */
static char **readable_chains(const char *object, const struct batch *batch, char *const *chains)
{
    char **copies = allocate(batch->count, sizeof *copies);
    for (uint32_t i = 0; i < batch->count; i++) {
        if (has_mangled_name(chains[i]))
            return addr2line(object, batch->offsets, batch->count, ADDR2LINE_PLAIN_NAMES);
        copies[i] = copy_text(chains[i]);
    }
    return copies;
}

static void note_inlined(const struct batch *batch, char *const *chains)
{
    for (uint32_t i = 0; chains != NULL && i < batch->count; i++) {
        batch->places[i]->name = function_with_line(chains[i]);
        batch->places[i]->inlined = functions_around(chains[i]);
    }
}

static void resolve_calls(struct symbols *s, uint32_t object, enum place_kind kind)
{
    struct batch batch = gather(s, object, kind);
    char **chains = addr2line(s->objects[object], batch.offsets, batch.count, ADDR2LINE_NAMES);
    if (kind == PLACE_SITE && chains != NULL)
        note_inlined(&batch, readable_chains(s->objects[object], &batch, chains));
    for (uint32_t i = 0; chains != NULL && i < batch.count; i++) {
        struct step hook;
        /* The hook stands in the function itself; its caller is the next one. */
        if (kind != PLACE_INLINED || next_step(&chains[i], &hook))
            set_line_of_chain(batch.places[i], chains[i]);
    }
    free(batch.places);
    free(batch.offsets);
}

static int any_mangled(const struct batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++)
        if (batch->places[i]->linkage != NULL && strncmp(batch->places[i]->linkage, "_Z", 2) == 0)
            return 1;
    return 0;
}

static void name_functions(struct symbols *s, uint32_t object, const struct batch *batch)
{
    char **plain = any_mangled(batch) ? addr2line(s->objects[object], batch->offsets, batch->count, ADDR2LINE_PLAIN_NAMES) : NULL;
    for (uint32_t i = 0; i < batch->count; i++) {
        struct place *place = batch->places[i];
        char *name = plain == NULL ? NULL : function_of_chain(plain[i]).function;
        if (place->linkage == NULL)
            place->linkage = format_text("%s+0x%llx", base_name(s->objects[object]), (unsigned long long)place->offset);
        place->name = name != NULL ? name : readable_name(place->linkage, place->file);
    }
}

static void resolve_functions(struct symbols *s, uint32_t object, enum place_kind kind)
{
    struct batch batch = gather(s, object, kind);
    char **raw = addr2line(s->objects[object], batch.offsets, batch.count, ADDR2LINE_NAMES);
    for (uint32_t i = 0; raw != NULL && i < batch.count; i++) {
        struct step function = function_of_chain(raw[i]);
        batch.places[i]->linkage = function.function;
        batch.places[i]->file = function.file;
        batch.places[i]->line = function.line;
    }
    name_functions(s, object, &batch);
    free(batch.places);
    free(batch.offsets);
}

static int compare_places(const void *left, const void *right, void *symbols)
{
    const struct symbols *s = symbols;
    const struct place *a = &s->places[*(const uint32_t *)left], *b = &s->places[*(const uint32_t *)right];
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void sort_functions(struct symbols *s)
{
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->places[i].kind == PLACE_FUNCTION)
            APPEND(s->functions, s->function_count, capacity, i);
    if (s->function_count > 0)
        qsort_r(s->functions, s->function_count, sizeof *s->functions, compare_places, s);
}

int stands_in(const struct symbols *s, uint32_t site, uint32_t function)
{
    const struct place *at = &s->places[site];
    uint32_t low = 0, high = s->function_count;
    while (low < high) { /* the first function that begins behind the site */
        uint32_t middle = low + (high - low) / 2;
        const struct place *f = &s->places[s->functions[middle]];
        if (f->object < at->object || (f->object == at->object && f->offset <= at->offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->functions[low - 1] == function;
}

void resolve(struct symbols *s)
{
    sort_functions(s);
    for (uint32_t object = 0; object < s->object_count; object++) {
        resolve_functions(s, object, PLACE_FUNCTION);
        resolve_functions(s, object, PLACE_CALLER);
        resolve_calls(s, object, PLACE_SITE);
        resolve_calls(s, object, PLACE_INLINED);
    }
}
