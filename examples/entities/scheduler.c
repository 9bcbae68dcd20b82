/*
 * A scheduler that executes tasks on patches of a grid, as in Uintah: each rank owns some patches and works through the
 * tasks of a time step, which it knows by their names. Which task takes how long, and in which others are waited for,
 * a profile of the scheduler does not tell.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "trimtab.h"

enum { PATCHES = 8, CELLS = 4000 };

static double patches[PATCHES][CELLS];
static int rank, ranks;

/* Rank 0 has particles in a corner only: its patches cost a third. */
static int particles_a_cell(void)
{
    return rank == 0 ? 2 : 6;
}

static void interpolate(int patch)
{
    for (int i = 0; i < CELLS; i++)
        patches[patch][i] += 1e-3 * sin(patches[patch][i] + i);
}

static void stress(int patch)
{
    const int particles = particles_a_cell();
    for (int i = 0; i < CELLS; i++)
        for (int particle = 0; particle < particles; particle++)
            patches[patch][i] += 1e-4 * exp(-patches[patch][i] * patches[patch][i]);
}

/* The last cells of a patch go to the next rank, the first ones come from the rank before. */
static void exchange(int patch)
{
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    MPI_Sendrecv(&patches[patch][CELLS - 8], 8, MPI_DOUBLE, next, patch, patches[patch], 8, MPI_DOUBLE, before, patch,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct task {
    const char *name;
    void (*perform)(int patch);
} tasks[] = {
    {"interpolate particles to grid", interpolate},
    {"compute stress", stress},
    {"exchange ghost cells", exchange},
};

enum { TASKS = sizeof tasks / sizeof tasks[0] };

/* External associations: a task is known by its name, which is an object too. */
static void name_tasks(void)
{
    for (int i = 0; i < TASKS; i++)
        tt_associate(tasks[i].name, tt_entity(tasks[i].name, "kind=task"));
}

static void execute(const char *name, void (*perform)(int), int patch)
{
    tt_handle task = tt_of(name);
    tt_start(task);
    perform(patch);
    tt_stop(task);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 60;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name_tasks();
    tt_handle step = tt_dynamic_phase("time step");
    for (int i = 0; i < steps; i++) {
        tt_start(step);
        for (int task = 0; task < TASKS; task++)
            for (int patch = 0; patch < PATCHES; patch++)
                execute(tasks[task].name, tasks[task].perform, patch);
        tt_stop(step);
    }
    if (rank == 0)
        printf("scheduler: %d steps, %.6f\n", steps, patches[0][CELLS / 2]);
    MPI_Finalize();
    return 0;
}
