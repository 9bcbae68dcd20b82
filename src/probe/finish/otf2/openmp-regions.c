/* Regions of OpenMP constructs, named and classified as Score-P does. */
#include "writer.h"

#include "../symbols/names.h"
#include "../symbols/source-text.h"

#include <stdlib.h>

static const struct {
    const char *name; /* without "!$omp " where it is a function of the OpenMP runtime */
    const char *role;
} kinds[OMP_KINDS] = {
#define KIND(kind, name, role) [kind] = {name, role},
    TT_CONSTRUCT_NAMES(KIND)
#undef KIND
};

static uint32_t line_at(struct writer *w, uint64_t site)
{
    return site == 0 ? NO_LINE : at_place(w, site, PLACE_SITE);
}

/* gcc gives some constructs the line of the statement before them, or of their loop: the
 * directive comes next or stands above. */
static uint32_t directive_line(struct archive *a, unsigned kind, uint32_t line)
{
    static const char *const loops[] = {"for", "do", NULL}, *const singles[] = {"^single", NULL};
    static const char *const ordered[] = {"^ordered", NULL}, *const parallel[] = {"parallel", NULL};
    static const char *const sections[] = {"sections", NULL};
    static const char *const sharing[] = {"for", "do", "single", "sections", "workshare", NULL};
    static const char *const *const words[OMP_KINDS] = {
        [TT_LOOP] = loops,
        [TT_SECTIONS] = sections,
        [TT_SINGLE] = singles,
        [TT_SINGLE_OTHER] = singles,
        [OMP_SINGLE_BLOCK] = singles,
        [OMP_ORDERED] = ordered,
        [OMP_ORDERED_BLOCK] = ordered,
        [OMP_PARALLEL] = parallel,
        [TT_JOIN_BARRIER] = parallel,
        [TT_IMPLICIT_BARRIER] = sharing,
    };
    enum { LINES = 24 };
    if (words[kind] == NULL)
        return line;
    uint32_t first = a->lines[line].line;
    const char *path = a->texts.list[a->lines[line].file];
    if ((kind == OMP_PARALLEL || kind == TT_JOIN_BARRIER) && is_fortran(path)) {
        /* The line may be one inside the region, such as that of a MASTER directive. */
        uint32_t around = parallel_around(path, first);
        if (around != 0)
            return source_line(a, a->lines[line].file, around);
    }
    uint32_t number = first > 1 && is_loop(path, first) ? directive_at(path, first - 1, first - 1, words[kind]) : 0;
    if (number == 0)
        number = directive_at(path, first, first + LINES, words[kind]);
    return number == 0 ? line : source_line(a, a->lines[line].file, number);
}

/* The region of a construct at a line of a source file: "!$omp for @solver.c:12". */
static struct region construct(struct archive *a, unsigned kind, uint32_t line)
{
    struct region region = {.role = kinds[kind].role, .paradigm = OTF2_PARADIGM_OPENMP};
    const char *name = kinds[kind].name;
    char *full;
    if (line == NO_LINE) {
        full = copy_text(name);
    } else {
        const char *file = a->texts.list[a->lines[line].file];
        if (kind == TT_LOOP && is_fortran(file))
            name = "!$omp do";
        full = format_text("%s @%s:%u", name, base_name(file), a->lines[line].line);
        region.file = a->lines[line].file;
        region.line = a->lines[line].line;
    }
    region.name = region.canonical = text_id(&a->texts, full);
    free(full);
    return region;
}

static struct region runtime_function(struct archive *a, unsigned kind)
{
    uint32_t name = text_id(&a->texts, kinds[kind].name);
    return (struct region){.name = name,
                           .canonical = name,
                           .file = text_id(&a->texts, "OMP"),
                           .role = kinds[kind].role,
                           .paradigm = OTF2_PARADIGM_OPENMP};
}

uint32_t omp_region(struct writer *w, unsigned kind, uint64_t site)
{
    struct archive *a = w->archive;
    uint32_t line = kind >= OMP_SET_LOCK ? NO_LINE : line_at(w, site);
    uint64_t key = OMP_KEY(kind, line);
    uint32_t found = map_get(&a->constructs.regions, key);
    if (found == MAP_MISSING && map_get(&a->constructs.hidden, key) != MAP_MISSING)
        return HIDDEN_REGION;
    if (found == MAP_MISSING) {
        if (w->omp->gnu && line != NO_LINE)
            line = directive_line(a, kind, line);
        struct region region = kind >= OMP_SET_LOCK ? runtime_function(a, kind) : construct(a, kind, line);
        found = add_region(a, &region);
        map_put(&a->constructs.regions, key, found);
    }
    return found;
}

const char *construct_name(struct archive *a, unsigned kind, uint32_t line)
{
    struct region region = kind >= OMP_SET_LOCK ? runtime_function(a, kind) : construct(a, kind, line);
    return a->texts.list[region.name];
}

uint32_t barrier_region(struct writer *w, uint32_t construct_region)
{
    struct archive *a = w->archive;
    if (construct_region >= HIDDEN_REGION)
        return omp_region(w, TT_IMPLICIT_BARRIER, 0);
    const struct region *of = &a->regions[construct_region];
    uint32_t line = of->line == 0 ? NO_LINE : source_line(a, of->file, of->line);
    const struct region region = construct(a, TT_IMPLICIT_BARRIER, line);
    return add_region(a, &region);
}

int waits_at_end(struct writer *w, uint32_t construct_region)
{
    struct archive *a = w->archive;
    if (construct_region >= HIDDEN_REGION)
        return 1;
    const struct region *of = &a->regions[construct_region];
    if (of->line == 0)
        return 1;
    uint32_t found = map_get(&a->constructs.waiting_regions, construct_region);
    if (found == MAP_MISSING) {
        found = !has_nowait(a->texts.list[of->file], of->line);
        map_put(&a->constructs.waiting_regions, construct_region, found);
    }
    return found != 0;
}

int is_explicit_barrier(struct writer *w, uint64_t site)
{
    struct archive *a = w->archive;
    uint32_t line = line_at(w, site);
    if (line == NO_LINE)
        return 0;
    uint32_t found = map_get(&a->constructs.barrier_lines, line);
    if (found == MAP_MISSING) {
        static const char *const words[] = {"^barrier", NULL};
        uint32_t number = a->lines[line].line;
        found = directive_at(a->texts.list[a->lines[line].file], number, number, words) == number;
        map_put(&a->constructs.barrier_lines, line, found);
    }
    return found != 0;
}
