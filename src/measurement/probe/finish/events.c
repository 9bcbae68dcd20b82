/*
 * From raw records to OTF2 events, thread by thread. The order of events is Score-P's:
 * MPI_COLLECTIVE_BEGIN directly after its ENTER, MPI_COLLECTIVE_END before the LEAVE,
 * sends and requests before, receives and completions after what happened.
 */
#include "archive.h"

#include "names.h"

#include <stdlib.h>

struct frame {
    uint32_t region;
    uint64_t function; /* address; 0 for an MPI function */
    uint64_t site;
};

struct writer {
    struct archive *archive;
    const struct process *process;
    const struct thread *thread;
    struct location *location;
    OTF2_EvtWriter *out;
    OTF2_AttributeList *attributes;
    struct map places; /* of this process's addresses */
    struct frame *stack;
    uint32_t depth, stack_capacity;
    uint64_t last; /* local ticks of the last event */
};

/* OTF2 demands that time never runs backwards at a location; the counters of two
 * processors may differ by a few ticks when a thread moves. */
static uint64_t at(struct writer *w, uint64_t ticks)
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

/* gfortran loses the line of some calls and gives that of the PROGRAM or SUBROUTINE
 * statement, where no call can stand: no line is better than a wrong one. */
static int is_lost_line(const struct writer *w, const struct source_line *line)
{
    if (w->depth == 0)
        return 0;
    const struct region *outer = &w->archive->regions[w->stack[w->depth - 1].region];
    return outer->line == line->line && outer->file == line->file &&
           is_fortran(w->archive->texts.list[line->file]);
}

static void add_call_site(struct writer *w, uint64_t site)
{
    uint32_t place = place_of(&w->archive->symbols, &w->places, w->process, site, PLACE_SITE);
    uint32_t line = place == MAP_MISSING ? NO_LINE : w->archive->place_region[place];
    if (line != NO_LINE && !is_lost_line(w, &w->archive->lines[line]))
        check(OTF2_AttributeList_AddSourceCodeLocationRef(w->attributes, ATTRIBUTE_CALL_SITE, line), "an attribute");
}

/* For a function that the compiler inlined it gives the call of the function around it,
 * which is none of its own; but a function that calls itself has one call site too. */
static int is_inlined(struct writer *w, const struct frame *frame, const struct frame *outer)
{
    if (frame->site != outer->site)
        return 0;
    struct symbols *symbols = &w->archive->symbols;
    uint32_t site = place_of(symbols, &w->places, w->process, frame->site, PLACE_SITE);
    uint32_t function = place_of(symbols, &w->places, w->process, frame->function, PLACE_FUNCTION);
    return frame->function != outer->function || site == MAP_MISSING || !stands_in(symbols, site, function);
}

/* The outermost function is called by the system. */
static int has_call_site(struct writer *w, const struct frame *frame)
{
    if (frame->function == 0)
        return 1; /* MPI */
    return w->depth > 0 && !is_inlined(w, frame, &w->stack[w->depth - 1]);
}

static void enter(struct writer *w, uint64_t time, struct frame frame)
{
    if (has_call_site(w, &frame))
        add_call_site(w, frame.site);
    check(OTF2_EvtWriter_Enter(w->out, w->attributes, at(w, time), frame.region), "an ENTER");
    APPEND(w->stack, w->depth, w->stack_capacity, frame);
}

static void leave(struct writer *w, uint64_t time)
{
    check(OTF2_EvtWriter_Leave(w->out, NULL, at(w, time), w->stack[--w->depth].region), "a LEAVE");
}

static void enter_function(struct writer *w, uint64_t time, uint64_t function, uint64_t site)
{
    const struct frame frame = {region_of(w, function), function, site};
    if (frame.region == MAP_MISSING)
        w->archive->misplaced++;
    else
        enter(w, time, frame);
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
        leave(w, time);
}

/* An operation that a signal or an abort cut off has no end. */
static int collective_ends(const struct writer *w, const uint64_t *record)
{
    for (const uint64_t *r = record; r < w->thread->end;) {
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (type == TT_COLL_END || type == TT_MPI_LEAVE)
            return type == TT_COLL_END;
        r += 1 + payload_of(type);
    }
    return 0;
}

