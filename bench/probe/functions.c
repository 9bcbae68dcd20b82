/* functions ROUNDS: calls of functions, some within others, from many lines, some of them recursive. */
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) static void leaf(int i)
{
    sink = i;
}

__attribute__((noinline)) static void other_leaf(int i)
{
    sink = sink + i;
}

__attribute__((noinline)) static void branch(int i)
{
    leaf(i);
    other_leaf(i);
    leaf(i + 1);
    sink = sink + 1;
}

__attribute__((noinline)) static void tree(int i)
{
    branch(i);
    branch(i + 1);
    if (i & 1)
        leaf(i);
    else
        other_leaf(i);
    sink = sink + 1;
}

__attribute__((noinline)) static int recursion(int n)
{
    sink = n;
    return n < 2 ? 1 : recursion(n - 1) + recursion(n - 2);
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 2000000;
    for (long i = 0; i < rounds; i++) {
        tree((int)i);
        if (i % 10 == 0)
            recursion(6);
    }
    printf("done\n");
    return 0;
}
