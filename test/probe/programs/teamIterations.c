/* In iteration i each of 4 threads calls `part` i times in a parallel region. */
#include <omp.h>
#include "trimtab.h"

static volatile double sum;

__attribute__((noinline)) static void part(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + 1;
}

int main(void)
{
    uint32_t step = trimtab_phase("step", 1);
    for (int i = 1; i <= 20; i++) {
        trimtab_start(step);
#pragma omp parallel num_threads(4)
        for (int k = 0; k < i; k++)
            part(3);
        trimtab_stop(step);
#pragma omp parallel num_threads(4)
        part(5);
    }
    return 0;
}
