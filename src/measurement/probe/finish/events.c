/*
 * From raw records to OTF2 events, thread by thread. The order of events is Score-P's:
 * MPI_COLLECTIVE_BEGIN directly after its ENTER, MPI_COLLECTIVE_END before the LEAVE,
 * sends and requests before, receives and completions after what happened.
 */
#include "writer.h"

#include "fortran-calls.h"
#include "names.h"

#include <stdlib.h>

/* OTF2 demands that time never runs backwards at a location; the counters of two
 * processors may differ by a few ticks when a thread moves. */
uint64_t at(struct writer *w, uint64_t ticks)
{
    if (ticks < w->last)
        ticks = w->last;
    w->last = ticks;
    return ticks;
}

static uint32_t region_of(struct writer *w, uint64_t function)
{
    uint32_t place = place_of(&w->archive->symbols, &w->places, w->process, function, PLACE_FUNCTION);
    return place == MAP_MISSING ? MAP_MISSING : w->archive->place_region[place];
}

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
    for (uint32_t depth = w->depth; depth > 0; depth--) {
        uint32_t region = w->stack[depth - 1].region;
        if (region != HIDDEN_REGION && w->archive->regions[region].role == NULL)
            return &w->archive->regions[region];
    }
    return NULL;
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
    if (frame->region == HIDDEN_REGION || IS_OMP_FRAME(frame->function) || !is_fortran(a->texts.list[known.file]))
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

