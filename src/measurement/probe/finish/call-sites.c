/* The line of each call: by the debug information, for Fortran by the source, and where a call was inlined. */
#include "writer.h"

#include "fortran-calls.h"
#include "names.h"

static uint32_t line_at(struct writer *w, uint64_t address, enum place_kind kind)
{
    uint32_t place = place_of(&w->archive->symbols, &w->places, w->process, address, kind);
    return place == MAP_MISSING ? NO_LINE : w->archive->place_region[place];
}

/* Where the compiler inlined the function entered; NO_LINE if it did not. */
static uint32_t inlined_at(struct writer *w, const struct frame *frame)
{
    return frame->hook == 0 ? NO_LINE : line_at(w, frame->hook, PLACE_INLINED);
}

static uint32_t line_of(struct writer *w, const struct frame *frame)
{
    const struct region *region = &w->archive->regions[frame->region];
    if (IS_OMP_FRAME(frame->function) && region->line != 0)
        return source_line(w->archive, region->file, region->line);
    uint32_t inlined = inlined_at(w, frame);
    return inlined != NO_LINE ? inlined : line_at(w, frame->site, PLACE_SITE);
}

/* The function around a call: the innermost one that is open and none of MPI or OpenMP. */
static const struct region *outer_function(const struct writer *w)
{
    uint32_t height = w->depth == 0 ? 0 : w->stack[w->depth - 1].outer;
    return height == 0 ? NULL : &w->archive->regions[w->stack[height - 1].region];
}

/* A number for each line and beginning of the procedure around it. */
static uint32_t line_within(struct archive *a, uint32_t line, uint32_t begin)
{
    uint64_t key = (uint64_t)line << 32 | begin;
    uint32_t found = map_get(&a->fortran_lines, key);
    if (found == MAP_MISSING) {
        found = (uint32_t)a->fortran_lines.used;
        map_put(&a->fortran_lines, key, found);
    }
    return found;
}

/* The line of a call in Fortran by the source, NO_LINE where that does not tell; other lines are taken as they are. */
static uint32_t fortran_line(struct writer *w, const struct frame *frame, uint32_t line)
{
    struct archive *a = w->archive;
    const struct source_line known = a->lines[line];
    if (frame->region == HIDDEN_REGION || IS_OMP_FRAME(frame->function) || IS_USER_FRAME(frame->function) || !known.is_fortran)
        return line;
    const struct region *outer = outer_function(w);
    uint32_t begin = outer != NULL && outer->file == known.file ? outer->line : 0;
    uint64_t key = (uint64_t)line_within(a, line, begin) << 32 | frame->region;
    uint32_t found = map_get(&a->fortran_calls, key);
    if (found == MAP_MISSING) {
        const char *name = a->texts.list[a->regions[frame->region].name];
        uint32_t number = fortran_call_line(a->texts.list[known.file], known.line, begin, name);
        /* gfortran gives the line of the PROGRAM or SUBROUTINE statement, where no call can stand, for lines it has lost:
         * this is for sources that are not here. */
        int is_lost = number == 0 || (number == begin && number == known.line);
        found = is_lost ? NO_CALL_LINE : source_line(a, known.file, number);
        map_put(&a->fortran_calls, key, found);
    }
    return found == NO_CALL_LINE ? NO_LINE : found;
}

/* A function that the compiler inlined comes with the call of the function around it, which is
 * none of its own; this is for those whose debug information does not tell where they were
 * inlined. The same call again may be that of a recursion: there the hook, or the call itself,
 * stands in the function called. */
static int has_foreign_site(struct writer *w, const struct frame *frame, const struct frame *outer)
{
    if (frame->site != outer->site)
        return 0;
    if (frame->function != outer->function)
        return frame->hook != 0;
    struct symbols *symbols = &w->archive->symbols;
    uint32_t site = place_of(symbols, &w->places, w->process, frame->site, PLACE_SITE);
    uint32_t function = place_of(symbols, &w->places, w->process, frame->function, PLACE_FUNCTION);
    return site == MAP_MISSING || !stands_in(symbols, site, function);
}

/* Whether the place of a call is its own; the outermost function is called by the system. */
static int has_call_site(struct writer *w, const struct frame *frame)
{
    if (frame->function == 0 || IS_OMP_FRAME(frame->function) || IS_USER_FRAME(frame->function))
        return 1;
    if (inlined_at(w, frame) != NO_LINE)
        return 1;
    return w->depth > 0 && !has_foreign_site(w, frame, &w->stack[w->depth - 1]);
}

static void note_inlined(struct writer *w, const struct frame *frame, uint32_t line)
{
    struct archive *a = w->archive;
    uint32_t place = place_of(&a->symbols, &w->places, w->process, frame->site, PLACE_SITE);
    if (place != MAP_MISSING && a->symbols.places[place].inlined != NULL)
        map_put(&a->inlined_calls, place, line);
}

uint32_t call_line(struct writer *w, const struct frame *frame)
{
    uint32_t line = has_call_site(w, frame) ? line_of(w, frame) : NO_LINE;
    line = line == NO_LINE ? NO_LINE : fortran_line(w, frame, line);
    if (line != NO_LINE)
        note_inlined(w, frame, line);
    return line;
}
