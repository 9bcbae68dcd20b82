/* The line of each call: by the debug information, for Fortran by the source, and where a call was inlined. */
#include "writer.h"

#include "callers.h"
#include "../symbols/fortran-calls.h"
#include "../symbols/names.h"

uint32_t at_place(struct writer *w, uint64_t address, enum place_kind kind)
{
    uint32_t place = place_of(&w->archive->symbols, &w->places, w->process, address, kind);
    return place >= w->archive->placed.count ? MAP_MISSING : w->archive->placed.region[place];
}

/* Where the compiler inlined the function entered; NO_LINE if it did not. */
static uint32_t inlined_at(struct writer *w, const struct frame *frame)
{
    return frame->hook == 0 ? NO_LINE : at_place(w, frame->hook, PLACE_INLINED);
}

uint32_t site_line(struct writer *w, uint64_t site)
{
    const struct process *p = w->process;
    if (site < p->callers.path_count && p->callers.paths[site].file != NULL)
        return source_line(w->archive, text_id(&w->archive->texts, p->callers.paths[site].file), p->callers.paths[site].line);
    return at_place(w, site, PLACE_SITE);
}

static uint32_t line_of(struct writer *w, const struct frame *frame)
{
    const struct region *region = &w->archive->regions[frame->region];
    if (IS_OMP_FRAME(frame->function) && region->line != 0)
        return source_line(w->archive, region->file, region->line);
    uint32_t inlined = inlined_at(w, frame);
    return inlined != NO_LINE ? inlined : site_line(w, frame->site);
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
    uint32_t found = map_get(&a->fortran.lines, key);
    if (found == MAP_MISSING) {
        found = (uint32_t)a->fortran.lines.used;
        map_put(&a->fortran.lines, key, found);
    }
    return found;
}

/* Input and output stands at the statement, which names other things than the function that its library calls. */
static int is_io(const struct writer *w, const struct frame *frame)
{
    return w->archive->regions[frame->region].paradigm == OTF2_PARADIGM_NONE;
}

/* The line of a call in Fortran by the source, NO_LINE where that does not tell; other lines are taken as they are. */
static uint32_t fortran_line(struct writer *w, const struct frame *frame, uint32_t line)
{
    struct archive *a = w->archive;
    const struct source_line known = a->lines[line];
    if (frame->region == HIDDEN_REGION || IS_OMP_FRAME(frame->function) || IS_USER_FRAME(frame->function) || !known.is_fortran ||
        is_io(w, frame))
        return line;
    const struct region *outer = outer_function(w);
    uint32_t begin = outer != NULL && outer->file == known.file ? outer->line : 0;
    uint64_t key = (uint64_t)line_within(a, line, begin) << 32 | frame->region;
    uint32_t found = map_get(&a->fortran.calls, key);
    if (found == MAP_MISSING) {
        const char *name = a->texts.list[a->regions[frame->region].name];
        uint32_t number = fortran_call_line(a->texts.list[known.file], known.line, begin, name);
        /* gfortran gives the line of the PROGRAM or SUBROUTINE statement, where no call can stand, for lines it has lost:
         * this is for sources that are not here. */
        int is_lost = number == 0 || (number == begin && number == known.line);
        found = is_lost ? NO_CALL_LINE : source_line(a, known.file, number);
        map_put(&a->fortran.calls, key, found);
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

/* Whether the place of a call is its own whatever is open around it. */
static int is_always_own(struct writer *w, const struct frame *frame)
{
    return frame->function == 0 || IS_OMP_FRAME(frame->function) || IS_USER_FRAME(frame->function) ||
           IS_CALLER_FRAME(frame->function) || inlined_at(w, frame) != NO_LINE;
}

/* Whether the place of a call is its own; the outermost function is called by the system. */
static int has_call_site(struct writer *w, const struct frame *frame)
{
    return is_always_own(w, frame) || (w->depth > 0 && !has_foreign_site(w, frame, &w->stack[w->depth - 1]));
}

/* The place of a call that stands in a function that was inlined; MAP_MISSING for other calls. */
static uint32_t inlined_place(struct writer *w, const struct frame *frame)
{
    const struct symbols *symbols = &w->archive->symbols;
    uint32_t place = place_of(&w->archive->symbols, &w->places, w->process, frame->site, PLACE_SITE);
    return place < w->archive->placed.count && symbols->places[place].inlined != NULL ? place : MAP_MISSING;
}

/* The function around a call, which lines of Fortran depend on. */
static uint32_t outer_of(const struct writer *w)
{
    uint32_t height = w->depth == 0 ? 0 : w->stack[w->depth - 1].outer;
    return height == 0 ? NO_OUTER : FIRST_OUTER + w->stack[height - 1].region;
}

static void learn_line(struct writer *w, const struct frame *frame, struct known_call *call)
{
    uint32_t line = line_of(w, frame);
    call->is_own = is_always_own(w, frame);
    call->outer = line == NO_LINE || !w->archive->lines[line].is_fortran ? ANY_OUTER : outer_of(w);
    call->line = line == NO_LINE ? NO_LINE : fortran_line(w, frame, line);
    call->inlined = inlined_place(w, frame);
}

uint32_t call_line(struct writer *w, const struct frame *frame, struct known_call *call)
{
    int has_own = call->is_own || (w->depth > 0 && w->stack[w->depth - 1].site != frame->site);
    if (!has_own && !has_call_site(w, frame))
        return NO_LINE;
    if (call->outer == UNKNOWN_OUTER || (call->outer != ANY_OUTER && call->outer != outer_of(w)))
        learn_line(w, frame, call);
    if (call->line != NO_LINE && call->inlined != MAP_MISSING)
        w->archive->placed.inlined_line[call->inlined] = call->line;
    return call->line;
}

/* The calls of a program's busy part; more would not fit into the processor's own memory. */
enum { KNOWN_BITS = 10 };

struct known_call *known_call(struct writer *w, uint64_t what, uint64_t site, uint64_t hook)
{
    if (w->known == NULL)
        w->known = allocate((size_t)1 << KNOWN_BITS, sizeof *w->known);
    uint64_t hash = ((what * 3 ^ site) + hook) * UINT64_C(0x9E3779B97F4A7C15);
    struct known_call *call = &w->known[hash >> (64 - KNOWN_BITS)];
    if (call->what != what || call->site != site || call->hook != hook)
        *call = (struct known_call){.what = what, .site = site, .hook = hook};
    return call;
}
