/* Small functions in a file of their own, as in programs of many files: no compiler inlines them elsewhere. */
#include "sparse.h"

#include <stdlib.h>

double multiply_add(double a, double x, double y)
{
    return a * x + y;
}

int column_of(const struct sparse *m, int row, int k)
{
    int at = row * m->width + k;
    if (m->column[at] >= m->rows)
        return m->column[at] % m->rows;
    return m->column[at] < 0 ? 0 : m->column[at];
}

double value_of(const struct sparse *m, int row, int k)
{
    int at = row * m->width + k;
    double value = m->value[at];
    if (value > 1e3)
        return 1e3;
    return value < -1e3 ? -1e3 : value;
}

double row_product(const struct sparse *m, int row, const double *x)
{
    double sum = 0;
    for (int k = 0; k < m->width; k++)
        sum = multiply_add(value_of(m, row, k), x[column_of(m, row, k)], sum);
    return sum;
}

double part_of_dot(const double *x, const double *y, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum = multiply_add(x[i], y[i], sum);
    return sum;
}

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Positive definite: the entry in the diagonal outweighs those beside it, which are one band to each side. */
struct sparse make_matrix(int rows, int width, unsigned seed)
{
    struct sparse m = {rows, width, malloc(sizeof(int) * (size_t)(rows * width)), malloc(sizeof(double) * (size_t)(rows * width))};
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < width; k++) {
            int at = row * width + k;
            int beside = (k + 1) / 2 * (k % 2 ? 1 : -1);
            int column = row + beside;
            int inside = column >= 0 && column < rows;
            m.column[at] = inside ? column : row;
            m.value[at] = k == 0 ? 2.0 * width : inside ? -(double)(next(&seed) % 8 == 0) : 0;
        }
    /* Symmetric: what is above the diagonal is taken over. */
    for (int row = 0; row < rows; row++)
        for (int k = 2; k < width; k += 2)
            if (m.column[row * width + k] != row)
                m.value[row * width + k] = m.value[m.column[row * width + k] * width + k - 1];
    return m;
}
