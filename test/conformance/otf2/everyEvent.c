/*
 * Writes an archive with every event that libotf2 3.0 can write, each operand with a value of its own, and prints
 * what it wrote: one JSON object a line with the model's kind and operands.
 *
 *   everyEvent FOLDER
 */
#include <otf2/otf2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static OTF2_FlushType pre_flush( void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final )
{
    return OTF2_FLUSH;
}

static OTF2_FlushCallbacks flush = { .otf2_pre_flush = pre_flush };

static uint64_t time_now = 1000;

static uint64_t tick( void )
{
    return time_now += 10;
}

/* "name=value" pairs, each a double, ended by NULL. */
static void told( const char* kind, ... )
{
    va_list     list;
    const char* name;
    const char* comma = "";
    printf( "{\"kind\": \"%s\", \"operands\": {", kind );
    va_start( list, kind );
    while ( ( name = va_arg( list, const char* ) ) != NULL )
    {
        printf( "%s\"%s\": %.17g", comma, name, va_arg( list, double ) );
        comma = ", ";
    }
    va_end( list );
    printf( "}}\n" );
}

#define T tick()
#define END ( const char* )NULL
#define IS( name, value ) #name, ( double )( value )

static void write_mpi( OTF2_EvtWriter* w )
{
    OTF2_EvtWriter_BufferFlush( w, NULL, T, 2000 );
    told( "BufferFlush", IS( stopTime, 2000 ), END );
    OTF2_EvtWriter_MeasurementOnOff( w, NULL, T, OTF2_MEASUREMENT_OFF );
    told( "MeasurementOnOff", IS( mode, 2 ), END );
    OTF2_EvtWriter_MpiSend( w, NULL, T, 1, 3, 70000, 5000000000u );
    told( "MpiSend", IS( receiver, 1 ), IS( communicator, 0 ), IS( tag, 70000 ), IS( bytes, 5e9 ), END );
    OTF2_EvtWriter_MpiIsend( w, NULL, T, 2, 3, 4, 5, 1099511627776u );
    told( "MpiIsend", IS( receiver, 2 ), IS( communicator, 0 ), IS( tag, 4 ), IS( bytes, 5 ), IS( request, 1099511627776.0 ), END );
    OTF2_EvtWriter_MpiIsendComplete( w, NULL, T, 6 );
    told( "MpiIsendComplete", IS( request, 6 ), END );
    OTF2_EvtWriter_MpiIrecvRequest( w, NULL, T, 7 );
    told( "MpiIrecvRequest", IS( request, 7 ), END );
    OTF2_EvtWriter_MpiRecv( w, NULL, T, 8, 3, 9, 10 );
    told( "MpiRecv", IS( sender, 8 ), IS( communicator, 0 ), IS( tag, 9 ), IS( bytes, 10 ), END );
    OTF2_EvtWriter_MpiIrecv( w, NULL, T, 11, 4, 12, 13, 14 );
    told( "MpiIrecv", IS( sender, 11 ), IS( communicator, 1 ), IS( tag, 12 ), IS( bytes, 13 ), IS( request, 14 ), END );
    OTF2_EvtWriter_MpiRequestTest( w, NULL, T, 15 );
    told( "MpiRequestTest", IS( request, 15 ), END );
    OTF2_EvtWriter_MpiRequestCancelled( w, NULL, T, 16 );
    told( "MpiRequestCancelled", IS( request, 16 ), END );
    OTF2_EvtWriter_MpiCollectiveBegin( w, NULL, T );
    told( "MpiCollectiveBegin", END );
    OTF2_EvtWriter_MpiCollectiveEnd( w, NULL, T, OTF2_COLLECTIVE_OP_BCAST, 4, 2, 17, 18 );
    told( "MpiCollectiveEnd", IS( operation, 1 ), IS( communicator, 1 ), IS( root, 2 ), IS( bytesSent, 17 ), IS( bytesReceived, 18 ), END );
    OTF2_EvtWriter_NonBlockingCollectiveRequest( w, NULL, T, 19 );
    told( "NonBlockingCollectiveRequest", IS( request, 19 ), END );
    OTF2_EvtWriter_NonBlockingCollectiveComplete( w, NULL, T, OTF2_COLLECTIVE_OP_ALLREDUCE, 3, OTF2_COLLECTIVE_ROOT_NONE, 20, 21, 22 );
    told( "NonBlockingCollectiveComplete", IS( operation, 11 ), IS( communicator, 0 ), IS( root, 4294967295.0 ), IS( bytesSent, 20 ),
          IS( bytesReceived, 21 ), IS( request, 22 ), END );
    OTF2_EvtWriter_CommCreate( w, NULL, T, 3 );
    told( "CommunicatorCreate", IS( communicator, 0 ), END );
    OTF2_EvtWriter_CommDestroy( w, NULL, T, 4 );
    told( "CommunicatorDestroy", IS( communicator, 1 ), END );
    OTF2_EvtWriter_ProgramBegin( w, NULL, T, 1, 2, ( OTF2_StringRef[] ){ 0, 1 } );
    told( "ProgramBegin", IS( name, 1 ), IS( argumentCount, 2 ), END );
    OTF2_EvtWriter_ProgramEnd( w, NULL, T, -3 );
    told( "ProgramEnd", IS( exitStatus, -3 ), END );
}

