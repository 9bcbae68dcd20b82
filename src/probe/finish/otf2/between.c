/*
 * Where functions left no records, the time between two calls is the program's, and no more is known of it than who made
 * both: it belongs to the innermost function that is among the callers of the one and of the other, at the same place of the
 * program, in a region that names the lines that both calls come from there. Whether that function was left and called again
 * in between is not to be seen on the stack.
 *
 * A function that makes a single call, and is called itself in several places, only passes that call on: what comes before
 * it is computed by whom it is called by.
 */
#include "between.h"

#include "../symbols/names.h"

#include <stdlib.h>
#include <string.h>

/* What regions say of themselves that are such stretches; src/model/definitions.ts reads it. */
static const char BETWEEN[] = "between calls";

static int is_same_call(const struct frame *a, const struct frame *b)
{
    return a->region == b->region && a->site == b->site;
}

struct stretch stretch_between(const struct writer *w, const struct frame *first, uint32_t count, const struct frame *call,
                               uint64_t next_site, uint32_t next_function)
{
    const struct callers next = callers_of(w, next_site);
    uint32_t shared = 0;
    while (shared < count && shared < next.count && is_same_call(&first[shared], &next.list[shared]))
        shared++;
    const struct frame next_call = {.region = mpi_region(w->archive, next_function), .site = next.site};
    struct stretch s = {.shared = shared};
    for (;; s.shared--) {
        s.before = s.shared < count ? first[s.shared] : *call;
        s.after = s.shared < next.count ? next.list[s.shared] : next_call;
        if (s.shared == 0 || !w->archive->regions[first[s.shared - 1].region].passes_on || s.before.site != s.after.site)
            return s;
    }
}

static uint32_t line_of_call(struct writer *w, const struct frame *frame)
{
    struct known_call call = {0};
    return call_line(w, frame, &call);
}

/* "main.c:12" where the line stands in another file than the function. */
static char *line_name(const struct archive *a, const struct source_line *line, uint32_t file)
{
    return line->file == file ? format_text("%u", line->line)
                              : format_text("%s:%u", base_name(a->texts.list[line->file]), line->line);
}

/* A stretch that ends at no later line than it begins has come round, by a loop or another call of the function. */
static char *stretch_name(const struct archive *a, const struct region *caller, uint32_t from, uint32_t to)
{
    const char *name = a->texts.list[caller->name];
    if (from == NO_LINE || to == NO_LINE)
        return format_text("%s between calls", name);
    const struct source_line *begin = &a->lines[from], *end = &a->lines[to];
    char *first = line_name(a, begin, caller->file), *last = line_name(a, end, caller->file), *text;
    if (from == to)
        text = format_text("%s between calls at line %s", name, first);
    else if (begin->file == end->file && begin->line > end->line)
        text = format_text("%s after line %s, before line %s", name, first, last);
    else
        text = format_text("%s between lines %s and %s", name, first, last);
    free(first);
    free(last);
    return text;
}

uint32_t stretch_region(struct writer *w, uint32_t caller, const struct stretch *s, uint32_t *line)
{
    struct archive *a = w->archive;
    uint32_t from = line_of_call(w, &s->before), to = line_of_call(w, &s->after);
    struct region region = a->regions[caller]; /* where no line is known: the function's place */
    char *name = stretch_name(a, &region, from, to);
    *line = from;
    if (from != NO_LINE) {
        region.file = a->lines[from].file;
        region.line = a->lines[from].line;
        region.last_line = to != NO_LINE && a->lines[to].file == region.file && a->lines[to].line > region.line ? a->lines[to].line : 0;
    }
    region.name = region.canonical = text_id(&a->texts, name);
    region.description = text_id(&a->texts, BETWEEN);
    region.role = "CODE";
    region.passes_on = 0;
    free(name);
    return add_region(a, &region);
}

/* Callers that are open innermost. */
static uint32_t open_callers(const struct writer *w)
{
    uint32_t count = 0;
    while (count < w->depth && IS_CALLER_FRAME(w->stack[w->depth - 1 - count].function))
        count++;
    return count;
}

static void leave_stretch(struct writer *w, uint64_t time)
{
    if (w->depth > 0 && IS_BETWEEN_FRAME(w->stack[w->depth - 1].function))
        leave_frame(w, time);
}

static int is_call(const uint64_t *record)
{
    enum tt_record_type type = (enum tt_record_type)(*record >> TT_TIME_BITS);
    return type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL;
}

