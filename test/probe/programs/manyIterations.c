/* Very many short iterations; prints how much memory it had at most, in KiB. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trimtab.h"

static volatile double sum;

__attribute__((noinline)) static void part(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + 1;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, high = 0;
    uint32_t step = trimtab_phase("step", 1);
    for (long i = 1; i <= n; i++) {
        trimtab_start(step);
        part(1);
        if (i % 3 == 0)
            part(2);
        trimtab_stop(step);
    }
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            high = atol(line + 6);
    printf("%ld\n", high);
    return 0;
}
