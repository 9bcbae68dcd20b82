/* A loop whose later iterations touch three times as many new pages. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>

enum { PAGE = 4096, ITERATIONS = 24 };

__attribute__((noinline)) void touch_pages(size_t pages)
{
    volatile char *all = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise((void *)all, pages * PAGE, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < pages; i++)
        all[i * PAGE] = 1;
    munmap((void *)all, pages * PAGE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < ITERATIONS; i++) {
        touch_pages(i < ITERATIONS / 2 ? 2000 : 6000);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
