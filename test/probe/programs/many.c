/* Many threads that end early, deep recursion, many call paths, long loops: as the arguments say. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sum;

__attribute__((noinline)) void work(void)
{
    sum++;
}

static void *on_thread(void *unused)
{
    work();
    return unused;
}

__attribute__((noinline)) int deep(int depth)
{
    return depth == 0 ? sum : deep(depth - 1) + 1;
}

/* A different path for each of the bits. */
__attribute__((noinline)) int left(unsigned bits, int count);
__attribute__((noinline)) int right(unsigned bits, int count);

static int further(unsigned bits, int count)
{
    return count == 0 ? 0 : bits & 1 ? left(bits >> 1, count - 1) : right(bits >> 1, count - 1);
}

__attribute__((noinline)) int left(unsigned bits, int count)
{
    return further(bits, count) + 1;
}

__attribute__((noinline)) int right(unsigned bits, int count)
{
    return further(bits, count) + 2;
}

static void threads(int count)
{
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, on_thread, NULL) == 0)
            pthread_join(thread, NULL);
    }
}

static void forked(void)
{
    pid_t child = fork();
    if (child == 0) {
        work();
        exit(0);
    }
    waitpid(child, NULL, 0);
    work();
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int count = argc > 2 ? atoi(argv[2]) : 0;
    if (strcmp(how, "threads") == 0)
        threads(count);
    else if (strcmp(how, "deep") == 0)
        deep(count);
    else if (strcmp(how, "paths") == 0)
        for (unsigned bits = 0; bits < 1u << count; bits++)
            further(bits, count);
    else if (strcmp(how, "loop") == 0)
        for (int i = 0; i < count; i++)
            work();
    else if (strcmp(how, "forked") == 0)
        forked();
    else if (strcmp(how, "crash") == 0) {
        work();
        *(volatile int *)8 = 1;
    }
    printf("%d\n", sum);
    return 0;
}
