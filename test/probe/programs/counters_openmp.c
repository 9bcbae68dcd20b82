/* Each thread of a parallel region touches pages of its own. */
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <sys/mman.h>

enum { PAGE = 4096, THREADS = 2, PAGES = 400 };

int main(void)
{
    char *all = mmap(NULL, (size_t)THREADS * PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(all, (size_t)THREADS * PAGES * PAGE, MADV_NOHUGEPAGE);
    for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(THREADS)
        {
            volatile char *own = all + (size_t)omp_get_thread_num() * PAGES * PAGE + (size_t)round * (PAGES / 2) * PAGE;
            for (int i = 0; i < PAGES / 2; i++)
                own[(size_t)i * PAGE] = 1;
        }
    }
    puts("done");
    return 0;
}
