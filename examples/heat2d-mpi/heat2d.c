/*
 * heat2d: the steady temperature of a plate by Jacobi relaxation, in parallel with MPI.
 *
 * The plate is a grid of size x size points. Its edges are held at fixed temperatures. It is cut into bands of rows,
 * one band a rank, and neighbouring ranks exchange the rows at their common border before each relaxation.
 *
 * Most of the plate is a metal of constant conductivity. A layer in it is an alloy whose conductivity depends on the
 * temperature, so that each of its points takes several sub-steps to settle and costs that many times more.
 *
 * Usage: heat2d [size [iterations [rows|cost]]]
 *   rows  every rank owns the same number of rows (the default)
 *   cost  every rank owns rows of the same total cost
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESIDUAL_EVERY = 10, TAG_UP = 1, TAG_DOWN = 2 };

static const double TOLERANCE = 1e-9;

struct options {
    int size;
    int iterations;
    int cut_by_cost;
};

/* Conductivity at temperature t, relative to that at 0, is 1 + slope * t. */
struct material {
    double slope;
    int sub_steps;
};

static const struct material METAL = {0.0, 1};
static const struct material ALLOY = {0.01, 4};

/* One rank's band of the plate: rows first .. first + rows - 1, with one more row above and one below. */
struct band {
    int size;
    int first;
    int rows;
    int above;
    int below;
    double *now;
    double *next;
};

static struct options read_options(int argc, char **argv)
{
    struct options o = {2048, 80, 0};
    if (argc > 1) o.size = atoi(argv[1]);
    if (argc > 2) o.iterations = atoi(argv[2]);
    if (argc > 3) o.cut_by_cost = strcmp(argv[3], "cost") == 0;
    return o;
}

/* The second quarter of the plate's rows is the alloy. */
static int alloy_begin(int size) { return size / 4; }
static int alloy_end(int size) { return size / 2; }

/* The cost of all rows before `row`, in sub-steps, or their number. */
static long cost_before(const struct options *o, int row)
{
    if (!o->cut_by_cost) return row;
    int alloy_rows = row - alloy_begin(o->size);
    if (alloy_rows < 0) alloy_rows = 0;
    if (alloy_rows > alloy_end(o->size) - alloy_begin(o->size)) alloy_rows = alloy_end(o->size) - alloy_begin(o->size);
    return (long)(row - alloy_rows) * METAL.sub_steps + (long)alloy_rows * ALLOY.sub_steps;
}

/* The first row of a rank's band: the bands of all ranks have the same cost. */
static int first_row(const struct options *o, int rank, int ranks)
{
    long share = cost_before(o, o->size) * rank / ranks;
    int low = 0, high = o->size;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (cost_before(o, middle) < share) low = middle + 1;
        else high = middle;
    }
    return low;
}