void end_stretch_before(struct writer *w, uint64_t time, const uint64_t *reading)
{
    const uint64_t *next = (reading[1] & TT_COUNTER_ENTERS) == 0 ? NULL : next_record(w, reading);
    if (next != NULL && is_call(next))
        leave_stretch(w, time);
}

uint64_t enter_callers(struct writer *w, uint64_t time, uint64_t site)
{
    leave_stretch(w, time);
    const struct callers callers = callers_of(w, site);
    uint32_t open = open_callers(w), shared = 0;
    const struct frame *first = w->stack + (w->depth - open);
    while (shared < open && shared < callers.count && is_same_call(&first[shared], &callers.list[shared]))
        shared++;
    leave_down_to(w, time, w->depth - open + shared + 1);
    for (uint32_t i = shared; i < callers.count; i++)
        enter_known(w, time, &callers.list[i], known_call(w, CALLER_CALL(callers.list[i].region), callers.list[i].site, 0));
    return callers.site;
}

/* What blocks that one thread executes at a time do to how many regions are open. */
static int step_of_mutex(const uint64_t *record)
{
    enum tt_mutex kind = (enum tt_mutex)(record[1] >> 48 & 0xFF);
    enum tt_mutex_step step = (enum tt_mutex_step)(record[1] >> 56);
    if (kind != TT_CRITICAL && kind != TT_ORDERED)
        return 0;
    return step == TT_ACQUIRE ? 1 : step == TT_RELEASED ? -1 : 0;
}

/* What a record does to how many regions are open. */
static int step_of(const uint64_t *record)
{
    switch ((enum tt_record_type)(*record >> TT_TIME_BITS)) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
    case TT_ENTER:
    case TT_USER_ENTER:
    case TT_IO_ENTER:
    case TT_OMP_FORK:
    case TT_OMP_TEAM_BEGIN:
    case TT_OMP_BEGIN:
        return 1;
    case TT_LEAVE:
    case TT_USER_LEAVE:
    case TT_IO_LEAVE:
    case TT_OMP_JOIN:
    case TT_OMP_TEAM_END:
    case TT_OMP_END:
        return -1;
    case TT_OMP_MUTEX:
        return step_of_mutex(record);
    default:
        return 0;
    }
}

/* The record of the thread's next call, if it is made where the last one ended: in no other region. */
static const uint64_t *next_call(const struct writer *w, const uint64_t *record)
{
    int within = 0;
    for (const uint64_t *r = record + 1 + payload_of((unsigned)(*record >> TT_TIME_BITS)); r < w->thread->end;) {
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (is_call(r))
            return within == 0 ? r : NULL;
        within += step_of(r);
        if (within < 0 || type == TT_OMP_TASK_SWITCH)
            return NULL;
        r += 1 + payload_of(type);
    }
    return NULL;
}

static void enter_stretch(struct writer *w, uint64_t time, const struct stretch *s)
{
    uint32_t caller = w->stack[w->depth - 1].region;
    struct known_call *call = known_call(w, BETWEEN_CALLS(caller), s->before.site, s->after.site);
    if (!call->has_region) {
        uint32_t line;
        uint32_t region = stretch_region(w, caller, s, &line);
        *call = (struct known_call){.what = call->what,
                                    .site = call->site,
                                    .hook = call->hook,
                                    .region = region,
                                    .line = line,
                                    .inlined = MAP_MISSING,
                                    .outer = ANY_OUTER,
                                    .has_region = 1,
                                    .is_own = 1};
    }
    const struct frame frame = {.region = call->region, .function = BETWEEN_FRAME, .site = s->before.site};
    enter_known(w, time, &frame, call);
}

void leave_callers(struct writer *w, uint64_t time, const uint64_t *record)
{
    uint32_t count = open_callers(w), base = w->depth - count;
    if (count == 0)
        return;
    const struct frame call = w->stack[w->depth]; /* that has just been left */
    int is_in_function = base > 0 && w->stack[base - 1].outer != 0;
    const uint64_t *next = is_in_function ? NULL : next_call(w, record);
    struct stretch s = {0};
    if (next != NULL)
        s = stretch_between(w, w->stack + base, count, &call, next[1] & TT_SITE_MASK, (uint32_t)(next[1] >> TT_SITE_BITS));
    leave_down_to(w, time, base + s.shared + 1);
    if (s.shared > 0)
        enter_stretch(w, time, &s);
}
