/*
 * From raw records to OTF2 events, thread by thread. The order of events is Score-P's:
 * MPI_COLLECTIVE_BEGIN directly after its ENTER, MPI_COLLECTIVE_END before the LEAVE,
 * sends and requests before, receives and completions after what happened.
 */
#include "writer.h"

#include "between.h"
#include "../symbols/names.h"
#include "../parts/part.h"

#include <stdlib.h>
#include <string.h>

static void enter_function(struct writer *w, uint64_t time, uint64_t function, uint64_t site, uint64_t hook)
{
    struct frame frame = {.function = function, .site = site, .hook = hook - function < TT_ENTRY_BYTES ? 0 : hook};
    struct known_call *call = known_call(w, function, site, frame.hook);
    if (!call->has_region) {
        call->region = at_place(w, function, PLACE_FUNCTION);
        call->has_region = 1;
    }
    frame.region = call->region;
    if (frame.region == MAP_MISSING)
        w->archive->misplaced++;
    else
        enter_known(w, time, &frame, call);
}

/* Leaves `function` (0: of MPI, or of input and output) and what longjmp left open above it. */
static void leave_function(struct writer *w, uint64_t time, uint64_t function)
{
    uint32_t height = height_of(w, function);
    if (height == 0)
        w->archive->misplaced++; /* entered before its thread recorded */
    else
        leave_down_to(w, time, height);
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

static void leave_mpi(struct writer *w, uint64_t time, const uint64_t *record)
{
    leave_function(w, time, 0);
    leave_callers(w, time, record);
}

static void enter_io(struct writer *w, uint64_t time, const uint64_t *record)
{
    end_left_io(w, time);
    enter_library(w, time, record[1] >> TT_SITE_BITS, record[1] & TT_SITE_MASK);
    begin_io_operation(w, time, record);
}

/* Whether the innermost frame is a call that reads or writes files. */
static int is_on_file(const struct writer *w)
{
    uint32_t region = w->stack[w->depth - 1].region;
    return region != HIDDEN_REGION && w->archive->regions[region].role != NULL &&
           strcmp(w->archive->regions[region].role, "FILE_IO") == 0;
}

static void enter_mpi(struct writer *w, uint64_t time, const uint64_t *record, int collective)
{
    end_left_io(w, time);
    enter_library(w, time, record[1] >> TT_SITE_BITS, enter_callers(w, time, record[1] & TT_SITE_MASK));
    if (w->process->io.is_recorded && is_on_file(w))
        begin_io_operation(w, time, record);
    enum tt_record_type end = collective ? collective_ends(w, record) : TT_NO_RECORD;
    if (end == TT_COLL_END)
        PUT_BARE_EVENT(&w->out, at(w, time), EVENT_MPI_COLLECTIVE_BEGIN);
    else if (end == TT_WIN_COLL_END)
        PUT_BARE_EVENT(&w->out, at(w, time), EVENT_RMA_COLLECTIVE_BEGIN);
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
        leave_mpi(w, time, r);
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
    case TT_USER_ENTER:
    case TT_USER_LEAVE:
    case TT_USER_VALUE:
    case TT_USER_NUMBER:
    case TT_USER_TEXT:
        write_user(w, type, time, r);
        break;
    case TT_IO_ENTER:
        enter_io(w, time, r);
        break;
    case TT_IO_LEAVE:
        leave_function(w, time, 0);
        break;
    case TT_IO_OPERATION:
    case TT_IO_OPEN:
    case TT_IO_CLOSE:
    case TT_IO_SEEK:
    case TT_IO_DUPLICATE:
    case TT_IO_DELETE:
    case TT_IO_START:
    case TT_IO_END:
    case TT_IO_TESTED:
    case TT_IO_CANCELLED:
        write_io(w, type, time, r);
        break;
    case TT_COUNTER:
        end_stretch_before(w, time, r);
        write_reading(w, time, r);
        break;
    case TT_LOCK_TAKEN:
    case TT_LOCK_GIVEN:
    case TT_THREAD_CREATE:
    case TT_THREAD_BEGIN:
    case TT_THREAD_END:
    case TT_THREAD_WAIT:
        write_threads(w, type, time, r);
        break;
    case TT_HEAP:
        write_heap(w, time, (int64_t)r[1]);
        break;
    case TT_LINE_SAMPLE:
        write_line_sample(w, time, r);
        break;
    case TT_FLUSH:
        write_flush(w, time, w->thread->start_ticks + r[1]);
        break;
    case TT_ITERATION: /* of profiles */
        break;
    default:
        write_request(w, type, time, r[1]);
    }
}

