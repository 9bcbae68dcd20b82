/*
 * Writes an OTF2 archive shaped like a pipelined solver (LU): each rank sweeps over planes, receives from its
 * western and sends to its eastern neighbour, and sums up a residual now and then.
 *
 * With `sites`, each ENTER of an MPI function is preceded by an attribute list with the place of its call.
 *
 *   generate FOLDER LOCATIONS EVENTS_PER_LOCATION [sites]
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

static OTF2_FlushType pre_flush( void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final )
{
    return OTF2_FLUSH;
}

static OTF2_TimeStamp now = 1000000;

static OTF2_TimeStamp post_flush( void* data, OTF2_FileType type, OTF2_LocationRef location )
{
    return now;
}

static OTF2_FlushCallbacks flush = { .otf2_pre_flush = pre_flush, .otf2_post_flush = post_flush };

enum { MAIN, SWEEP, PLANE, SEND, RECV, ALLREDUCE, REGIONS };

static const char* const names[ REGIONS ] = { "main", "sweep", "plane", "MPI_Send", "MPI_Recv", "MPI_Allreduce" };

static OTF2_TimeStamp later( void )
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return now += 50 + state % 5000;
}

static OTF2_AttributeList* call_site;

/** Enters an MPI function that is called at line `line`. */
static void enter_mpi( OTF2_EvtWriter* w, OTF2_RegionRef region, uint32_t line )
{
    if ( call_site != NULL )
    {
        OTF2_AttributeList_AddSourceCodeLocationRef( call_site, 0, line );
    }
    OTF2_EvtWriter_Enter( w, call_site, later(), region );
}

static uint64_t write_location( OTF2_EvtWriter* w, uint32_t rank, uint32_t ranks, uint64_t wanted )
{
    uint64_t events = 0;
    now = 1000000;
    OTF2_EvtWriter_Enter( w, NULL, later(), MAIN );
    for ( uint32_t step = 0; events < wanted; step++ )
    {
        OTF2_EvtWriter_Enter( w, NULL, later(), SWEEP );
        for ( int plane = 0; plane < 32; plane++ )
        {
            OTF2_EvtWriter_Enter( w, NULL, later(), PLANE );
            if ( rank > 0 )
            {
                enter_mpi( w, RECV, 0 );
                OTF2_EvtWriter_MpiRecv( w, NULL, later(), rank - 1, 0, 300 + plane, 1600 );
                OTF2_EvtWriter_Leave( w, NULL, now, RECV );
                events += 3;
            }
            if ( rank + 1 < ranks )
            {
                enter_mpi( w, SEND, 1 );
                OTF2_EvtWriter_MpiSend( w, NULL, now, rank + 1, 0, 300 + plane, 1600 );
                OTF2_EvtWriter_Leave( w, NULL, later(), SEND );
                events += 3;
            }
            OTF2_EvtWriter_Leave( w, NULL, later(), PLANE );
            events += 2;
        }
        enter_mpi( w, ALLREDUCE, 2 );
        OTF2_EvtWriter_MpiCollectiveBegin( w, NULL, now );
        OTF2_EvtWriter_MpiCollectiveEnd( w, NULL, later(), OTF2_COLLECTIVE_OP_ALLREDUCE, 0, OTF2_UNDEFINED_UINT32, 40, 40 );
        OTF2_EvtWriter_Leave( w, NULL, now, ALLREDUCE );
        OTF2_EvtWriter_Leave( w, NULL, later(), SWEEP );
        events += 6;
    }
    OTF2_EvtWriter_Leave( w, NULL, later(), MAIN );
    return events + 2;
}

static void write_definitions( OTF2_Archive* archive, uint32_t ranks, const uint64_t* events, uint64_t length )
{
    OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter( archive );
    char                  text[ 32 ];
    uint32_t              next = 0;
    OTF2_GlobalDefWriter_WriteClockProperties( g, 1000000000, 1000000, length, OTF2_UNDEFINED_TIMESTAMP );
    OTF2_GlobalDefWriter_WriteString( g, next++, "" );
    for ( int i = 0; i < REGIONS; i++ )
    {
        OTF2_GlobalDefWriter_WriteString( g, next++, names[ i ] );
        OTF2_GlobalDefWriter_WriteRegion( g, i, next - 1, next - 1, 0, OTF2_REGION_ROLE_FUNCTION,
                                          i < SEND ? OTF2_PARADIGM_COMPILER : OTF2_PARADIGM_MPI,
                                          OTF2_REGION_FLAG_NONE, 0, 0, 0 );
    }
    OTF2_GlobalDefWriter_WriteString( g, next++, "CALL_SITE" );
    OTF2_GlobalDefWriter_WriteAttribute( g, 0, next - 1, 0, OTF2_TYPE_SOURCE_CODE_LOCATION );
    for ( int i = 0; i < 3; i++ )
    {
        OTF2_GlobalDefWriter_WriteSourceCodeLocation( g, i, 1, 10 + i );
    }
    OTF2_GlobalDefWriter_WriteSystemTreeNode( g, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE );
    uint64_t* members = malloc( ranks * sizeof( *members ) );
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        snprintf( text, sizeof( text ), "MPI Rank %u", rank );
        OTF2_GlobalDefWriter_WriteString( g, next, text );
        OTF2_GlobalDefWriter_WriteLocationGroup( g, rank, next, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                 OTF2_UNDEFINED_LOCATION_GROUP );
        OTF2_GlobalDefWriter_WriteLocation( g, rank, next, OTF2_LOCATION_TYPE_CPU_THREAD, events[ rank ], rank );
        members[ rank ] = rank;
        next++;
    }
    OTF2_GlobalDefWriter_WriteGroup( g, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                     ranks, members );
    OTF2_GlobalDefWriter_WriteGroup( g, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                     ranks, members );
    OTF2_GlobalDefWriter_WriteComm( g, 0, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE );
    free( members );
}

int main( int argc, char** argv )
{
    if ( argc < 4 )
    {
        fprintf( stderr, "usage: generate FOLDER LOCATIONS EVENTS_PER_LOCATION [sites]\n" );
        return 2;
    }
    if ( argc > 4 )
    {
        call_site = OTF2_AttributeList_New();
    }
    const uint32_t ranks  = strtoul( argv[ 2 ], NULL, 10 );
    const uint64_t wanted = strtoull( argv[ 3 ], NULL, 10 );
    uint64_t*      events = calloc( ranks, sizeof( *events ) );
    uint64_t       end    = 0;

    OTF2_Archive* archive = OTF2_Archive_Open( argv[ 1 ], "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE );
    if ( archive == NULL || events == NULL )
    {
        return 1;
    }
    OTF2_Archive_SetFlushCallbacks( archive, &flush, NULL );
    OTF2_Archive_SetSerialCollectiveCallbacks( archive );
    OTF2_Archive_OpenEvtFiles( archive );
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter( archive, rank );
        write_location( writer, rank, ranks, wanted );
        OTF2_EvtWriter_GetNumberOfEvents( writer, &events[ rank ] );
        OTF2_Archive_CloseEvtWriter( archive, writer );
        end = now > end ? now : end;
    }
    OTF2_Archive_CloseEvtFiles( archive );
    OTF2_Archive_OpenDefFiles( archive );
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        OTF2_Archive_CloseDefWriter( archive, OTF2_Archive_GetDefWriter( archive, rank ) );
    }
    OTF2_Archive_CloseDefFiles( archive );
    write_definitions( archive, ranks, events, end - 1000000 );
    OTF2_Archive_Close( archive );
    free( events );
    return 0;
}
