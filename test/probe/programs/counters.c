/* What page faults, processor time and switches are counted where: argument `fork` makes a child that touches pages too. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

static char *fresh_pages(size_t pages)
{
    char *all = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(all, pages * PAGE, MADV_NOHUGEPAGE);
    return all;
}

__attribute__((noinline)) void touch_pages(volatile char *from, size_t pages)
{
    for (size_t i = 0; i < pages; i++)
        from[i * PAGE] = 1;
}

static long long thread_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Nanoseconds of processor time. */
__attribute__((noinline)) long long burn(long long wanted)
{
    long long start = thread_time(), now = start;
    while (now - start < wanted)
        now = thread_time();
    return now - start;
}

__attribute__((noinline)) void doze(int times)
{
    for (int i = 0; i < times; i++)
        usleep(1000);
}

/* Too short for reading counters. */
__attribute__((noinline)) int tiny(const volatile int *value)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += *value;
    return sum;
}

__attribute__((noinline)) int call_tiny(int calls)
{
    const volatile int one = 1;
    int sum = 0;
    for (int i = 0; i < calls; i++)
        sum += tiny(&one);
    return sum;
}

static void *in_thread(void *pages)
{
    touch_pages(pages, 300);
    return NULL;
}

static void in_child(void)
{
    char *pages = fresh_pages(5000);
    pid_t child = fork();
    if (child == 0) {
        touch_pages(pages, 5000);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    MPI_Init(&argc, &argv);
    char *pages = fresh_pages(2000);
    struct rusage before, after;
    getrusage(RUSAGE_THREAD, &before);
    for (size_t part = 1; part <= 10; part++, pages += 100 * PAGE)
        touch_pages(pages, 100);
    getrusage(RUSAGE_THREAD, &after);
    long long used = burn(40000000);
    doze(5);
    int sum = call_tiny(100000);
    pthread_create(&thread, NULL, in_thread, pages);
    pthread_join(thread, NULL);
    if (argc > 1 && strcmp(argv[1], "fork") == 0)
        in_child();
    printf("faults %ld used %lld sum %d\n", after.ru_minflt + after.ru_majflt - before.ru_minflt - before.ru_majflt, used, sum);
    MPI_Finalize();
    return 0;
}