static void write_threads( OTF2_EvtWriter* w )
{
    OTF2_EvtWriter_OmpFork( w, NULL, T, 4 );
    told( "ThreadFork", IS( paradigm, 3 ), IS( requestedThreads, 4 ), END );
    OTF2_EvtWriter_OmpJoin( w, NULL, T );
    told( "ThreadJoin", IS( paradigm, 3 ), END );
    OTF2_EvtWriter_OmpAcquireLock( w, NULL, T, 5, 6 );
    told( "ThreadAcquireLock", IS( paradigm, 3 ), IS( lock, 5 ), IS( order, 6 ), END );
    OTF2_EvtWriter_OmpReleaseLock( w, NULL, T, 7, 8 );
    told( "ThreadReleaseLock", IS( paradigm, 3 ), IS( lock, 7 ), IS( order, 8 ), END );
    OTF2_EvtWriter_OmpTaskCreate( w, NULL, T, 9 );
    told( "OmpTaskCreate", IS( task, 9 ), END );
    OTF2_EvtWriter_OmpTaskSwitch( w, NULL, T, 10 );
    told( "OmpTaskSwitch", IS( task, 10 ), END );
    OTF2_EvtWriter_OmpTaskComplete( w, NULL, T, 11 );
    told( "OmpTaskComplete", IS( task, 11 ), END );
    OTF2_EvtWriter_ThreadFork( w, NULL, T, OTF2_PARADIGM_PTHREAD, 12 );
    told( "ThreadFork", IS( paradigm, 7 ), IS( requestedThreads, 12 ), END );
    OTF2_EvtWriter_ThreadJoin( w, NULL, T, OTF2_PARADIGM_PTHREAD );
    told( "ThreadJoin", IS( paradigm, 7 ), END );
    OTF2_EvtWriter_ThreadTeamBegin( w, NULL, T, 3 );
    told( "ThreadTeamBegin", IS( team, 0 ), END );
    OTF2_EvtWriter_ThreadTeamEnd( w, NULL, T, 4 );
    told( "ThreadTeamEnd", IS( team, 1 ), END );
    OTF2_EvtWriter_ThreadAcquireLock( w, NULL, T, OTF2_PARADIGM_PTHREAD, 13, 14 );
    told( "ThreadAcquireLock", IS( paradigm, 7 ), IS( lock, 13 ), IS( order, 14 ), END );
    OTF2_EvtWriter_ThreadReleaseLock( w, NULL, T, OTF2_PARADIGM_PTHREAD, 15, 16 );
    told( "ThreadReleaseLock", IS( paradigm, 7 ), IS( lock, 15 ), IS( order, 16 ), END );
    OTF2_EvtWriter_ThreadTaskCreate( w, NULL, T, 3, 17, 18 );
    told( "ThreadTaskCreate", IS( team, 0 ), IS( creatingThread, 17 ), IS( generation, 18 ), END );
    OTF2_EvtWriter_ThreadTaskSwitch( w, NULL, T, 4, 19, 20 );
    told( "ThreadTaskSwitch", IS( team, 1 ), IS( creatingThread, 19 ), IS( generation, 20 ), END );
    OTF2_EvtWriter_ThreadTaskComplete( w, NULL, T, 3, 21, 22 );
    told( "ThreadTaskComplete", IS( team, 0 ), IS( creatingThread, 21 ), IS( generation, 22 ), END );
    OTF2_EvtWriter_ThreadCreate( w, NULL, T, 3, 23 );
    told( "ThreadCreate", IS( contingent, 0 ), IS( sequence, 23 ), END );
    OTF2_EvtWriter_ThreadBegin( w, NULL, T, 4, 24 );
    told( "ThreadBegin", IS( contingent, 1 ), IS( sequence, 24 ), END );
    OTF2_EvtWriter_ThreadWait( w, NULL, T, 3, 25 );
    told( "ThreadWait", IS( contingent, 0 ), IS( sequence, 25 ), END );
    OTF2_EvtWriter_ThreadEnd( w, NULL, T, 4, 26 );
    told( "ThreadEnd", IS( contingent, 1 ), IS( sequence, 26 ), END );
}

