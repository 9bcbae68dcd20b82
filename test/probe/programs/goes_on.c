/* A process that becomes other programs: itself so often as it is told, then the one that is named. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sum;

__attribute__((noinline)) static void work(int times)
{
    for (int i = 0; i < times; i++)
        sum += i;
}

extern char **environ;

/* Each in another way. */
static void become(char *self, int left, char *last)
{
    char text[16];
    snprintf(text, sizeof text, "%d", left);
    char *arguments[] = {self, text, last, NULL};
    if (left % 3 == 0)
        execv(self, arguments);
    else if (left % 3 == 1)
        execl(self, self, text, last, (char *)NULL);
    else
        execle(self, self, text, last, (char *)NULL, environ);
}

int main(int argc, char **argv)
{
    int left = atoi(argv[1]);
    if (argc != 3)
        return 2;
    work(10);
    if (left > 0)
        become(argv[0], left - 1, argv[2]);
    if (strcmp(argv[2], "nothing") != 0)
        execlp(argv[2], argv[2], "gone on", (char *)NULL);
    if (errno == ENOENT) {
        printf("there is no %s\n", argv[2]);
        work(10);
    }
    return 0;
}
