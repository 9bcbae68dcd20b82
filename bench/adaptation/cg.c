/*
 * The method of conjugate gradients, as a program in the manner of the NAS benchmark CG: each rank has rows of a sparse
 * matrix, a solution takes 25 steps, and time is in small functions some levels below. Each step is a dynamic phase.
 *
 *   cg [rows of a rank [solutions]]
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "sparse.h"
#include "trimtab.h"

enum { STEPS = 25, WIDTH = 11 };

static tt_handle step_phase;

static double all_sum(double own)
{
    double sum = 0;
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int from = 0; from < n; from += 64)
        sum += part_of_dot(x, y, from, from + 64 < n ? from + 64 : n);
    return all_sum(sum);
}

static void update(double *y, double a, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = multiply_add(a, x[i], y[i]);
}

static void product(const struct sparse *m, const double *x, double *y)
{
    for (int row = 0; row < m->rows; row++)
        y[row] = row_product(m, row, x);
}

static double step(const struct sparse *m, double *z, double *r, double *p, double *q, double rho)
{
    int n = m->rows;
    product(m, p, q);
    double alpha = rho / dot(p, q, n);
    update(z, alpha, p, n);
    update(r, -alpha, q, n);
    double after = dot(r, r, n);
    for (int i = 0; i < n; i++)
        p[i] = multiply_add(after / rho, p[i], r[i]);
    return after;
}

static double solve(const struct sparse *m, const double *x, double *z, double *work)
{
    int n = m->rows;
    double *r = work, *p = work + n, *q = work + 2 * n;
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        r[i] = p[i] = x[i];
    }
    double rho = dot(r, r, n);
    for (int i = 0; i < STEPS; i++) {
        tt_start(step_phase);
        rho = step(m, z, r, p, q, rho);
        tt_stop(step_phase);
    }
    return sqrt(rho);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, n = argc > 1 ? atoi(argv[1]) : 60000, solutions = argc > 2 ? atoi(argv[2]) : 4;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    step_phase = tt_dynamic_phase("step");
    struct sparse m = make_matrix(n, WIDTH, 314159u + (unsigned)rank);
    double *x = malloc(sizeof(double) * (size_t)n * 5), *z = x + n;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    double rest = 0;
    for (int i = 0; i < solutions; i++) {
        rest = solve(&m, x, z, z + n);
        double length = sqrt(dot(z, z, n));
        for (int k = 0; k < n; k++)
            x[k] = z[k] / length;
    }
    if (rank == 0)
        printf("residual %.6e\n", rest);
    MPI_Finalize();
    return 0;
}
