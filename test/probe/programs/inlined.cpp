// Functions that compilers inline: each marked line is asserted by its mark.
#include <mpi.h>

#include <algorithm>

#define INLINE __attribute__((always_inline)) inline

namespace {

INLINE int synchronise(int x)
{
    MPI_Barrier(MPI_COMM_WORLD); // MARK barrier
    return x;
}

// Two levels: the line around the call, not the one that the code ended up in.
INLINE int step(int x)
{
    return synchronise(x) + 1; // MARK synchronise
}

template <class T> struct Field {
    T value;
    INLINE T twice() const
    {
        return value + value;
    }
};

INLINE int factorial(int n);

int descend(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1); // MARK factorial
}

INLINE int factorial(int n)
{
    return descend(n); // MARK descend
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    volatile double sink = step(argc);    // MARK step
    sink = sink + Field<int>{1}.twice();  // MARK twice of int
    sink = sink + Field<double>{1}.twice(); // MARK twice of double
    double values[] = {sink};
    std::for_each(values, values + 1, [](double &value) { // MARK lambda
        value = Field<double>{value}.twice();                       // MARK twice in lambda
    });
    sink = values[0] + descend(3); // MARK descend in main
    MPI_Finalize();
    return 0;
}