static void write_rma( OTF2_EvtWriter* w )
{
    OTF2_EvtWriter_RmaWinCreate( w, NULL, T, 1 );
    told( "RmaWinCreate", IS( window, 1 ), END );
    OTF2_EvtWriter_RmaWinDestroy( w, NULL, T, 2 );
    told( "RmaWinDestroy", IS( window, 2 ), END );
    OTF2_EvtWriter_RmaCollectiveBegin( w, NULL, T );
    told( "RmaCollectiveBegin", END );
    OTF2_EvtWriter_RmaCollectiveEnd( w, NULL, T, OTF2_COLLECTIVE_OP_GATHER, OTF2_RMA_SYNC_LEVEL_MEMORY, 3, 4, 5, 6 );
    told( "RmaCollectiveEnd", IS( operation, 2 ), IS( syncLevel, 2 ), IS( window, 3 ), IS( root, 4 ), IS( bytesSent, 5 ), IS( bytesReceived, 6 ), END );
    OTF2_EvtWriter_RmaGroupSync( w, NULL, T, OTF2_RMA_SYNC_LEVEL_PROCESS, 7, 8 );
    told( "RmaGroupSync", IS( syncLevel, 1 ), IS( window, 7 ), IS( group, 8 ), END );
    OTF2_EvtWriter_RmaRequestLock( w, NULL, T, 9, 10, 11, OTF2_LOCK_SHARED );
    told( "RmaRequestLock", IS( window, 9 ), IS( remote, 10 ), IS( lock, 11 ), IS( lockType, 1 ), END );
    OTF2_EvtWriter_RmaAcquireLock( w, NULL, T, 12, 13, 14, OTF2_LOCK_EXCLUSIVE );
    told( "RmaAcquireLock", IS( window, 12 ), IS( remote, 13 ), IS( lock, 14 ), IS( lockType, 0 ), END );
    OTF2_EvtWriter_RmaTryLock( w, NULL, T, 15, 16, 17, OTF2_LOCK_SHARED );
    told( "RmaTryLock", IS( window, 15 ), IS( remote, 16 ), IS( lock, 17 ), IS( lockType, 1 ), END );
    OTF2_EvtWriter_RmaReleaseLock( w, NULL, T, 18, 19, 20 );
    told( "RmaReleaseLock", IS( window, 18 ), IS( remote, 19 ), IS( lock, 20 ), END );
    OTF2_EvtWriter_RmaSync( w, NULL, T, 21, 22, OTF2_RMA_SYNC_TYPE_NOTIFY_OUT );
    told( "RmaSync", IS( window, 21 ), IS( remote, 22 ), IS( syncType, 2 ), END );
    OTF2_EvtWriter_RmaWaitChange( w, NULL, T, 23 );
    told( "RmaWaitChange", IS( window, 23 ), END );
    OTF2_EvtWriter_RmaPut( w, NULL, T, 24, 25, 26, 27 );
    told( "RmaPut", IS( window, 24 ), IS( remote, 25 ), IS( bytes, 26 ), IS( matching, 27 ), END );
    OTF2_EvtWriter_RmaGet( w, NULL, T, 28, 29, 30, 31 );
    told( "RmaGet", IS( window, 28 ), IS( remote, 29 ), IS( bytes, 30 ), IS( matching, 31 ), END );
    OTF2_EvtWriter_RmaAtomic( w, NULL, T, 32, 33, OTF2_RMA_ATOMIC_TYPE_SWAP, 34, 35, 36 );
    told( "RmaAtomic", IS( window, 32 ), IS( remote, 33 ), IS( type, 4 ), IS( bytesSent, 34 ), IS( bytesReceived, 35 ), IS( matching, 36 ), END );
    OTF2_EvtWriter_RmaOpCompleteBlocking( w, NULL, T, 37, 38 );
    told( "RmaOpCompleteBlocking", IS( window, 37 ), IS( matching, 38 ), END );
    OTF2_EvtWriter_RmaOpCompleteNonBlocking( w, NULL, T, 39, 40 );
    told( "RmaOpCompleteNonBlocking", IS( window, 39 ), IS( matching, 40 ), END );
    OTF2_EvtWriter_RmaOpTest( w, NULL, T, 41, 42 );
    told( "RmaOpTest", IS( window, 41 ), IS( matching, 42 ), END );
    OTF2_EvtWriter_RmaOpCompleteRemote( w, NULL, T, 43, 44 );
    told( "RmaOpCompleteRemote", IS( window, 43 ), IS( matching, 44 ), END );
}

