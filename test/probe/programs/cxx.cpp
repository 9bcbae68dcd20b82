// Names of C++ functions, and an exception that leaves one of them.
#include <mpi.h>

#include <stdexcept>
#include <vector>

namespace solver {

template <class T> struct Field {
    std::vector<T> values;
    explicit Field(std::size_t n) : values(n) {}
    __attribute__((noinline)) T total() const
    {
        T sum = 0;
        for (const T &value : values)
            sum += value;
        return sum;
    }
};

__attribute__((noinline)) void fails(int rank)
{
    if (rank >= 0)
        throw std::runtime_error("as intended");
}

} // namespace solver

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    solver::Field<double> field(100);
    volatile double total = field.total();
    (void)total;
    try {
        solver::fails(rank);
    } catch (const std::runtime_error &) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
