/* Rows of a sparse matrix and what is done to them. */
#ifndef SPARSE_H
#define SPARSE_H

struct sparse {
    int rows, width; /* as many entries in each row */
    int *column;
    double *value;
};

struct sparse make_matrix(int rows, int width, unsigned seed);
int column_of(const struct sparse *m, int row, int k);
double value_of(const struct sparse *m, int row, int k);
double row_product(const struct sparse *m, int row, const double *x);

double multiply_add(double a, double x, double y);
double part_of_dot(const double *x, const double *y, int from, int to);

#endif