static void write_io( OTF2_EvtWriter* w )
{
    OTF2_EvtWriter_IoCreateHandle( w, NULL, T, 1, OTF2_IO_ACCESS_MODE_READ_WRITE, OTF2_IO_CREATION_FLAG_CREATE, OTF2_IO_STATUS_FLAG_APPEND );
    told( "IoCreateHandle", IS( handle, 1 ), IS( mode, 2 ), IS( creationFlags, 1 ), IS( statusFlags, 2 ), END );
    OTF2_EvtWriter_IoDestroyHandle( w, NULL, T, 2 );
    told( "IoDestroyHandle", IS( handle, 2 ), END );
    OTF2_EvtWriter_IoDuplicateHandle( w, NULL, T, 3, 4, OTF2_IO_STATUS_FLAG_SYNC );
    told( "IoDuplicateHandle", IS( oldHandle, 3 ), IS( newHandle, 4 ), IS( statusFlags, 16 ), END );
    OTF2_EvtWriter_IoSeek( w, NULL, T, 5, -6, OTF2_IO_SEEK_FROM_END, 7 );
    told( "IoSeek", IS( handle, 5 ), IS( offsetRequest, -6 ), IS( whence, 2 ), IS( offsetResult, 7 ), END );
    OTF2_EvtWriter_IoChangeStatusFlags( w, NULL, T, 8, OTF2_IO_STATUS_FLAG_ASYNC );
    told( "IoChangeStatusFlags", IS( handle, 8 ), IS( statusFlags, 8 ), END );
    OTF2_EvtWriter_IoDeleteFile( w, NULL, T, 9, 10 );
    told( "IoDeleteFile", IS( ioParadigm, 9 ), IS( file, 10 ), END );
    OTF2_EvtWriter_IoOperationBegin( w, NULL, T, 11, OTF2_IO_OPERATION_MODE_WRITE, OTF2_IO_OPERATION_FLAG_COLLECTIVE, 12, 13 );
    told( "IoOperationBegin", IS( handle, 11 ), IS( mode, 1 ), IS( flags, 2 ), IS( bytesRequest, 12 ), IS( matching, 13 ), END );
    OTF2_EvtWriter_IoOperationTest( w, NULL, T, 14, 15 );
    told( "IoOperationTest", IS( handle, 14 ), IS( matching, 15 ), END );
    OTF2_EvtWriter_IoOperationIssued( w, NULL, T, 16, 17 );
    told( "IoOperationIssued", IS( handle, 16 ), IS( matching, 17 ), END );
    OTF2_EvtWriter_IoOperationComplete( w, NULL, T, 18, 19, 20 );
    told( "IoOperationComplete", IS( handle, 18 ), IS( bytesResult, 19 ), IS( matching, 20 ), END );
    OTF2_EvtWriter_IoOperationCancelled( w, NULL, T, 21, 22 );
    told( "IoOperationCancelled", IS( handle, 21 ), IS( matching, 22 ), END );
    OTF2_EvtWriter_IoAcquireLock( w, NULL, T, 23, OTF2_LOCK_SHARED );
    told( "IoAcquireLock", IS( handle, 23 ), IS( lockType, 1 ), END );
    OTF2_EvtWriter_IoReleaseLock( w, NULL, T, 24, OTF2_LOCK_EXCLUSIVE );
    told( "IoReleaseLock", IS( handle, 24 ), IS( lockType, 0 ), END );
    OTF2_EvtWriter_IoTryLock( w, NULL, T, 25, OTF2_LOCK_SHARED );
    told( "IoTryLock", IS( handle, 25 ), IS( lockType, 1 ), END );
}

