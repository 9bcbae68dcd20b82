/*
 * pingpong: waiting times of known length.
 *
 * Every rank sleeps until agreed moments before it calls MPI, so that how long it then has to wait for the others is
 * known in closed form: see expected.yaml. Each function below shows one way of waiting. All ranks must run on one
 * machine, for the moments are read from its clock.
 *
 * Usage: pingpong [unit]
 *   unit  seconds between one rank's moment and the next (default 0.1)
 */
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    PHASES = 8,
    /* Units of time from one phase to the next, by when all ranks have left it. */
    PHASE_UNITS = 6,
    MOST_RANKS = 4
};

struct schedule {
    double unit;
    double start;
    int phase;
    int rank;
    int ranks;
    /* Seconds by which this rank woke too late from its last sleep in each phase: its waits differ by so much. */
    double delays[PHASES + 1];
};

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double moment)
{
    double whole = floor(moment);
    struct timespec t = {(time_t)whole, (long)(1e9 * (moment - whole))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

/* Sleeps until a moment of the present phase, in units from its start. */
static void sleep_until_unit(struct schedule *s, double units)
{
    double moment = s->start + s->unit * (s->phase * PHASE_UNITS + units);
    sleep_until(moment);
    s->delays[s->phase] = clock_now() - moment;
}

/* All ranks take the same start, soon enough after now for everybody to be there. */
static void agree_on_start(struct schedule *s)
{
    s->start = clock_now() + 2.0 * s->unit;
    MPI_Bcast(&s->start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* Rank 1 receives at unit 1 what rank 0 sends at unit 3. */
static void late_sender(struct schedule *s)
{
    double value = 1.0;
    if (s->rank == 0) {
        sleep_until_unit(s, 3);
        MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else if (s->rank == 1) {
        sleep_until_unit(s, 1);
        MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 1 posts the receive at unit 1 and begins to wait for it at unit 2; rank 0 sends at unit 3. */
static void late_sender_wait(struct schedule *s)
{
    double value = 2.0;
    if (s->rank == 0) {
        sleep_until_unit(s, 3);
        MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else if (s->rank == 1) {
        MPI_Request request;
        sleep_until_unit(s, 1);
        MPI_Irecv(&value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        sleep_until_unit(s, 2);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sends two messages, at units 2 and 4; rank 1 waits for both from unit 1 on. The waits overlap. */
static void late_sender_waitall(struct schedule *s)
{
    double values[2] = {3.0, 4.0};
    if (s->rank == 0) {
        sleep_until_unit(s, 2);
        MPI_Send(&values[0], 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        sleep_until_unit(s, 4);
        MPI_Send(&values[1], 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
    } else if (s->rank == 1) {
        MPI_Request requests[2];
        sleep_until_unit(s, 1);
        MPI_Irecv(&values[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* Rank 0 sends synchronously at unit 1 what rank 1 receives at unit 4. */
static void late_receiver(struct schedule *s)
{
    double value = 5.0;
    if (s->rank == 0) {
        sleep_until_unit(s, 1);
        MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else if (s->rank == 1) {
        sleep_until_unit(s, 4);
        MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* In the functions below rank r comes at unit 1 + r if it is not told otherwise; with four ranks the last at unit 4. */

static void wait_at_barrier(struct schedule *s)
{
    sleep_until_unit(s, 1 + s->rank);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wait_at_n_to_n(struct schedule *s)
{
    double value = s->rank, sum;
    sleep_until_unit(s, 1 + s->rank);
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* The root, rank 0, comes last. */
static void late_broadcast(struct schedule *s)
{
    double value = s->rank;
    sleep_until_unit(s, s->rank == 0 ? s->ranks : s->rank);
    MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* The root, rank 0, comes first. */
static void early_reduce(struct schedule *s)
{
    double value = s->rank, sum;
    sleep_until_unit(s, 1 + s->rank);
    MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*run)(struct schedule *);
} PHASE[PHASES] = {
    {"late_sender", late_sender},
    {"late_sender_wait", late_sender_wait},
    {"late_sender_waitall", late_sender_waitall},
    {"late_receiver", late_receiver},
    {"wait_at_barrier", wait_at_barrier},
    {"wait_at_n_to_n", wait_at_n_to_n},
    {"late_broadcast", late_broadcast},
    {"early_reduce", early_reduce},
};

/* Says how late the ranks came in each phase. They come together here, so that nobody waits now or in MPI_Finalize. */
static void report_delays(struct schedule *s)
{
    double all[MOST_RANKS][PHASES];
    sleep_until_unit(s, 0);
    MPI_Gather(s->delays, PHASES, MPI_DOUBLE, all, PHASES, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int phase = 0; s->rank == 0 && phase < PHASES; phase++) {
        printf("%-20s ranks late by", PHASE[phase].name);
        for (int rank = 0; rank < s->ranks; rank++) printf(" %.6f", all[rank][phase]);
        printf(" s\n");
    }
}

int main(int argc, char **argv)
{
    struct schedule s = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    s.unit = argc > 1 ? atof(argv[1]) : 0.1;
    if (s.ranks < 2 || s.ranks > MOST_RANKS || s.unit <= 0.0) {
        fprintf(stderr, "pingpong: run it with 2 to 4 ranks and a positive unit of seconds\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    agree_on_start(&s);
    for (s.phase = 0; s.phase < PHASES; s.phase++) {
        sleep_until_unit(&s, 0);
        PHASE[s.phase].run(&s);
    }
    report_delays(&s);
    MPI_Finalize();
    return 0;
}
