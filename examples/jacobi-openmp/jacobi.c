/*
 * Jacobi relaxation of a membrane that is held at its rim and loaded over part of it, by OpenMP threads.
 *
 *   jacobi [points a side] [steps] [schedule: static or dynamic]
 *
 * The loaded part needs an inner iteration at every point, so that its rows cost more; with a static schedule they
 * belong to the last thread.
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INNER_STEPS = 12 };

static double *make_grid(int n)
{
    double *grid = calloc((size_t)n * (size_t)n, sizeof *grid);
    if (grid == NULL) {
        fprintf(stderr, "jacobi: no memory for %d x %d points\n", n, n);
        exit(1);
    }
    return grid;
}

/*
 * One step over all rows, shared out by the schedule. At a loaded point the force depends on how far the membrane has
 * given way there. Returns the sum of all changes.
 */
static double relax(int n, const double *old, double *new)
{
    double change = 0.0;
#pragma omp parallel
    {
        double own = 0.0;
#pragma omp for schedule(runtime)
        for (int row = 1; row < n - 1; row++) {
            for (int column = 1; column < n - 1; column++) {
                const double *at = &old[(size_t)row * (size_t)n + (size_t)column];
                double height = 0.25 * (at[-1] + at[1] + at[-n] + at[n]), force = 1.0;
                for (int i = 0; row >= 3 * n / 4 && i < INNER_STEPS; i++)
                    force = 1.0 / (1.0 + 0.1 * force * force + 0.01 * fabs(at[0]));
                if (row >= 3 * n / 4)
                    height += 1e-4 * force;
                own += fabs(height - at[0]);
                new[(size_t)row * (size_t)n + (size_t)column] = height;
            }
        }
#pragma omp critical
        change += own;
    }
    return change;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2048;
    int steps = argc > 2 ? atoi(argv[2]) : 60;
    int dynamic = argc > 3 && strcmp(argv[3], "dynamic") == 0;
    if (n < 8 || steps < 1) {
        fprintf(stderr, "usage: jacobi [points a side, 8 or more] [steps, 1 or more] [static or dynamic]\n");
        return 2;
    }
    omp_set_schedule(dynamic ? omp_sched_dynamic : omp_sched_static, dynamic ? 16 : 0);
    double *old = make_grid(n), *new = make_grid(n), change = 0.0;
    for (int step = 0; step < steps; step++) {
        change = relax(n, old, new);
        double *swap = old;
        old = new;
        new = swap;
    }
    printf("%d threads, %d x %d points, %d steps: change %.6e\n", omp_get_max_threads(), n, n, steps, change);
    free(old);
    free(new);
    return 0;
}
