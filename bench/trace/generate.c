/*
 * Writes an OTF2 archive of a simulated MPI program on a grid of ranks. Causes come before their effects, and some
 * ranks are slower than others, so that there is waiting to be found.
 *
 *   generate FOLDER PATTERN LOCATIONS EVENTS CALLS
 *
 * PATTERN    lu: a wavefront from one corner of the grid, then one from the other (as in NAS LU): blocking receives
 *                from two neighbours, work, blocking sends to the two others; an Allreduce every 32 steps.
 *            halo: non-blocking exchange with all four neighbours, completed by one Waitall; an Allreduce every 8 steps.
 *            allreduce: work and an Allreduce in every step.
 * EVENTS     of all locations together, approximately.
 * CALLS      functions called in each step; each is an ENTER and a LEAVE.
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAIN, STEP, EXCHANGE, SEND, RECV, ISEND, IRECV, WAITALL, ALLREDUCE, WORK, REGIONS = WORK + 8 };

static const char* const names[] = { "main", "step", "exchange", "MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv",
                                     "MPI_Waitall", "MPI_Allreduce", "rhs", "jacld", "blts", "jacu", "buts", "flux",
                                     "update", "norm" };

enum { START = 1000000, LATENCY = 800, CALL = 120 };

/** Times of one step of one rank, in ticks. Index 0 and 1 are the first and second neighbour before, or all of them. */
typedef struct
{
    uint64_t begin, received[ 2 ], worked, exchanged, reduced;
} Step;

static uint32_t ranks, width, height, calls;
static uint64_t steps;
static char     pattern;
static uint32_t period;
static Step*    plan;

static Step* at( uint64_t step, uint32_t rank )
{
    return plan + step * ranks + rank;
}

static uint64_t max( uint64_t a, uint64_t b )
{
    return a > b ? a : b;
}

/** A number that looks random and depends on its arguments only. */
static uint32_t noise( uint64_t a, uint64_t b )
{
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ ( b + 1 ) * 0xc2b2ae3d27d4eb4fu;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return ( uint32_t )( x >> 32 );
}

/** How long a rank works in a step: every seventh rank is slower, and everything varies. */
static uint64_t work( uint64_t step, uint32_t rank )
{
    const uint64_t usual = 4000 + noise( step, rank ) % 2000;
    return calls * 40 + ( rank % 7 == 3 ? usual * 5 / 4 : usual );
}

/** The neighbour in a direction (0 west, 1 north, 2 east, 3 south), or -1 at the border. */
static int64_t neighbour( uint32_t rank, int direction )
{
    const uint32_t x = rank % width, y = rank / width;
    switch ( direction )
    {
        case 0: return x > 0 ? ( int64_t )rank - 1 : -1;
        case 1: return y > 0 ? ( int64_t )rank - width : -1;
        case 2: return x + 1 < width ? ( int64_t )rank + 1 : -1;
        default: return y + 1 < height ? ( int64_t )rank + width : -1;
    }
}

/** When a rank of a wavefront sends to its first or second neighbour behind. */
static uint64_t sent( const Step* step, int which )
{
    return step->worked + which * CALL + 20;
}

static void plan_wavefront( uint64_t step )
{
    const int before = step % 2 == 0 ? 0 : 2;
    for ( uint32_t i = 0; i < ranks; i++ )
    {
        const uint32_t rank = before == 0 ? i : ranks - 1 - i;
        Step*          s    = at( step, rank );
        uint64_t       now  = s->begin + 10;
        for ( int which = 0; which < 2; which++ )
        {
            const int64_t from = neighbour( rank, before + which );
            if ( from >= 0 )
            {
                now = max( now + CALL, sent( at( step, from ), which ) + LATENCY );
            }
            s->received[ which ] = now;
        }
        s->worked    = now + work( step, rank );
        s->exchanged = s->worked + 2 * CALL;
    }
}

static void plan_exchange( uint64_t step )
{
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        at( step, rank )->worked = at( step, rank )->begin + 10 + work( step, rank );
    }
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        Step* s      = at( step, rank );
        s->exchanged = s->worked + ( pattern == 'h' ? 9 * CALL : 10 );
        for ( int direction = 0; pattern == 'h' && direction < 4; direction++ )
        {
            const int64_t from = neighbour( rank, direction );
            if ( from >= 0 )
            {
                s->exchanged = max( s->exchanged, at( step, from )->worked + 8 * CALL + LATENCY );
            }
        }
    }
}

