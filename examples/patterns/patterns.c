/*
 * patterns: every way of waiting in MPI that Trimtab knows by name, one function each, with known seconds.
 *
 * Each rank sleeps until agreed moments before it calls MPI, so that how long it then waits for the others is known in
 * closed form: see expected.yaml. All ranks must run on one machine, for the moments are read from its clock.
 *
 * Usage: patterns [unit]
 *   unit  seconds between one rank's moment and the next (default 0.06)
 */
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    RANKS = 4,
    MOST_PATTERNS = 40,
    /* Units of time from one pattern to the next, by when all ranks have left it. */
    PATTERN_UNITS = 5,
    /* Too long to be sent before the receiver is there. */
    LONG_MESSAGE = 4 << 20
};

static double unit = 0.06;
static double start;
static int pattern;
static int rank;
/* Seconds by which this rank woke too late from its last sleep in each pattern: its waits differ by so much. */
static double late[MOST_PATTERNS];
static char *long_message;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sleeps until a moment of the present pattern, in units from its start. */
static void at(double units)
{
    double moment = start + unit * (pattern * PATTERN_UNITS + units);
    double whole = floor(moment);
    struct timespec t = {(time_t)whole, (long)(1e9 * (moment - whole))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
    late[pattern] = clock_now() - moment;
}

static void send(int to, int tag)
{
    int value = tag;
    MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

/* Messages: rank 1 waits for what rank 0 sends at unit 3. */

static void late_sender(void)
{
    int value;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        at(1);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void late_sender_any_source(void)
{
    int value;
    if (rank == 0) { at(3); send(1, 7); }
    if (rank == 1) {
        at(1);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void late_sender_wait(void)
{
    int value;
    MPI_Request request;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        at(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sends at 2, rank 2 at 4: the waits overlap, the longer one counts. */
static void late_sender_waitall(void)
{
    int values[2];
    MPI_Request requests[2];
    if (rank == 0) { at(2); send(1, 0); }
    if (rank == 2) { at(4); send(1, 0); }
    if (rank == 1) {
        MPI_Irecv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[1]);
        at(1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void late_sender_waitany(void)
{
    int value, index;
    MPI_Request request;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        at(1);
        MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
    }
}

static void late_sender_waitsome(void)
{
    int value, count, index;
    MPI_Request request;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        at(1);
        MPI_Waitsome(1, &request, &count, &index, MPI_STATUSES_IGNORE);
    }
}

static void late_sender_persistent(void)
{
    int value;
    MPI_Request request;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        at(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
}

/* Ranks 0 and 1 exchange messages; rank 0 comes at 3. */
static void late_sender_sendrecv(void)
{
    int mine = rank, theirs;
    if (rank > 1) return;
    at(rank == 0 ? 3 : 1);
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 0, &theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* In a communicator of the odd ranks, in which rank 3 is rank 1 and rank 1 is rank 0. */
static void late_sender_communicator(void)
{
    int value = 0;
    MPI_Comm odd;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &odd);
    if (rank == 3) { at(3); MPI_Send(&value, 1, MPI_INT, 0, 0, odd); }
    if (rank == 1) {
        at(1);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, odd, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&odd);
}

/* Rank 0 sends tag 0 at 1 and tag 1 at 3; rank 1 receives tag 1 first, from 2 on. */
static void wrong_order_same_source(void)
{
    int value;
    if (rank == 0) { at(1); send(1, 0); at(3); send(1, 1); }
    if (rank == 1) {
        at(2);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 2 sends at 1, rank 0 at 3; rank 1 receives rank 0's message first, from 2 on. */
static void wrong_order_different_sources(void)
{
    int value;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 2) { at(1); send(1, 0); }
    if (rank == 1) {
        at(2);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sends at 1 what rank 1 receives at 3. */

static void receive_at(double units, void *buffer, int count)
{
    at(units);
    MPI_Recv(buffer, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void late_receiver_synchronous(void)
{
    char value = 0;
    if (rank == 0) {
        at(1);
        MPI_Ssend(&value, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) receive_at(3, &value, 1);
}

static void late_receiver_long_message(void)
{
    if (rank == 0) {
        at(1);
        MPI_Send(long_message, LONG_MESSAGE, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) receive_at(3, long_message, LONG_MESSAGE);
}

static void late_receiver_wait(void)
{
    char value = 0;
    MPI_Request request;
    if (rank == 0) {
        MPI_Issend(&value, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
        at(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 1) receive_at(3, &value, 1);
}

/* Rank 1 asks again and again for what rank 0 sends at 3, with a pause of 1 ms between two questions. */
static void polling(void)
{
    int value, done = 0;
    const struct timespec pause = {0, 1000000};
    MPI_Request request;
    if (rank == 0) { at(3); send(1, 0); }
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        at(1);
        while (!done) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            if (!done) clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
        }
    }
}

/* Collective operations: rank r comes at 1 + r, so that rank 3 is the last, where nothing else is said. */

static void barrier(void)
{
    at(1 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(void)
{
    int mine = rank, all;
    at(1 + rank);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(void)
{
    int mine = rank, all[RANKS];
    at(1 + rank);
    MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

static void allgatherv(void)
{
    int mine = rank, all[RANKS];
    const int counts[RANKS] = {1, 1, 1, 1}, places[RANKS] = {0, 1, 2, 3};
    at(1 + rank);
    MPI_Allgatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
}

static void alltoall(void)
{
    int mine[RANKS] = {rank}, theirs[RANKS];
    at(1 + rank);
    MPI_Alltoall(mine, 1, MPI_INT, theirs, 1, MPI_INT, MPI_COMM_WORLD);
}

static void reduce_scatter(void)
{
    int mine[RANKS] = {rank}, sum;
    const int counts[RANKS] = {1, 1, 1, 1};
    at(1 + rank);
    MPI_Reduce_scatter(mine, &sum, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter_block(void)
{
    int mine[RANKS] = {rank}, sum;
    at(1 + rank);
    MPI_Reduce_scatter_block(mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* Rank 0, the root or the lowest rank, comes at 4, rank r at r. */

static void late_broadcast(void)
{
    int value = rank;
    at(rank == 0 ? RANKS : rank);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void late_scatter(void)
{
    int all[RANKS] = {0}, mine;
    at(rank == 0 ? RANKS : rank);
    MPI_Scatter(all, 1, MPI_INT, &mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void early_scan(void)
{
    int mine = rank, sum;
    at(rank == 0 ? RANKS : rank);
    MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void early_exscan(void)
{
    int mine = rank, sum = 0;
    at(rank == 0 ? RANKS : rank);
    MPI_Exscan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* The root, rank 0, comes at 1 and waits for rank 3. */

static void early_reduce(void)
{
    int mine = rank, sum;
    at(1 + rank);
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void early_gather(void)
{
    int mine = rank, all[RANKS];
    at(1 + rank);
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

/*
 * All come together at 0, then rank 0 is busy until 3; rank 1 waits for it and passes the message on to rank 2, which
 * waits because rank 1 does.
 */

__attribute__((noinline)) static void busy(void)
{
    at(3);
}

static void delay_chain(void)
{
    int value;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) { busy(); send(1, 0); }
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        send(2, 0);
    }
    if (rank == 2) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Between two groups, of the lower and of the upper ranks, each one waits for the last of the other group. */

static MPI_Comm between_groups(void)
{
    MPI_Comm group, between;
    MPI_Comm_split(MPI_COMM_WORLD, rank / (RANKS / 2), rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank < RANKS / 2 ? RANKS / 2 : 0, 0, &between);
    MPI_Comm_free(&group);
    return between;
}

static void groups_barrier(void)
{
    MPI_Comm between = between_groups();
    at(1 + rank);
    MPI_Barrier(between);
    MPI_Comm_free(&between);
}

static void groups_allreduce(void)
{
    int mine = rank, all;
    MPI_Comm between = between_groups();
    at(1 + rank);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, between);
    MPI_Comm_free(&between);
}

/* The last rank is the root, rank 1 of its group. */
static void groups_broadcast(void)
{
    int value = rank, root = rank < RANKS / 2 ? RANKS / 2 - 1 : rank == RANKS - 1 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Comm between = between_groups();
    at(1 + rank);
    MPI_Bcast(&value, 1, MPI_INT, root, between);
    MPI_Comm_free(&between);
}

static void groups_reduce(void)
{
    int mine = rank, sum, root = rank >= RANKS / 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Comm between = between_groups();
    at(1 + rank);
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, root, between);
    MPI_Comm_free(&between);
}

/* All come to the end of the program as they come to a barrier. */
static void finalize(void)
{
    at(1 + rank);
    MPI_Finalize();
}

static const struct {
    const char *name;
    void (*run)(void);
} PATTERN[] = {
    {"late_sender", late_sender},
    {"late_sender_any_source", late_sender_any_source},
    {"late_sender_wait", late_sender_wait},
    {"late_sender_waitall", late_sender_waitall},
    {"late_sender_waitany", late_sender_waitany},
    {"late_sender_waitsome", late_sender_waitsome},
    {"late_sender_persistent", late_sender_persistent},
    {"late_sender_sendrecv", late_sender_sendrecv},
    {"late_sender_communicator", late_sender_communicator},
    {"wrong_order_same_source", wrong_order_same_source},
    {"wrong_order_different_sources", wrong_order_different_sources},
    {"late_receiver_synchronous", late_receiver_synchronous},
    {"late_receiver_long_message", late_receiver_long_message},
    {"late_receiver_wait", late_receiver_wait},
    {"polling", polling},
    {"barrier", barrier},
    {"allreduce", allreduce},
    {"allgather", allgather},
    {"allgatherv", allgatherv},
    {"alltoall", alltoall},
    {"reduce_scatter", reduce_scatter},
    {"reduce_scatter_block", reduce_scatter_block},
    {"late_broadcast", late_broadcast},
    {"late_scatter", late_scatter},
    {"early_scan", early_scan},
    {"early_exscan", early_exscan},
    {"early_reduce", early_reduce},
    {"early_gather", early_gather},
    {"delay_chain", delay_chain},
    {"groups_barrier", groups_barrier},
    {"groups_allreduce", groups_allreduce},
    {"groups_broadcast", groups_broadcast},
    {"groups_reduce", groups_reduce},
    {"finalize", finalize},
};
enum { PATTERNS = sizeof PATTERN / sizeof PATTERN[0] };

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1) unit = atof(argv[1]);
    long_message = calloc(1, LONG_MESSAGE);
    if (ranks != RANKS || unit <= 0.0 || long_message == NULL) {
        fprintf(stderr, "patterns: run it with 4 ranks and a positive unit of seconds\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    start = clock_now() + 2.0 * unit;
    MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (pattern = 0; pattern < PATTERNS; pattern++) {
        at(0);
        PATTERN[pattern].run();
    }
    for (pattern = 0; pattern < PATTERNS; pattern++)
        printf("%s rank %d late by %.6f s\n", PATTERN[pattern].name, rank, late[pattern]);
    free(long_message);
    return 0;
}