static void add_call_site(struct writer *w, const struct frame *frame)
{
    uint32_t line = line_of(w, frame);
    if (line != NO_LINE)
        line = fortran_line(w, frame, line);
    if (line != NO_LINE)
        check(OTF2_AttributeList_AddSourceCodeLocationRef(w->attributes, ATTRIBUTE_CALL_SITE, line), "an attribute");
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

/* The outermost function is called by the system. */
static int has_call_site(struct writer *w, const struct frame *frame)
{
    if (frame->function == 0 || IS_OMP_FRAME(frame->function))
        return 1;
    if (inlined_at(w, frame) != NO_LINE)
        return 1;
    return w->depth > 0 && !has_foreign_site(w, frame, &w->stack[w->depth - 1]);
}

void enter_frame(struct writer *w, uint64_t time, struct frame frame)
{
    if (frame.region != HIDDEN_REGION) {
        if (has_call_site(w, &frame))
            add_call_site(w, &frame);
        check(OTF2_EvtWriter_Enter(w->out, w->attributes, at(w, time), frame.region), "an ENTER");
    }
    APPEND(w->stack, w->depth, w->stack_capacity, frame);
}

void leave_frame(struct writer *w, uint64_t time)
{
    uint32_t region = w->stack[--w->depth].region;
    if (region != HIDDEN_REGION)
        check(OTF2_EvtWriter_Leave(w->out, NULL, at(w, time), region), "a LEAVE");
}

static void enter_function(struct writer *w, uint64_t time, uint64_t function, uint64_t site, uint64_t hook)
{
    const struct frame frame = {.region = region_of(w, function),
                                .function = function,
                                .site = site,
                                .hook = hook - function < TT_ENTRY_BYTES ? 0 : hook};
    if (frame.region == MAP_MISSING)
        w->archive->misplaced++;
    else
        enter_frame(w, time, frame);
}

/* Leaves `function` (0: an MPI function) and what longjmp left open above it. */
static void leave_function(struct writer *w, uint64_t time, uint64_t function)
{
    uint32_t depth = w->depth;
    while (depth > 0 && w->stack[depth - 1].function != function)
        depth--;
    if (depth == 0) {
        w->archive->misplaced++; /* entered before its thread recorded */
        return;
    }
    while (w->depth >= depth)
        leave_frame(w, time);
}

/* The record that ends a collective operation: TT_COLL_END, or TT_WIN_COLL_END for a window. One that a signal or
 * an abort cut off, or that failed, has none. */
static enum tt_record_type collective_ends(const struct writer *w, const uint64_t *record)
{
    for (const uint64_t *r = record; r < w->thread->end;) {
        enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
        if (type == TT_COLL_END || type == TT_WIN_COLL_END)
            return type;
        if (type == TT_MPI_LEAVE || (r > record && (type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL)))
            return TT_NO_RECORD;
        r += 1 + payload_of(type);
    }
    return TT_NO_RECORD;
}

static void enter_mpi(struct writer *w, uint64_t time, const uint64_t *record, int collective)
{
    const struct frame frame = {.region = mpi_region(w->archive, (uint32_t)(record[1] >> TT_SITE_BITS)),
                                .site = record[1] & TT_SITE_MASK};
    enter_frame(w, time, frame);
    enum tt_record_type end = collective ? collective_ends(w, record) : TT_NO_RECORD;
    if (end == TT_COLL_END)
        check(OTF2_EvtWriter_MpiCollectiveBegin(w->out, NULL, at(w, time)), "an event");
    else if (end == TT_WIN_COLL_END)
        check(OTF2_EvtWriter_RmaCollectiveBegin(w->out, NULL, at(w, time)), "an event");
}

static void write_record(struct writer *w, const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(r[0] >> TT_TIME_BITS);
    uint64_t time = w->thread->start_ticks + (r[0] & TT_TIME_MASK);
    switch (type) {
    case TT_ENTER_NEAR:
    case TT_ENTER_BODY:
        enter_function(w, time, w->thread->near_base + (r[1] >> 32), w->thread->near_base + (uint32_t)r[1],
                       type == TT_ENTER_BODY ? r[2] : 0);
        break;
    case TT_ENTER:
        enter_function(w, time, r[1], r[2], r[3]);
        break;
    case TT_LEAVE:
        leave_function(w, time, r[1]);
        break;
    case TT_MPI_ENTER:
    case TT_MPI_ENTER_COLL:
        enter_mpi(w, time, r, type == TT_MPI_ENTER_COLL);
        break;
    case TT_MPI_LEAVE:
        leave_function(w, time, 0);
        break;
    case TT_SEND:
    case TT_RECV:
    case TT_ISEND:
    case TT_IRECV:
        write_message(w, type, time, r);
        break;
    case TT_COLL_END:
    case TT_NBC_COMPLETE:
        write_collective_end(w, time, r, type == TT_COLL_END);
        break;
    case TT_COMM_CREATE:
    case TT_COMM_DESTROY:
        write_comm_lifetime(w, type, time, r[1]);
        break;
    case TT_WIN_CREATE:
    case TT_WIN_DESTROY:
    case TT_WIN_COLL_END:
    case TT_WIN_GROUP:
    case TT_WIN_OP:
    case TT_WIN_COMPLETE:
    case TT_WIN_TEST:
    case TT_WIN_LOCK:
    case TT_WIN_LOCKED:
    case TT_WIN_UNLOCKED:
    case TT_WIN_FLUSH:
    case TT_WIN_SYNC:
        write_window(w, type, time, r);
        break;
    case TT_OMP_FORK:
    case TT_OMP_JOIN:
    case TT_OMP_TEAM_BEGIN:
    case TT_OMP_TEAM_END:
    case TT_OMP_BEGIN:
    case TT_OMP_END:
        write_openmp(w, type, time, r);
        break;
    case TT_OMP_MUTEX:
        write_mutex(w, time, r);
        break;
    case TT_OMP_TASK_CREATE:
    case TT_OMP_TASK_SWITCH:
        write_task(w, type, time, r);
        break;
    case TT_FLUSH:
        write_flush(w, time, w->thread->start_ticks + r[1]);
        break;
    default:
        write_request(w, type, time, r[1]);
    }
}

static void program_begin(struct writer *w)
{
    struct texts *texts = &w->archive->texts;
    const struct process *p = w->process;
    uint32_t count = p->arg_count > 1 ? p->arg_count - 1 : 0;
    OTF2_StringRef *arguments = allocate(count, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = text_id(texts, p->args[i + 1]);
    OTF2_StringRef name = text_id(texts, p->exe != NULL ? p->exe : "unknown program");
    check(OTF2_AttributeList_AddUint64(w->attributes, ATTRIBUTE_PROCESS_ID, (uint64_t)p->pid), "an attribute");
    check(OTF2_EvtWriter_ProgramBegin(w->out, w->attributes, at(w, w->thread->start_ticks), name, count, arguments),
          "an event");
    free(arguments);
}

static void program_end(struct writer *w)
{
    uint64_t end = w->process->end != NULL ? w->process->start_ticks + w->process->end_time : w->last;
    check(OTF2_EvtWriter_ProgramEnd(w->out, NULL, at(w, end), OTF2_UNDEFINED_INT64), "an event");
}

static void close_open_regions(struct writer *w)
{
    w->archive->closed += w->depth;
    while (w->depth > 0)
        leave_frame(w, w->last);
}

void write_events(struct archive *a, const struct process *process, const struct thread *thread, struct location *location)
{
    struct writer w = {.archive = a, .process = process, .thread = thread, .location = location};
    w.out = OTF2_Archive_GetEvtWriter(a->otf2, location->id);
    w.attributes = OTF2_AttributeList_New();
    if (w.out == NULL || w.attributes == NULL)
        fail("the OTF2 library gives no writer for location %llu", (unsigned long long)location->id);
    w.omp = a->openmp.process;
    if (w.omp != NULL && thread >= process->threads && thread < process->threads + process->thread_count)
        w.acquisitions = w.omp->first_acquisition[thread - process->threads];
    if (location->thread == 0)
        program_begin(&w);
    location->first = corrected(process, location->thread == 0 || thread->begin == thread->end
                                             ? thread->start_ticks
                                             : thread->start_ticks + (thread->begin[0] & TT_TIME_MASK));
    for (const uint64_t *r = thread->begin; r < thread->end; r = following(thread, r)) {
        write_record(&w, r);
        count_record(location, r);
    }
    location->lost = thread->lost;
    end_last_team(&w);
    close_open_regions(&w);
    if (location->thread == 0)
        program_end(&w);
    location->last = corrected(process, w.last);
    check(OTF2_EvtWriter_GetNumberOfEvents(w.out, &location->events), "the number of events");
    OTF2_AttributeList_Delete(w.attributes);
    check(OTF2_Archive_CloseEvtWriter(a->otf2, w.out), "an event file");
    map_free(&w.places);
    map_free(&w.held);
    free_windows(&w);
    free(w.teams);
    free(w.stack);
}