static double *new_rows(const struct band *b)
{
    double *rows = calloc((size_t)(b->rows + 2) * (size_t)b->size, sizeof *rows);
    if (rows == NULL) {
        fprintf(stderr, "heat2d: no memory for %d rows of %d points; choose a smaller size\n", b->rows + 2, b->size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return rows;
}

/* Row i of the band, from 0; -1 and b->rows are the neighbours' rows. */
#define ROW(b, field, i) ((b)->field + (size_t)((i) + 1) * (size_t)(b)->size)

/* The left edge is hot, the right one cold, the upper and lower ones lie between. */
static void init(struct band *b, const struct options *o)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    b->size = o->size;
    b->first = first_row(o, rank, ranks);
    b->rows = first_row(o, rank + 1, ranks) - b->first;
    b->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    b->below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    b->now = new_rows(b);
    b->next = new_rows(b);
    for (int i = 0; i < b->rows; i++) {
        int edge = b->first + i == 0 || b->first + i == b->size - 1;
        for (int j = 0; j < b->size; j++) {
            double t = 100.0 * (b->size - 1 - j) / (b->size - 1);
            ROW(b, now, i)[j] = ROW(b, next, i)[j] = edge || j == 0 || j == b->size - 1 ? t : 20.0;
        }
    }
}

/* Brings the neighbours' border rows into the rows around the band. */
static void exchange_halo(struct band *b)
{
    MPI_Request requests[4];
    MPI_Irecv(ROW(b, now, -1), b->size, MPI_DOUBLE, b->above, TAG_DOWN, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(ROW(b, now, b->rows), b->size, MPI_DOUBLE, b->below, TAG_UP, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(ROW(b, now, 0), b->size, MPI_DOUBLE, b->above, TAG_UP, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(ROW(b, now, b->rows - 1), b->size, MPI_DOUBLE, b->below, TAG_DOWN, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* Relaxes the plate's rows begin .. end - 1, as far as they are in the band. Returns the sum of squared changes. */
static double relax_rows(struct band *b, int begin, int end, const struct material *m)
{
    double change = 0.0;
    if (begin < b->first) begin = b->first;
    if (begin < 1) begin = 1;
    if (end > b->first + b->rows) end = b->first + b->rows;
    if (end > b->size - 1) end = b->size - 1;
    for (int i = begin - b->first; i < end - b->first; i++) {
        const double *up = ROW(b, now, i - 1), *here = ROW(b, now, i), *down = ROW(b, now, i + 1);
        double *next = ROW(b, next, i);
        for (int j = 1; j < b->size - 1; j++) {
            double t = here[j];
            for (int s = 0; s < m->sub_steps; s++) {
                double half = 0.5 * m->slope, k = 1.0 + half * t;
                double ku = k + half * up[j], kd = k + half * down[j];
                double kl = k + half * here[j - 1], kr = k + half * here[j + 1];
                t = (ku * up[j] + kd * down[j] + kl * here[j - 1] + kr * here[j + 1]) / (ku + kd + kl + kr);
            }
            change += (t - here[j]) * (t - here[j]);
            next[j] = t;
        }
    }
    return change;
}

static double relax_metal(struct band *b)
{
    return relax_rows(b, 0, alloy_begin(b->size), &METAL) + relax_rows(b, alloy_end(b->size), b->size, &METAL);
}

static double relax_alloy(struct band *b)
{
    return relax_rows(b, alloy_begin(b->size), alloy_end(b->size), &ALLOY);
}

/* One Jacobi step over the band. Returns the sum of squared changes. */
static double relax(struct band *b)
{
    double change = relax_metal(b) + relax_alloy(b);
    double *old = b->now;
    b->now = b->next;
    b->next = old;
    return change;
}

/* The root of the mean squared change of the last step, over the whole plate. */
static double residual(const struct band *b, double change)
{
    double sum;
    MPI_Allreduce(&change, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sqrt(sum / ((double)b->size * b->size));
}

/* The plate's mean temperature; only rank 0 gets it. */
static double mean_temperature(const struct band *b)
{
    double sum = 0.0, total = 0.0;
    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->size; j++) sum += ROW(b, now, i)[j];
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return total / ((double)b->size * b->size);
}

static void solve(struct band *b, int iterations)
{
    double rest = INFINITY;
    int step = 0;
    while (step < iterations && rest > TOLERANCE) {
        exchange_halo(b);
        double change = relax(b);
        step++;
        if (step % RESIDUAL_EVERY == 0) rest = residual(b, change);
    }
    double mean = mean_temperature(b);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) printf("heat2d: %d iterations, residual %.6e, mean temperature %.6f\n", step, rest, mean);
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    struct band b;
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (o.size < 3 || o.size < ranks || o.iterations < 1) {
        fprintf(stderr, "heat2d: the size must be at least 3 and the number of ranks, the iterations at least 1\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    init(&b, &o);
    solve(&b, o.iterations);
    free(b.now);
    free(b.next);
    MPI_Finalize();
    return 0;
}
