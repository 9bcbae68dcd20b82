/*
 * usage FILE PROGRAM [ARGUMENTS...]: runs a program and appends a line of what it took to FILE: seconds by the clock,
 * processor seconds (user and system), kilobytes of memory at most. Small, so that the memory is the program's own.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
    struct timespec begin, end;
    struct rusage used;
    int status;
    if (argc < 3)
        return 2;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    char line[200];
    double clock = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    snprintf(line, sizeof line, "%.6f %.6f %ld\n", clock, seconds(used.ru_utime) + seconds(used.ru_stime),
             used.ru_maxrss);
    int file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, line, strlen(line)) < 0)
        return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
