/* A program with a heap of its own, of which nobody knows how large its blocks are. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char room[1 << 20] __attribute__((aligned(16)));
static size_t used;

void *malloc(size_t size)
{
    size_t at = used;
    used += (size + 31) & ~(size_t)15;
    return used > sizeof room ? NULL : room + at;
}

void free(void *block)
{
    (void)block;
}

void *calloc(size_t number, size_t size)
{
    void *block = malloc(number * size);
    return block == NULL ? NULL : memset(block, 0, number * size);
}

void *realloc(void *block, size_t size)
{
    void *now = malloc(size);
    return block == NULL || now == NULL ? now : memmove(now, block, size);
}

int main(void)
{
    char *block = malloc(1000);
    printf("%d\n", block >= room && block < room + sizeof room);
    return 0;
}