static void enter_mpi(struct writer *w, uint64_t time, const uint64_t *record, int collective)
{
    const struct frame frame = {mpi_region(w->archive, (uint32_t)(record[1] >> TT_SITE_BITS)), 0,
                                record[1] & TT_SITE_MASK};
    enter(w, time, frame);
    if (collective && collective_ends(w, record))
        check(OTF2_EvtWriter_MpiCollectiveBegin(w->out, NULL, at(w, time)), "an event");
}

static OTF2_CommRef comm_of(const struct writer *w, uint64_t word)
{
    uint32_t id = (uint32_t)(word >> 32);
    return id < w->process->comm_count ? w->process->comms[id].global : OTF2_UNDEFINED_COMM;
}

static void collective_end(struct writer *w, uint64_t time, const uint64_t *record, int blocking)
{
    static const OTF2_CollectiveOp operations[TT_OPERATIONS] = {
        [TT_OP_BARRIER] = OTF2_COLLECTIVE_OP_BARRIER,
        [TT_OP_BCAST] = OTF2_COLLECTIVE_OP_BCAST,
        [TT_OP_GATHER] = OTF2_COLLECTIVE_OP_GATHER,
        [TT_OP_GATHERV] = OTF2_COLLECTIVE_OP_GATHERV,
        [TT_OP_SCATTER] = OTF2_COLLECTIVE_OP_SCATTER,
        [TT_OP_SCATTERV] = OTF2_COLLECTIVE_OP_SCATTERV,
        [TT_OP_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
        [TT_OP_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
        [TT_OP_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
        [TT_OP_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
        [TT_OP_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
        [TT_OP_ALLREDUCE] = OTF2_COLLECTIVE_OP_ALLREDUCE,
        [TT_OP_REDUCE] = OTF2_COLLECTIVE_OP_REDUCE,
        [TT_OP_REDUCE_SCATTER] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
        [TT_OP_REDUCE_SCATTER_BLOCK] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
        [TT_OP_SCAN] = OTF2_COLLECTIVE_OP_SCAN,
        [TT_OP_EXSCAN] = OTF2_COLLECTIVE_OP_EXSCAN,
        [TT_OP_CREATE_HANDLE] = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
        [TT_OP_DESTROY_HANDLE] = OTF2_COLLECTIVE_OP_DESTROY_HANDLE,
    };
    OTF2_CommRef comm = comm_of(w, record[1]);
    OTF2_CollectiveOp operation = operations[(record[1] & 0xFFFF) % TT_OPERATIONS];
    uint32_t root = (uint32_t)record[2]; /* the values that are no rank are OTF2's own */
    if (blocking)
        check(OTF2_EvtWriter_MpiCollectiveEnd(w->out, NULL, at(w, time), operation, comm, root, record[3], record[4]),
              "an event");
    else
        check(OTF2_EvtWriter_NonBlockingCollectiveComplete(w->out, NULL, at(w, time), operation, comm, root, record[3],
                                                           record[4], record[5]),
              "an event");
}

static void message(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *record)
{
    OTF2_CommRef comm = comm_of(w, record[1]);
    uint32_t peer = (uint32_t)record[1], tag = (uint32_t)record[2];
    time = at(w, time);
    if (type == TT_SEND)
        check(OTF2_EvtWriter_MpiSend(w->out, NULL, time, peer, comm, tag, record[3]), "an event");
    else if (type == TT_RECV)
        check(OTF2_EvtWriter_MpiRecv(w->out, NULL, time, peer, comm, tag, record[3]), "an event");
    else if (type == TT_ISEND)
        check(OTF2_EvtWriter_MpiIsend(w->out, NULL, time, peer, comm, tag, record[3], record[4]), "an event");
    else
        check(OTF2_EvtWriter_MpiIrecv(w->out, NULL, time, peer, comm, tag, record[3], record[4]), "an event");
}

static void request(struct writer *w, enum tt_record_type type, uint64_t time, uint64_t id)
{
    time = at(w, time);
    if (type == TT_ISEND_COMPLETE)
        check(OTF2_EvtWriter_MpiIsendComplete(w->out, NULL, time, id), "an event");
    else if (type == TT_IRECV_REQUEST)
        check(OTF2_EvtWriter_MpiIrecvRequest(w->out, NULL, time, id), "an event");
    else if (type == TT_REQUEST_TEST)
        check(OTF2_EvtWriter_MpiRequestTest(w->out, NULL, time, id), "an event");
    else if (type == TT_REQUEST_CANCELLED)
        check(OTF2_EvtWriter_MpiRequestCancelled(w->out, NULL, time, id), "an event");
    else
        check(OTF2_EvtWriter_NonBlockingCollectiveRequest(w->out, NULL, time, id), "an event");
}

static void lifetime_of_comm(struct writer *w, enum tt_record_type type, uint64_t time, uint64_t id)
{
    OTF2_CommRef comm = comm_of(w, id << 32);
    time = at(w, time);
    if (type == TT_COMM_CREATE)
        check(OTF2_EvtWriter_CommCreate(w->out, NULL, time, comm), "an event");
    else
        check(OTF2_EvtWriter_CommDestroy(w->out, NULL, time, comm), "an event");
}

static void flush(struct writer *w, uint64_t time, uint64_t stop)
{
    time = at(w, time);
    check(OTF2_EvtWriter_BufferFlush(w->out, NULL, time, at(w, stop)), "an event");
}

static void write_record(struct writer *w, const uint64_t *r)
{
    enum tt_record_type type = (enum tt_record_type)(r[0] >> TT_TIME_BITS);
    uint64_t time = w->thread->start_ticks + (r[0] & TT_TIME_MASK);
    switch (type) {
    case TT_ENTER_NEAR:
        enter_function(w, time, w->thread->near_base + (r[1] >> 32), w->thread->near_base + (uint32_t)r[1]);
        break;
    case TT_ENTER:
        enter_function(w, time, r[1], r[2]);
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
        message(w, type, time, r);
        break;
    case TT_COLL_END:
    case TT_NBC_COMPLETE:
        collective_end(w, time, r, type == TT_COLL_END);
        break;
    case TT_COMM_CREATE:
    case TT_COMM_DESTROY:
        lifetime_of_comm(w, type, time, r[1]);
        break;
    case TT_FLUSH:
        flush(w, time, w->thread->start_ticks + r[1]);
        break;
    default:
        request(w, type, time, r[1]);
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
        leave(w, w->last);
}

void write_events(struct archive *a, const struct process *process, const struct thread *thread, struct location *location)
{
    struct writer w = {.archive = a, .process = process, .thread = thread, .location = location};
    w.out = OTF2_Archive_GetEvtWriter(a->otf2, location->id);
    w.attributes = OTF2_AttributeList_New();
    if (w.out == NULL || w.attributes == NULL)
        fail("the OTF2 library gives no writer for location %llu", (unsigned long long)location->id);
    if (location->thread == 0)
        program_begin(&w);
    location->first = corrected(process, location->thread == 0 || thread->begin == thread->end
                                             ? thread->start_ticks
                                             : thread->start_ticks + (thread->begin[0] & TT_TIME_MASK));
    for (const uint64_t *r = thread->begin; r < thread->end; r += 1 + payload_of((unsigned)(*r >> TT_TIME_BITS)))
        write_record(&w, r);
    close_open_regions(&w);
    if (location->thread == 0)
        program_end(&w);
    location->last = corrected(process, w.last);
    check(OTF2_EvtWriter_GetNumberOfEvents(w.out, &location->events), "the number of events");
    OTF2_AttributeList_Delete(w.attributes);
    check(OTF2_Archive_CloseEvtWriter(a->otf2, w.out), "an event file");
    map_free(&w.places);
    free(w.stack);
}

/* The same walk without writing: names must be known before the first event is written,
 * since events refer to regions by number. */
static void collect_from(struct archive *a, const struct process *p, const struct thread *thread)
{
    struct map seen = {0};
    for (const uint64_t *r = thread->begin; r < thread->end;) {
        unsigned type = (unsigned)(*r >> TT_TIME_BITS);
        if (type == TT_ENTER_NEAR) {
            place_of(&a->symbols, &seen, p, thread->near_base + (r[1] >> 32), PLACE_FUNCTION);
            place_of(&a->symbols, &seen, p, thread->near_base + (uint32_t)r[1], PLACE_SITE);
        } else if (type == TT_ENTER) {
            place_of(&a->symbols, &seen, p, r[1], PLACE_FUNCTION);
            place_of(&a->symbols, &seen, p, r[2], PLACE_SITE);
        } else if (type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL) {
            place_of(&a->symbols, &seen, p, r[1] & TT_SITE_MASK, PLACE_SITE);
        }
        r += 1 + payload_of(type);
    }
    map_free(&seen);
}

void collect_places(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++) {
        const struct process *p = a->run->ranks[r];
        for (uint32_t i = 0; p != NULL && i < p->thread_count; i++)
            collect_from(a, p, &p->threads[i]);
    }
}