static void write_others( OTF2_EvtWriter* w )
{
    OTF2_EvtWriter_ParameterString( w, NULL, T, 1, 2 );
    told( "ParameterString", IS( parameter, 1 ), IS( string, 2 ), END );
    OTF2_EvtWriter_ParameterInt( w, NULL, T, 3, -4000000000000 );
    told( "ParameterInt", IS( parameter, 3 ), IS( value, -4e12 ), END );
    OTF2_EvtWriter_ParameterUnsignedInt( w, NULL, T, 5, 6 );
    told( "ParameterUnsignedInt", IS( parameter, 5 ), IS( value, 6 ), END );
    OTF2_Type        types[]  = { OTF2_TYPE_INT64, OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE };
    OTF2_MetricValue values[] = { { .signed_int = -7 }, { .unsigned_int = 8 }, { .floating_point = 0.1 } };
    OTF2_EvtWriter_Metric( w, NULL, T, 9, 3, types, values );
    told( "Metric", IS( metric, 9 ), IS( valueCount, 3 ), IS( 0, -7 ), IS( 1, 8 ), IS( 2, 0.1 ), END );
    OTF2_EvtWriter_CallingContextSample( w, NULL, T, 6, 2, 3 );
    told( "CallingContextSample", IS( region, 1 ), IS( callingContext, 6 ), IS( unwindDistance, 2 ), IS( interruptGenerator, 3 ), END );
}