static void plan_all( void )
{
    for ( uint64_t step = 0; step < steps; step++ )
    {
        uint64_t last = 0;
        for ( uint32_t rank = 0; rank < ranks; rank++ )
        {
            at( step, rank )->begin = step == 0 ? START + 100 : at( step - 1, rank )->reduced + 20;
        }
        ( pattern == 'l' ? plan_wavefront : plan_exchange )( step );
        for ( uint32_t rank = 0; rank < ranks; rank++ )
        {
            last = max( last, at( step, rank )->exchanged );
        }
        for ( uint32_t rank = 0; rank < ranks; rank++ )
        {
            Step* s    = at( step, rank );
            s->reduced = step % period == period - 1 ? last + LATENCY + noise( step, rank ) % 50 : s->exchanged;
        }
    }
}

static void enter( OTF2_EvtWriter* w, uint64_t time, uint32_t region )
{
    OTF2_EvtWriter_Enter( w, NULL, time, region );
}

static void leave( OTF2_EvtWriter* w, uint64_t time, uint32_t region )
{
    OTF2_EvtWriter_Leave( w, NULL, time, region );
}

static void write_work( OTF2_EvtWriter* w, uint64_t from, uint64_t to )
{
    for ( uint32_t i = 0; i < calls; i++ )
    {
        const uint32_t region = WORK + i % 8;
        enter( w, from + ( to - from ) * i / calls, region );
        leave( w, from + ( to - from ) * ( i + 1 ) / calls - 10, region );
    }
}

static void write_wavefront( OTF2_EvtWriter* w, uint64_t step, uint32_t rank )
{
    const Step* s      = at( step, rank );
    const int   before = step % 2 == 0 ? 0 : 2;
    uint64_t    now    = s->begin + 10;
    for ( int which = 0; which < 2; which++ )
    {
        const int64_t from = neighbour( rank, before + which );
        if ( from >= 0 )
        {
            enter( w, now, RECV );
            OTF2_EvtWriter_MpiRecv( w, NULL, s->received[ which ] - 5, from, 0, 10 + which, 1600 );
            leave( w, s->received[ which ], RECV );
        }
        now = s->received[ which ];
    }
    write_work( w, now, s->worked );
    for ( int which = 0; which < 2; which++ )
    {
        const int64_t to = neighbour( rank, ( before + 2 + which ) % 4 );
        if ( to >= 0 )
        {
            enter( w, sent( s, which ) - 10, SEND );
            OTF2_EvtWriter_MpiSend( w, NULL, sent( s, which ), to, 0, 10 + which, 1600 );
            leave( w, sent( s, which ) + 60, SEND );
        }
    }
}

static void write_halo( OTF2_EvtWriter* w, uint64_t step, uint32_t rank )
{
    static uint64_t request;
    const Step*     s   = at( step, rank );
    uint64_t        now = s->worked;
    uint64_t        first = request + 1;
    for ( int direction = 0; direction < 4; direction++, now += CALL )
    {
        if ( neighbour( rank, direction ) < 0 )
        {
            continue;
        }
        enter( w, now, IRECV );
        OTF2_EvtWriter_MpiIrecvRequest( w, NULL, now + 5, ++request );
        leave( w, now + 50, IRECV );
    }
    for ( int direction = 0; direction < 4; direction++, now += CALL )
    {
        const int64_t to = neighbour( rank, direction );
        if ( to < 0 )
        {
            continue;
        }
        enter( w, now, ISEND );
        OTF2_EvtWriter_MpiIsend( w, NULL, now + 5, to, 0, direction, 1600, ++request );
        leave( w, now + 50, ISEND );
    }
    const uint64_t half = ( request + 1 - first ) / 2;
    uint64_t       next = 0;
    enter( w, now, WAITALL );
    for ( int direction = 0; direction < 4; direction++ )
    {
        const int64_t peer = neighbour( rank, direction );
        if ( peer >= 0 )
        {
            OTF2_EvtWriter_MpiIsendComplete( w, NULL, s->exchanged - 20, first + half + next );
            OTF2_EvtWriter_MpiIrecv( w, NULL, s->exchanged - 20, peer, 0, ( direction + 2 ) % 4, 1600, first + next );
            next++;
        }
    }
    leave( w, s->exchanged - 5, WAITALL );
}

