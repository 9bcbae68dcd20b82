/*
 * onesided: the ways of waiting in MPI's one-sided communication that Trimtab knows by name, one function each, with
 * known seconds.
 *
 * Each rank sleeps until agreed moments before it calls MPI, so that how long it then waits for the others is known in
 * closed form: see expected.yaml. All ranks must run on one machine, for the moments are read from its clock.
 *
 * Usage: onesided [unit]
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
    MOST_PATTERNS = 20,
    /* Units of time from one pattern to the next, by when all ranks have left it. */
    PATTERN_UNITS = 7
};

static double unit = 0.06;
static double start;
static int pattern;
static int rank;
/*
 * Seconds by which this rank woke too late in each pattern, when it came to what others share with it and when it woke
 * last: the waits differ by so much.
 */
static double came[MOST_PATTERNS], last[MOST_PATTERNS];
/* What others put into, and its window. */
static int memory[RANKS];
static MPI_Win window;
/* Rank 0 and rank 1 alone. */
static MPI_Group origin, target;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sleeps until a moment of the present pattern, in units from its start. */
static void until(double units)
{
    double moment = start + unit * (pattern * PATTERN_UNITS + units);
    double whole = floor(moment);
    struct timespec t = {(time_t)whole, (long)(1e9 * (moment - whole))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
    last[pattern] = clock_now() - moment;
}

/* Comes to what the rank shares with others. */
static void at(double units)
{
    until(units);
    came[pattern] = last[pattern];
}

static void put(int to)
{
    int value = rank;
    MPI_Put(&value, 1, MPI_INT, to, rank, 1, MPI_INT, window);
}

/* Collective calls: rank r comes at 1 + r, so that rank 3 is the last. */

static void fence(void)
{
    at(1 + rank);
    MPI_Win_fence(0, window);
    put((rank + 1) % RANKS);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

static void create(void)
{
    int own;
    MPI_Win made;
    at(1 + rank);
    MPI_Win_create(&own, sizeof own, sizeof own, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_free(&made);
}

static void allocate(void)
{
    int *own;
    MPI_Win made;
    at(1 + rank);
    MPI_Win_allocate(sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &made);
    MPI_Win_free(&made);
}

static void free_window(void)
{
    int own;
    MPI_Win made;
    MPI_Win_create(&own, sizeof own, sizeof own, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    at(1 + rank);
    MPI_Win_free(&made);
}

/* Epochs: rank 0 puts into the window of rank 1. */

/* Rank 0 comes at 1, rank 1 posts at 3: one of the three calls of rank 0 waits. */
static void late_post(void)
{
    if (rank == 0) {
        at(1);
        MPI_Win_start(target, 0, window);
        put(1);
        MPI_Win_complete(window);
    }
    if (rank == 1) {
        at(3);
        MPI_Win_post(origin, 0, window);
        MPI_Win_wait(window);
    }
}

/* Rank 1 waits from 1 on for what rank 0 puts at 3. */
static void early_wait(void)
{
    if (rank == 0) {
        MPI_Win_start(target, 0, window);
        at(3);
        put(1);
        MPI_Win_complete(window);
    }
    if (rank == 1) {
        MPI_Win_post(origin, 0, window);
        at(1);
        MPI_Win_wait(window);
    }
}

/* Rank 1 waits from 1 on; rank 0 puts at 2 and completes at 4. */
static void late_complete(void)
{
    if (rank == 0) {
        MPI_Win_start(target, 0, window);
        at(2);
        put(1);
        until(4);
        MPI_Win_complete(window);
    }
    if (rank == 1) {
        MPI_Win_post(origin, 0, window);
        at(1);
        MPI_Win_wait(window);
    }
}

/*
 * Locks of rank 0's window: rank 1 has it from 1 to 3, rank 2 comes at 2 and keeps it until 5, rank 3 comes at 4; never
 * two at once, for then either may get it. Rank 0 is in MPI, for some libraries give locks only there.
 */
static void exclusive_lock(void)
{
    if (rank > 0) {
        at(rank == 3 ? 4 : rank);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        put(0);
        if (rank < 3) until(1 + 2 * rank);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 1 has the lock from 1 to 4; ranks 2 and 3 come at 2 and 3 and then share it. */
static void shared_lock(void)
{
    if (rank > 0) {
        at(rank);
        MPI_Win_lock(rank == 1 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, window);
        put(0);
        if (rank == 1) until(4);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 1 has rank 0's lock from 1 to 3; rank 2 comes at 2 and has those of all ranks until 5; rank 3 comes at 4. */
static void lock_all(void)
{
    if (rank > 0) at(rank == 3 ? 4 : rank);
    if (rank == 1 || rank == 3) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    if (rank == 2) MPI_Win_lock_all(0, window);
    if (rank > 0) put(0);
    if (rank == 1) until(3);
    if (rank == 2) until(5);
    if (rank == 2) MPI_Win_unlock_all(window);
    if (rank == 1 || rank == 3) MPI_Win_unlock(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*run)(void);
} PATTERN[] = {
    {"fence", fence},
    {"create", create},
    {"allocate", allocate},
    {"free_window", free_window},
    {"late_post", late_post},
    {"early_wait", early_wait},
    {"late_complete", late_complete},
    {"exclusive_lock", exclusive_lock},
    {"shared_lock", shared_lock},
    {"lock_all", lock_all},
};
enum { PATTERNS = sizeof PATTERN / sizeof PATTERN[0] };

static MPI_Group group_of(int member)
{
    MPI_Group world, one;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &member, &one);
    MPI_Group_free(&world);
    return one;
}

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1) unit = atof(argv[1]);
    if (ranks != RANKS || unit <= 0.0) {
        fprintf(stderr, "onesided: run it with 4 ranks and a positive unit of seconds\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    origin = group_of(0);
    target = group_of(1);
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    start = clock_now() + 2.0 * unit;
    MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (pattern = 0; pattern < PATTERNS; pattern++) {
        until(0);
        PATTERN[pattern].run();
    }
    for (pattern = 0; pattern < PATTERNS; pattern++)
        printf("%s rank %d came late by %.6f s, ended late by %.6f s\n", PATTERN[pattern].name, rank, came[pattern],
               last[pattern]);
    MPI_Win_free(&window);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
    MPI_Finalize();
    return 0;
}
