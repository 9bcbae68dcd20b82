/* peak PROGRAM ARGUMENT...: runs it and prints the most memory it had, in KiB, on standard output. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage used;
    int status = 0;
    pid_t child = argc < 2 ? -1 : fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
        return 126;
    printf("%ld\n", used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