/** Each with an attribute list in front: a call site among values of all other types. */
static void write_calls( OTF2_EvtWriter* w )
{
    OTF2_AttributeList* list = OTF2_AttributeList_New();
    OTF2_AttributeList_AddUint8( list, 1, 255 );
    OTF2_AttributeList_AddUint16( list, 2, 65535 );
    OTF2_AttributeList_AddInt32( list, 3, -1 );
    OTF2_AttributeList_AddInt64( list, 4, 12345678901234 );
    OTF2_AttributeList_AddFloat( list, 5, 0.5f );
    OTF2_AttributeList_AddDouble( list, 6, 0.1 );
    OTF2_AttributeList_AddStringRef( list, 7, 0 );
    OTF2_AttributeList_AddLocationRef( list, 8, 4294967296 );
    OTF2_AttributeList_AddSourceCodeLocationRef( list, 0, 5 );
    OTF2_AttributeList_AddUint64( list, 9, 1 );
    OTF2_EvtWriter_Enter( w, list, T, 7 );
    told( "Enter", IS( region, 1 ), IS( site, 1 ), END );
    OTF2_EvtWriter_Leave( w, NULL, T, 7 );
    told( "Leave", IS( region, 1 ), END );
    OTF2_EvtWriter_CallingContextEnter( w, NULL, T, 6, 1 );
    told( "Enter", IS( region, 1 ), IS( site, 1 ), END );
    OTF2_EvtWriter_CallingContextLeave( w, NULL, T, 6 );
    told( "Leave", IS( region, 1 ), END );
    OTF2_AttributeList_Delete( list );
}

static void write_definitions( OTF2_Archive* archive, uint64_t events )
{
    OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter( archive );
    OTF2_GlobalDefWriter_WriteClockProperties( g, 1000, 1000, 100000, 1700000000000000000 );
    OTF2_GlobalDefWriter_WriteString( g, 0, "" );
    OTF2_GlobalDefWriter_WriteString( g, 1, "CALL_SITE" );
    OTF2_GlobalDefWriter_WriteString( g, 2, "code.c" );
    OTF2_GlobalDefWriter_WriteAttribute( g, 0, 1, 0, OTF2_TYPE_SOURCE_CODE_LOCATION );
    OTF2_GlobalDefWriter_WriteSystemTreeNode( g, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE );
    OTF2_GlobalDefWriter_WriteLocationGroup( g, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP );
    OTF2_GlobalDefWriter_WriteLocationGroup( g, 1, 1, OTF2_LOCATION_GROUP_TYPE_ACCELERATOR, 0, 0 );
    OTF2_GlobalDefWriter_WriteLocation( g, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, events, 0 );
    for ( uint32_t id = 6; id < 8; id++ )
    {
        OTF2_GlobalDefWriter_WriteRegion( g, id, 1, 1, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 2, id, id );
    }
    OTF2_GlobalDefWriter_WriteSourceCodeLocation( g, 5, 2, 33 );
    OTF2_GlobalDefWriter_WriteCallingContext( g, 6, 7, 5, OTF2_UNDEFINED_CALLING_CONTEXT );
    OTF2_GlobalDefWriter_WriteGroup( g, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 1, ( uint64_t[] ){ 0 } );
    OTF2_GlobalDefWriter_WriteGroup( g, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 1, ( uint64_t[] ){ 0 } );
    OTF2_GlobalDefWriter_WriteComm( g, 3, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE );
    OTF2_GlobalDefWriter_WriteInterComm( g, 4, 0, 1, 1, 3, OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS );
}

int main( int argc, char** argv )
{
    if ( argc != 2 )
    {
        fprintf( stderr, "usage: everyEvent FOLDER\n" );
        return 2;
    }
    OTF2_Archive* archive = OTF2_Archive_Open( argv[ 1 ], "traces", OTF2_FILEMODE_WRITE, 256 * 1024, 256 * 1024,
                                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE );
    if ( archive == NULL )
    {
        return 1;
    }
    uint64_t events;
    OTF2_Archive_SetFlushCallbacks( archive, &flush, NULL );
    OTF2_Archive_SetSerialCollectiveCallbacks( archive );
    OTF2_Archive_OpenEvtFiles( archive );
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter( archive, 0 );
    write_mpi( writer );
    write_threads( writer );
    write_rma( writer );
    write_io( writer );
    write_others( writer );
    write_calls( writer );
    OTF2_EvtWriter_GetNumberOfEvents( writer, &events );
    OTF2_Archive_CloseEvtWriter( archive, writer );
    OTF2_Archive_CloseEvtFiles( archive );
    write_definitions( archive, events );
    OTF2_Archive_Close( archive );
    return 0;
}
