/* Constructs of OpenMP that take less than recording them: prints what they computed. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 1, entered = 0, locked = 0, alone = 0, shared = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
    {
        for (long i = 0; i < rounds; i++) {
#pragma omp critical /* MARK critical */
            entered++;
            omp_set_lock(&lock);
            locked++;
            omp_unset_lock(&lock);
#pragma omp master /* MARK master */
            shared++;
        }
    }
    for (long i = 0; i < rounds; i++) {
#pragma omp parallel num_threads(1) /* MARK alone */
        alone++;
    }
    omp_destroy_lock(&lock);
    printf("%ld %ld %ld %ld\n", entered, locked, shared, alone);
    return 0;
}