static void write_step( OTF2_EvtWriter* w, uint64_t step, uint32_t rank )
{
    const Step* s = at( step, rank );
    enter( w, s->begin, STEP );
    if ( pattern == 'l' )
    {
        write_wavefront( w, step, rank );
    }
    else
    {
        write_work( w, s->begin + 10, s->worked );
        if ( pattern == 'h' )
        {
            enter( w, s->worked - 5, EXCHANGE );
            write_halo( w, step, rank );
            leave( w, s->exchanged, EXCHANGE );
        }
    }
    if ( step % period == period - 1 )
    {
        enter( w, s->exchanged, ALLREDUCE );
        OTF2_EvtWriter_MpiCollectiveBegin( w, NULL, s->exchanged + 1 );
        OTF2_EvtWriter_MpiCollectiveEnd( w, NULL, s->reduced, OTF2_COLLECTIVE_OP_ALLREDUCE, 0, OTF2_UNDEFINED_UINT32, 40,
                                         40 );
        leave( w, s->reduced + 2, ALLREDUCE );
    }
    leave( w, s->reduced + 10, STEP );
}

static void write_definitions( OTF2_Archive* archive, const uint64_t* events, uint64_t length )
{
    OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter( archive );
    char                  text[ 32 ];
    uint32_t              next = 0;
    OTF2_GlobalDefWriter_WriteClockProperties( g, 1000000000, START, length, OTF2_UNDEFINED_TIMESTAMP );
    OTF2_GlobalDefWriter_WriteString( g, next++, "" );
    for ( int i = 0; i < REGIONS; i++ )
    {
        const bool mpi = strncmp( names[ i ], "MPI_", 4 ) == 0;
        OTF2_GlobalDefWriter_WriteString( g, next++, names[ i ] );
        OTF2_GlobalDefWriter_WriteRegion( g, i, next - 1, next - 1, 0, OTF2_REGION_ROLE_FUNCTION,
                                          mpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE, 0, 0,
                                          0 );
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

static OTF2_FlushType pre_flush( void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final )
{
    return OTF2_FLUSH;
}

static OTF2_FlushCallbacks flush = { .otf2_pre_flush = pre_flush, .otf2_post_flush = NULL };

static void write_archive( const char* folder )
{
    uint64_t*     events  = calloc( ranks, sizeof( *events ) );
    OTF2_Archive* archive = OTF2_Archive_Open( folder, "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE );
    if ( archive == NULL || events == NULL )
    {
        exit( 1 );
    }
    OTF2_Archive_SetFlushCallbacks( archive, &flush, NULL );
    OTF2_Archive_SetSerialCollectiveCallbacks( archive );
    OTF2_Archive_OpenEvtFiles( archive );
    uint64_t end = START;
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        OTF2_EvtWriter* w    = OTF2_Archive_GetEvtWriter( archive, rank );
        const uint64_t  last = at( steps - 1, rank )->reduced + 20;
        enter( w, START, MAIN );
        for ( uint64_t step = 0; step < steps; step++ )
        {
            write_step( w, step, rank );
        }
        leave( w, last, MAIN );
        end = max( end, last );
        OTF2_EvtWriter_GetNumberOfEvents( w, &events[ rank ] );
        OTF2_Archive_CloseEvtWriter( archive, w );
    }
    OTF2_Archive_CloseEvtFiles( archive );
    OTF2_Archive_OpenDefFiles( archive );
    for ( uint32_t rank = 0; rank < ranks; rank++ )
    {
        OTF2_Archive_CloseDefWriter( archive, OTF2_Archive_GetDefWriter( archive, rank ) );
    }
    OTF2_Archive_CloseDefFiles( archive );
    write_definitions( archive, events, end - START );
    OTF2_Archive_Close( archive );
    free( events );
}

/** How many events a step of a rank amid the grid has. */
static uint64_t events_per_step( void )
{
    const uint64_t communication = pattern == 'l' ? 12 : pattern == 'h' ? 4 * ( 3 + 3 + 2 ) + 4 : 0;
    return 2 + 2 * calls + communication + 4 / period;
}

int main( int argc, char** argv )
{
    if ( argc != 6 )
    {
        fprintf( stderr, "usage: generate FOLDER lu|halo|allreduce LOCATIONS EVENTS CALLS\n" );
        return 2;
    }
    pattern = argv[ 2 ][ 0 ];
    ranks   = strtoul( argv[ 3 ], NULL, 10 );
    calls   = strtoul( argv[ 5 ], NULL, 10 );
    period  = pattern == 'l' ? 32 : pattern == 'h' ? 8 : 1;
    for ( width = 1; ( width + 1 ) * ( width + 1 ) <= ranks; width++ )
    {
    }
    while ( ranks % width != 0 )
    {
        width--;
    }
    height = ranks / width;
    steps  = strtoull( argv[ 4 ], NULL, 10 ) / ranks / events_per_step();
    steps  = steps < period ? period : steps;
    plan   = malloc( steps * ranks * sizeof( *plan ) );
    if ( plan == NULL )
    {
        return 1;
    }
    plan_all();
    write_archive( argv[ 1 ] );
    free( plan );
    return 0;
}
