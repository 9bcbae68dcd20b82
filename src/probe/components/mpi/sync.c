/*
 * Offsets between the clocks of the processes, by remote clock reading (Cristian;
 * Wolf 2003, 4.3.3): rank 0 answers with its time, the reading with the shortest round
 * trip counts, and its error is at most half of that round trip. Readers of the trace
 * interpolate between the two measurements.
 *
 * Processes on rank 0's host that read the same counter need no exchange: offset 0.
 * TRIMTAB_CLOCK_EXCHANGE=1 exchanges with all.
 */
#include "sync.h"
#include "../../core/settings.h"
#include "wrap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 32, TAG = 1 };

static MPI_Comm comm = MPI_COMM_NULL;
static int exchange; /* this process has to exchange with rank 0 */
static int *exchanges; /* at rank 0: who has to */

/* A number that two processes share only when they read the same clock. */
static uint64_t clock_identity(void)
{
    char boot[64] = "";
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        if (read(fd, boot, sizeof boot - 1) < 0)
            boot[0] = '\0';
        close(fd);
    }
    if (boot[0] == '\0')
        gethostname(boot, sizeof boot - 1);
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ (uint64_t)tt_clock_kind;
    for (const char *p = boot; *p != '\0'; p++)
        hash = (hash ^ (unsigned char)*p) * UINT64_C(0x100000001B3);
    return hash;
}

static void find_who_exchanges(void)
{
    const char *all = tt_setting(TRIMTAB_CLOCK_EXCHANGE);
    int everybody = all != NULL && strcmp(all, "1") == 0;
    uint64_t own = clock_identity(), first = own;
    tt_real.Bcast(&first, 1, MPI_UINT64_T, 0, comm);
    exchange = tt_process.rank != 0 && (everybody || own != first);
    if (tt_process.rank == 0)
        exchanges = calloc((size_t)tt_process.size, sizeof *exchanges);
    tt_real.Gather(&exchange, 1, MPI_INT, exchanges, 1, MPI_INT, 0, comm);
}

/* The processes that a signal can reach. */
static void find_siblings(void)
{
    struct {
        uint64_t identity, pid;
    } own = {clock_identity(), (uint64_t)getpid()}, *all = calloc((size_t)tt_process.size, sizeof own);
    pid_t *pids = calloc((size_t)tt_process.size, sizeof *pids);
    int count = 0;
    if (all == NULL || pids == NULL) {
        tt_say("no memory for %d process numbers", tt_process.size);
        abort();
    }
    tt_real.Allgather(&own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, comm);
    for (int r = 0; r < tt_process.size; r++)
        if (all[r].identity == own.identity && r != tt_process.rank)
            pids[count++] = (pid_t)all[r].pid;
    free(all);
    tt_set_siblings(pids, count);
}

static void serve(int rank)
{
    for (int i = 0; i < ROUNDS; i++) {
        tt_real.Recv(NULL, 0, MPI_BYTE, rank, TAG, comm, MPI_STATUS_IGNORE);
        uint64_t now = tt_ticks();
        tt_real.Send(&now, 1, MPI_UINT64_T, rank, TAG, comm);
    }
}

static void note_offset(uint64_t at, int64_t offset, uint64_t error)
{
    tt_note("sync %llu %lld %llu\n", (unsigned long long)at, (long long)offset, (unsigned long long)error);
}

static void ask(void)
{
    uint64_t shortest = UINT64_MAX, at = 0;
    int64_t offset = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t master, sent = tt_ticks();
        tt_real.Send(NULL, 0, MPI_BYTE, 0, TAG, comm);
        tt_real.Recv(&master, 1, MPI_UINT64_T, 0, TAG, comm, MPI_STATUS_IGNORE);
        uint64_t round_trip = tt_ticks() - sent;
        if (round_trip < shortest) {
            shortest = round_trip;
            at = sent + round_trip / 2;
            offset = (int64_t)(master - at);
        }
    }
    note_offset(at, offset, shortest / 2);
}

static void measure(void)
{
    if (exchange) {
        ask();
        return;
    }
    for (int r = 1; tt_process.rank == 0 && exchanges != NULL && r < tt_process.size; r++)
        if (exchanges[r])
            serve(r);
    note_offset(tt_ticks(), 0, 0);
}

void tt_sync_begin(void)
{
    tt_real.Comm_dup(MPI_COMM_WORLD, &comm);
    find_who_exchanges();
    find_siblings();
    tt_real.Barrier(comm);
    measure();
}

void tt_sync_end(void)
{
    if (comm == MPI_COMM_NULL)
        return;
    tt_real.Barrier(comm);
    measure();
    tt_real.Comm_free(&comm);
    free(exchanges);
    exchanges = NULL;
}
