/*
 * event-files SEED EVENTS FOLDER: writes as many events of all kinds with values of all sizes, the same ones with the OTF2
 * library (FOLDER/library/traces/7.evt) and as the finisher does (FOLDER/own.evt). Prints how many each counts.
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event-file.h"

static uint64_t state;

static uint64_t some(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t x = state ^ state >> 29;
    return x * UINT64_C(0x9E3779B97F4A7C15) ^ x >> 32;
}

/* Numbers of each length alike, and those that stand for "undefined". */
static uint64_t number(unsigned bits)
{
    uint64_t kind = some() % (bits + 2);
    return kind == 0 ? 0 : kind == bits + 1 ? UINT64_MAX : some() >> (64 - kind);
}

void cannot_write(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void require(OTF2_ErrorCode code)
{
    if (code != OTF2_SUCCESS)
        cannot_write("library", OTF2_Error_GetDescription(code));
}

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)data, (void)type, (void)location, (void)caller, (void)final;
    return OTF2_FLUSH;
}

enum { UNLISTED, LOCATION = 7, MOST_ARGUMENTS = 80 };

static void by_library(OTF2_EvtWriter *out, OTF2_AttributeList *list, uint64_t time, enum event_type type, const uint64_t *v, uint32_t line)
{
#define CALL(name, kind, ...)                                                                                          \
    case EVENT_##name:                                                                                                 \
        require(OTF2_EvtWriter_##kind(out, NULL, time, __VA_ARGS__));                                                  \
        break;
#define BARE(name, kind)                                                                                               \
    case EVENT_##name:                                                                                                 \
        require(OTF2_EvtWriter_##kind(out, NULL, time));                                                               \
        break;
    const OTF2_Type value_type = (OTF2_Type)v[2];
    OTF2_MetricValue value;
    memcpy(&value, &v[3], sizeof value);
    switch (type) {
        CALL(BUFFER_FLUSH, BufferFlush, v[0])
        CALL(MEASUREMENT_ON_OFF, MeasurementOnOff, v[0])
    case EVENT_ENTER:
        if (line != UINT32_MAX)
            require(OTF2_AttributeList_AddSourceCodeLocationRef(list, 3, line));
        require(OTF2_EvtWriter_Enter(out, list, time, v[0]));
        break;
        CALL(LEAVE, Leave, v[0])
        CALL(MPI_SEND, MpiSend, v[0], v[1], v[2], v[3])
        CALL(MPI_ISEND, MpiIsend, v[0], v[1], v[2], v[3], v[4])
        CALL(MPI_ISEND_COMPLETE, MpiIsendComplete, v[0])
        CALL(MPI_IRECV_REQUEST, MpiIrecvRequest, v[0])
        CALL(MPI_RECV, MpiRecv, v[0], v[1], v[2], v[3])
        CALL(MPI_IRECV, MpiIrecv, v[0], v[1], v[2], v[3], v[4])
        CALL(MPI_REQUEST_TEST, MpiRequestTest, v[0])
        CALL(MPI_REQUEST_CANCELLED, MpiRequestCancelled, v[0])
        BARE(MPI_COLLECTIVE_BEGIN, MpiCollectiveBegin)
        CALL(MPI_COLLECTIVE_END, MpiCollectiveEnd, v[0], v[1], v[2], v[3], v[4])
        CALL(METRIC, Metric, v[0], 1, &value_type, &value)
        CALL(PARAMETER_STRING, ParameterString, v[0], v[1])
        CALL(PARAMETER_INT, ParameterInt, v[0], (int64_t)v[1])
        CALL(RMA_WIN_CREATE, RmaWinCreate, v[0])
        CALL(RMA_WIN_DESTROY, RmaWinDestroy, v[0])
        BARE(RMA_COLLECTIVE_BEGIN, RmaCollectiveBegin)
        CALL(RMA_COLLECTIVE_END, RmaCollectiveEnd, v[0], v[1], v[2], v[3], v[4], v[5])
        CALL(RMA_GROUP_SYNC, RmaGroupSync, v[0], v[1], v[2])
        CALL(RMA_REQUEST_LOCK, RmaRequestLock, v[0], v[1], v[2], v[3])
        CALL(RMA_ACQUIRE_LOCK, RmaAcquireLock, v[0], v[1], v[2], v[3])
        CALL(RMA_RELEASE_LOCK, RmaReleaseLock, v[0], v[1], v[2])
        CALL(RMA_SYNC, RmaSync, v[0], v[1], v[2])
        CALL(RMA_PUT, RmaPut, v[0], v[1], v[2], v[3])
        CALL(RMA_GET, RmaGet, v[0], v[1], v[2], v[3])
        CALL(RMA_ATOMIC, RmaAtomic, v[0], v[1], v[2], v[3], v[4], v[5])
        CALL(RMA_OP_COMPLETE_NON_BLOCKING, RmaOpCompleteNonBlocking, v[0], v[1])
        CALL(RMA_OP_TEST, RmaOpTest, v[0], v[1])
        CALL(RMA_OP_COMPLETE_REMOTE, RmaOpCompleteRemote, v[0], v[1])
        CALL(THREAD_FORK, ThreadFork, v[0], v[1])
        CALL(THREAD_JOIN, ThreadJoin, v[0])
        CALL(THREAD_TEAM_BEGIN, ThreadTeamBegin, v[0])
        CALL(THREAD_TEAM_END, ThreadTeamEnd, v[0])
        CALL(THREAD_ACQUIRE_LOCK, ThreadAcquireLock, v[0], v[1], v[2])
        CALL(THREAD_RELEASE_LOCK, ThreadReleaseLock, v[0], v[1], v[2])
        CALL(THREAD_TASK_CREATE, ThreadTaskCreate, v[0], v[1], v[2])
        CALL(THREAD_TASK_SWITCH, ThreadTaskSwitch, v[0], v[1], v[2])
        CALL(THREAD_TASK_COMPLETE, ThreadTaskComplete, v[0], v[1], v[2])
        CALL(THREAD_CREATE, ThreadCreate, v[0], v[1])
        CALL(THREAD_BEGIN, ThreadBegin, v[0], v[1])
        CALL(THREAD_WAIT, ThreadWait, v[0], v[1])
        CALL(THREAD_END, ThreadEnd, v[0], v[1])
        CALL(CALLING_CONTEXT_SAMPLE, CallingContextSample, v[0], v[1], v[2])
        CALL(IO_CREATE_HANDLE, IoCreateHandle, v[0], v[1], v[2], v[3])
        CALL(IO_DESTROY_HANDLE, IoDestroyHandle, v[0])
        CALL(IO_DUPLICATE_HANDLE, IoDuplicateHandle, v[0], v[1], v[2])
        CALL(IO_SEEK, IoSeek, v[0], (int64_t)v[1], v[2], v[3])
        CALL(IO_DELETE_FILE, IoDeleteFile, v[0], v[1])
        CALL(IO_OPERATION_BEGIN, IoOperationBegin, v[0], v[1], v[2], v[3], v[4])
        CALL(IO_OPERATION_TEST, IoOperationTest, v[0], v[1])
        CALL(IO_OPERATION_ISSUED, IoOperationIssued, v[0], v[1])
        CALL(IO_OPERATION_COMPLETE, IoOperationComplete, v[0], v[1], v[2])
        CALL(IO_OPERATION_CANCELLED, IoOperationCancelled, v[0], v[1])
    case EVENT_PROGRAM_BEGIN: {
        uint32_t arguments[MOST_ARGUMENTS];
        for (uint32_t i = 0; i < v[1]; i++)
            arguments[i] = (uint32_t)v[2] + i;
        require(OTF2_AttributeList_AddUint64(list, 4, v[3]));
        require(OTF2_EvtWriter_ProgramBegin(out, list, time, v[0], v[1], arguments));
        break;
    }
        CALL(PROGRAM_END, ProgramEnd, (int64_t)v[0])
        CALL(NON_BLOCKING_COLLECTIVE_REQUEST, NonBlockingCollectiveRequest, v[0])
        CALL(NON_BLOCKING_COLLECTIVE_COMPLETE, NonBlockingCollectiveComplete, v[0], v[1], v[2], v[3], v[4], v[5])
        CALL(COMM_CREATE, CommCreate, v[0])
        CALL(COMM_DESTROY, CommDestroy, v[0])
    default:
        break;
    }
}

static void by_finisher(struct event_file *out, uint64_t time, enum event_type type, const uint64_t *v, uint32_t line)
{
    uint32_t arguments[MOST_ARGUMENTS];
    for (uint32_t i = 0; type == EVENT_PROGRAM_BEGIN && i < v[1]; i++)
        arguments[i] = (uint32_t)v[2] + i;
    if (type == EVENT_ENTER)
        put_enter(out, time, (uint32_t)v[0], 3, line);
    else if (type == EVENT_LEAVE)
        put_leave(out, time, (uint32_t)v[0]);
    else if (type == EVENT_PROGRAM_BEGIN)
        put_program_begin(out, time, 4, v[3], (uint32_t)v[0], (uint32_t)v[1], arguments);
    else
        put_event(out, time, type, v);
}

static void fill(uint64_t *values, enum event_type type, const char *fields)
{
    static const uint64_t types[] = {OTF2_TYPE_INT64, OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
    memset(values, 0, 8 * sizeof *values);
    for (unsigned i = 0; fields[i] != '\0'; i++)
        values[i] = fields[i] == 'b' ? number(6) & 0x3F : fields[i] == 'u' ? (uint32_t)number(32) : number(64);
    if (type == EVENT_METRIC) {
        values[1] = 1;
        values[2] = types[some() % 3];
    } else if (type == EVENT_PROGRAM_BEGIN) {
        values[1] = some() % MOST_ARGUMENTS;
        values[2] = number(30);
        values[3] = number(64);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        enum event_type type;
        const char *fields;
    } kinds[] = {
#define KIND(name, number, fields) {EVENT_##name, fields},
        EVENT_TYPES(KIND)
    };
    static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush};
    if (argc != 4)
        return 2;
    state = strtoull(argv[1], NULL, 10);
    char path[4096];
    struct event_file own;
    snprintf(path, sizeof path, "%s/own.evt", argv[3]);
    open_events(&own, path);
    snprintf(path, sizeof path, "%s/library", argv[3]);
    OTF2_Archive *archive = OTF2_Archive_Open(path, "traces", OTF2_FILEMODE_WRITE, EVENT_CHUNK, 1 << 22, OTF2_SUBSTRATE_POSIX,
                                              OTF2_COMPRESSION_NONE);
    if (archive == NULL)
        return 1;
    require(OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL));
    require(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
    require(OTF2_Archive_OpenEvtFiles(archive));
    OTF2_EvtWriter *library = OTF2_Archive_GetEvtWriter(archive, LOCATION);
    OTF2_AttributeList *list = OTF2_AttributeList_New();
    /* Neither 0 nor the largest number: the library, or the finisher, means "no event yet" by it. */
    uint64_t time = 1 + (number(40) & 0xFFFFFFFFFF), counted = 0;
    for (long i = 0, events = strtol(argv[2], NULL, 10); i < events; i++) {
        uint64_t which = some() % (2 * sizeof kinds / sizeof kinds[0]), values[8];
        /* Half of them are ENTER and LEAVE, as in traces. */
        which = which < sizeof kinds / sizeof kinds[0] ? which : 2 + which % 2;
        uint32_t line = (uint32_t)number(32);
        time += some() % 4 == 0 ? 0 : number(20) & 0xFFFFF;
        fill(values, kinds[which].type, kinds[which].fields);
        by_library(library, list, time, kinds[which].type, values, line);
        by_finisher(&own, time, kinds[which].type, values, line);
    }
    require(OTF2_EvtWriter_GetNumberOfEvents(library, &counted));
    printf("%llu %llu\n", (unsigned long long)counted, (unsigned long long)own.count);
    close_events(&own);
    OTF2_AttributeList_Delete(list);
    require(OTF2_Archive_CloseEvtWriter(archive, library));
    require(OTF2_Archive_CloseEvtFiles(archive));
    require(OTF2_Archive_Close(archive));
    return 0;
}
