// A loop whose work is done by functions that the compiler inlines: one of a class, with a loop of its own, and in it another.
#include <cstdio>

struct Series {
    const double *values;
    int count;

    double scaled(int at) const { return values[at % count] * 0.5 + 1; }

    double sum(int from) const
    {
        double total = 0;
        for (int i = 0; i < 5; i++)
            total += scaled(from + i);
        return total;
    }
};

__attribute__((noinline)) double filter(const Series &series, double *out, int count)
{
    double last = 0;
    for (int i = 0; i < count; i++) { /* MARK loop */
        last = series.sum(i) - last / 4;
        out[i] = last;
    } /* END loop */
    return last;
}

int main()
{
    double values[16], out[64], total = 0;
    for (int i = 0; i < 16; i++)
        values[i] = i * 1.25;
    const Series series = {values, 16};
    for (int i = 0; i < 12; i++)
        total += filter(series, out, 40 + i);
    std::printf("%.6f\n", total);
    return 0;
}
