/*
 * The events of input and output, in Score-P's order: the beginning of an operation on a file directly after the ENTER of its
 * call, its end before the LEAVE. The records have both in one, at the end.
 */
#include "writer.h"

/* What a call of this process knows as `number`; MAP_MISSING: nothing. */
static uint32_t handle_of(const struct writer *w, uint64_t number)
{
    const struct process *p = w->process;
    if (number >= 1 && number <= 3)
        return w->archive->io.is_there ? (uint32_t)number - 1 : MAP_MISSING;
    return number < p->io.handle_count ? p->io.handles[number].global : MAP_MISSING;
}

static uint32_t file_of(const struct writer *w, uint64_t number)
{
    const struct process *p = w->process;
    return number < p->io.file_count && p->io.files[number].path != NULL ? p->io.files[number].global : MAP_MISSING;
}

/* The record of what the call does whose beginning this is; NULL: it was cut off, or does nothing to bytes. */
static const uint64_t *operation_in(const struct writer *w, const uint64_t *record)
{
    for (const uint64_t *r = record; r < w->thread->end; r += 1 + payload_of((unsigned)(*r >> TT_TIME_BITS))) {
        enum tt_record_type type = (enum tt_record_type)(*r >> TT_TIME_BITS);
        if (type == TT_IO_OPERATION)
            return r;
        if (r > record && (type == TT_IO_ENTER || type == TT_IO_LEAVE || type == TT_MPI_ENTER || type == TT_MPI_ENTER_COLL ||
                           type == TT_MPI_LEAVE))
            return NULL;
    }
    return NULL;
}

static uint64_t matching_id(const struct writer *w)
{
    return (uint64_t)w->thread->number << 40 | w->io_operations;
}

/* Requests are numbered by process; more than 53 bits are no exact number to some readers. */
static uint64_t matching_id_of(uint64_t request)
{
    return UINT64_C(1) << 52 | request;
}

static void begin(struct writer *w, uint64_t time, const uint64_t *r, uint64_t id, OTF2_IoOperationFlag flags)
{
    uint32_t handle = handle_of(w, r[1] >> 32);
    if (handle != MAP_MISSING)
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_OPERATION_BEGIN, handle, (OTF2_IoOperationMode)(r[1] & 0xFF), (OTF2_IoOperationFlag)(r[1] >> 8 & 0xFF) | flags, r[2], id);
}

static void end(struct writer *w, uint64_t time, uint64_t handle_number, uint64_t bytes, uint64_t id)
{
    uint32_t handle = handle_of(w, handle_number);
    if (handle != MAP_MISSING)
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_OPERATION_COMPLETE, handle, bytes, id);
}

/* A call has one operation, or two: of a file that it reads, and of the one that it writes. */
void begin_io_operation(struct writer *w, uint64_t time, const uint64_t *record)
{
    w->io_begun = 0;
    const uint64_t *r = operation_in(w, record);
    for (; r != NULL && r < w->thread->end && (enum tt_record_type)(*r >> TT_TIME_BITS) == TT_IO_OPERATION;
         r += 1 + payload_of(TT_IO_OPERATION)) {
        w->io_operations++;
        w->io_begun++;
        begin(w, time, r, matching_id(w), OTF2_IO_OPERATION_FLAG_NONE);
    }
}

/* Calls of files call nothing that is recorded: one that is innermost when another call of a library begins was left by a
 * longjmp, which no record tells. */
void end_left_io(struct writer *w, uint64_t time)
{
    const struct frame *top = w->depth == 0 ? NULL : &w->stack[w->depth - 1];
    if (top != NULL && top->function == 0 && top->region != HIDDEN_REGION &&
        w->archive->regions[top->region].paradigm == OTF2_PARADIGM_NONE)
        leave_frame(w, time);
}

static void end_operation(struct writer *w, uint64_t time, const uint64_t *r)
{
    if (w->io_begun == 0) {
        w->io_operations++;
        w->io_begun = 1;
        begin(w, time, r, matching_id(w), OTF2_IO_OPERATION_FLAG_NONE);
    }
    w->io_begun--;
    end(w, time, r[1] >> 32, r[3], matching_id(w) - w->io_begun);
}

static void seek(struct writer *w, uint64_t time, uint32_t handle, const uint64_t *r)
{
    /* As Linux numbers SEEK_SET and what follows, which is as OTF2 does. */
    OTF2_IoSeekOption whence = (OTF2_IoSeekOption)(r[1] & 0xFF);
    if (whence <= OTF2_IO_SEEK_HOLE)
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_SEEK, handle, (int64_t)r[2], whence, r[3]);
}

static void write_on_handle(struct writer *w, enum tt_record_type type, uint64_t time, uint32_t handle, const uint64_t *r)
{
    uint32_t other;
    switch (type) {
    case TT_IO_OPEN:
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_CREATE_HANDLE, handle, (OTF2_IoAccessMode)(r[1] & 0xFF), (OTF2_IoCreationFlag)(r[2] >> 32), (OTF2_IoStatusFlag)r[2]);
        break;
    case TT_IO_CLOSE:
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_DESTROY_HANDLE, handle);
        break;
    case TT_IO_DUPLICATE:
        other = handle_of(w, (uint32_t)r[1]);
        if (other != MAP_MISSING)
            PUT_EVENT(&w->out, at(w, time), EVENT_IO_DUPLICATE_HANDLE, handle, other, OTF2_IO_STATUS_FLAG_NONE);
        break;
    case TT_IO_START:
        begin(w, time, r, matching_id_of(r[3]), OTF2_IO_OPERATION_FLAG_NON_BLOCKING);
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_OPERATION_ISSUED, handle, matching_id_of(r[3]));
        break;
    case TT_IO_TESTED:
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_OPERATION_TEST, handle, matching_id_of(r[2]));
        break;
    case TT_IO_CANCELLED:
        PUT_EVENT(&w->out, at(w, time), EVENT_IO_OPERATION_CANCELLED, handle, matching_id_of(r[2]));
        break;
    default:
        seek(w, time, handle, r);
    }
}

void write_io(struct writer *w, enum tt_record_type type, uint64_t time, const uint64_t *r)
{
    if (type == TT_IO_DELETE) {
        uint32_t file = file_of(w, r[1] >> 32);
        if (file != MAP_MISSING && (uint32_t)r[1] < TT_IO_PARADIGMS)
            PUT_EVENT(&w->out, at(w, time), EVENT_IO_DELETE_FILE, (OTF2_IoParadigmRef)(uint32_t)r[1], file);
        return;
    }
    uint32_t handle = handle_of(w, r[1] >> 32);
    if (handle == MAP_MISSING)
        w->archive->misplaced++;
    else if (type == TT_IO_OPERATION)
        end_operation(w, time, r);
    else if (type == TT_IO_END)
        end(w, time, r[1] >> 32, r[2], matching_id_of(r[3]));
    else
        write_on_handle(w, type, time, handle, r);
}