/* Where only parts of a run were traced, the program lasts from the first to the last of them. */
static uint64_t program_begins(const struct writer *w)
{
    uint64_t begin, end;
    return part_times(w->process, &begin, &end) ? begin : w->thread->start_ticks;
}

static void program_begin(struct writer *w)
{
    struct texts *texts = &w->archive->texts;
    const struct process *p = w->process;
    uint32_t count = p->arg_count > 1 ? p->arg_count - 1 : 0;
    uint32_t *arguments = allocate(count, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = text_id(texts, p->args[i + 1]);
    uint32_t name = text_id(texts, p->exe != NULL ? p->exe : "unknown program");
    put_program_begin(&w->out, at(w, program_begins(w)), ATTRIBUTE_PROCESS_ID, (uint64_t)p->pid, name, count, arguments);
    free(arguments);
}

static void program_end(struct writer *w)
{
    uint64_t begin, end = w->process->end != NULL ? w->process->start_ticks + w->process->end_time : w->last;
    part_times(w->process, &begin, &end);
    PUT_EVENT(&w->out, at(w, end), EVENT_PROGRAM_END, OTF2_UNDEFINED_INT64);
}

/* Callers and stretches between calls end with what the program recorded. */
static int is_of_calls(const struct frame *frame)
{
    return IS_CALLER_FRAME(frame->function) || IS_BETWEEN_FRAME(frame->function);
}

/* What is open when a process becomes another program lasts until then, and nobody wonders that it has no end. */
static void close_open_regions(struct writer *w)
{
    int goes_on = became_another(w->process);
    uint64_t end = goes_on && w->location->thread == 0 ? w->process->start_ticks + w->process->end_time : w->last;
    while (w->depth > 0) {
        w->archive->closed += !is_of_calls(&w->stack[w->depth - 1]) && !goes_on;
        leave_frame(w, end);
    }
}

void open_events_of(const struct archive *a, const struct location *l, struct event_file *file)
{
    char *path = format_text("%s/traces/%llu.evt", a->folder, (unsigned long long)l->id);
    open_events(file, path);
    free(path);
}

void write_events(struct archive *a, const struct process *process, const struct thread *thread, struct location *location)
{
    struct writer w = {.archive = a, .process = process, .thread = thread, .location = location};
    open_events_of(a, location, &w.out);
    w.omp = a->openmp.process;
    w.posix = a->threads;
    int is_listed = thread >= process->threads && thread < process->threads + process->thread_count;
    if (w.omp != NULL && is_listed)
        w.acquisitions = w.omp->first_acquisition[thread - process->threads];
    if (w.posix != NULL && is_listed)
        find_acquisitions(&w, (uint32_t)(thread - process->threads));
    if (location->thread == 0)
        program_begin(&w);
    location->first = corrected(process, location->thread == 0 || thread->begin == thread->end
                                             ? program_begins(&w)
                                             : thread->start_ticks + (thread->begin[0] & TT_TIME_MASK));
    for (const uint64_t *r = thread->begin; r < thread->end; r = following(thread, r)) {
        if (w.sample < thread->sample_count)
            write_samples(&w, thread->start_ticks + (*r & TT_TIME_MASK));
        if (w.late < w.end_late)
            write_late_acquisitions(&w, r);
        write_record(&w, r);
        count_record(location, r);
    }
    write_samples(&w, UINT64_MAX);
    location->lost = thread->lost;
    end_last_team(&w);
    close_open_regions(&w);
    if (location->thread == 0)
        program_end(&w);
    location->last = corrected(process, w.last);
    location->events = w.out.count;
    close_events(&w.out);
    map_free(&w.places);
    free(w.known);
    map_free(&w.held);
    map_free(&w.taken);
    free_frames(&w);
    free_windows(&w);
    free(w.teams);
}
