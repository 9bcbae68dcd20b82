/* A library that beset.cpp loads and gives back: the same work as there. */
__attribute__((noinline)) static double plugged_inner(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999 + i;
    return x;
}

__attribute__((noinline)) double plugged(double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += plugged_inner(x + i, 7) - plugged_inner(x, i);
    return s;
}
