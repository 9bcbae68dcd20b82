/*
 * Reads all events of an archive, location after location, through libotf2's callbacks and counts them by kind.
 * Prints as JSON: the number of events and the seconds it took from opening to closing.
 *
 *   count ARCHIVE.otf2
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t* ids;
static size_t    location_count;
static uint64_t  enters, leaves, sends, receives, begins, ends, others;

static OTF2_CallbackCode on_location( void* data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
                                      uint64_t events, OTF2_LocationGroupRef group )
{
    ids                    = realloc( ids, ( location_count + 1 ) * sizeof( *ids ) );
    ids[ location_count++ ] = self;
    return OTF2_CALLBACK_SUCCESS;
}

#define HEAD OTF2_LocationRef l, OTF2_TimeStamp t, uint64_t p, void *d, OTF2_AttributeList *a
#define COUNTING( name, counter, ... )                   \
    static OTF2_CallbackCode name( HEAD, ##__VA_ARGS__ ) \
    {                                                    \
        counter++;                                       \
        return OTF2_CALLBACK_SUCCESS;                    \
    }

COUNTING( on_enter, enters, OTF2_RegionRef r )
COUNTING( on_leave, leaves, OTF2_RegionRef r )
COUNTING( on_send, sends, uint32_t peer, OTF2_CommRef c, uint32_t tag, uint64_t length )
COUNTING( on_receive, receives, uint32_t peer, OTF2_CommRef c, uint32_t tag, uint64_t length )
COUNTING( on_isend, sends, uint32_t peer, OTF2_CommRef c, uint32_t tag, uint64_t length, uint64_t request )
COUNTING( on_isend_complete, others, uint64_t request )
COUNTING( on_irecv_request, others, uint64_t request )
COUNTING( on_irecv, receives, uint32_t peer, OTF2_CommRef c, uint32_t tag, uint64_t length, uint64_t request )
COUNTING( on_begin, begins )
COUNTING( on_end, ends, OTF2_CollectiveOp o, OTF2_CommRef c, uint32_t root, uint64_t sent, uint64_t received )
COUNTING( on_flush, others, OTF2_TimeStamp stop )

static double seconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_MONOTONIC, &now );
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void read_definitions( OTF2_Reader* reader )
{
    OTF2_GlobalDefReader*          definitions = OTF2_Reader_GetGlobalDefReader( reader );
    OTF2_GlobalDefReaderCallbacks* callbacks   = OTF2_GlobalDefReaderCallbacks_New();
    uint64_t                       read;
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback( callbacks, on_location );
    OTF2_Reader_RegisterGlobalDefCallbacks( reader, definitions, callbacks, NULL );
    OTF2_GlobalDefReaderCallbacks_Delete( callbacks );
    OTF2_Reader_ReadAllGlobalDefinitions( reader, definitions, &read );
}

static void read_events( OTF2_Reader* reader )
{
    OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
    uint64_t                 read;
    OTF2_EvtReaderCallbacks_SetEnterCallback( callbacks, on_enter );
    OTF2_EvtReaderCallbacks_SetLeaveCallback( callbacks, on_leave );
    OTF2_EvtReaderCallbacks_SetMpiSendCallback( callbacks, on_send );
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback( callbacks, on_receive );
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback( callbacks, on_isend );
    OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback( callbacks, on_isend_complete );
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback( callbacks, on_irecv_request );
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback( callbacks, on_irecv );
    OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback( callbacks, on_begin );
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback( callbacks, on_end );
    OTF2_EvtReaderCallbacks_SetBufferFlushCallback( callbacks, on_flush );
    for ( size_t i = 0; i < location_count; i++ )
    {
        OTF2_DefReader* local = OTF2_Reader_GetDefReader( reader, ids[ i ] );
        if ( local != NULL )
        {
            OTF2_Reader_ReadAllLocalDefinitions( reader, local, &read );
            OTF2_Reader_CloseDefReader( reader, local );
        }
        OTF2_EvtReader* events = OTF2_Reader_GetEvtReader( reader, ids[ i ] );
        OTF2_Reader_RegisterEvtCallbacks( reader, events, callbacks, NULL );
        OTF2_Reader_ReadAllLocalEvents( reader, events, &read );
        OTF2_Reader_CloseEvtReader( reader, events );
    }
    OTF2_EvtReaderCallbacks_Delete( callbacks );
}

int main( int argc, char** argv )
{
    if ( argc != 2 )
    {
        fprintf( stderr, "usage: count ARCHIVE.otf2\n" );
        return 2;
    }
    const double start  = seconds();
    OTF2_Reader* reader = OTF2_Reader_Open( argv[ 1 ] );
    if ( reader == NULL )
    {
        return 1;
    }
    OTF2_Reader_SetSerialCollectiveCallbacks( reader );
    read_definitions( reader );
    for ( size_t i = 0; i < location_count; i++ )
    {
        OTF2_Reader_SelectLocation( reader, ids[ i ] );
    }
    OTF2_Reader_OpenDefFiles( reader );
    OTF2_Reader_OpenEvtFiles( reader );
    read_events( reader );
    OTF2_Reader_CloseEvtFiles( reader );
    OTF2_Reader_CloseDefFiles( reader );
    OTF2_Reader_Close( reader );
    const double   elapsed = seconds() - start;
    const uint64_t events  = enters + leaves + sends + receives + begins + ends + others;
    printf( "{\"events\": %lu, \"seconds\": %.6f}\n", ( unsigned long )events, elapsed );
    free( ids );
    return 0;
}
