/* Reads and writes files in the ways that are recorded, with sizes that a test knows: files FOLDER */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char block[1 << 16];
static jmp_buf out_of_read;

static void check(int is_right)
{
    if (!is_right)
        abort();
}

static void by_descriptor(void)
{
    int fd = open("plain.bin", O_RDWR | O_CREAT | O_TRUNC, 0644); /* MARK open */
    for (int i = 0; i < 10; i++)
        check(write(fd, block, 1000) == 1000); /* MARK write */
    struct iovec parts[2] = {{block, 300}, {block + 300, 200}};
    check(writev(fd, parts, 2) == 500);
    check(pwrite(fd, block, 4096, 100000) == 4096);
    fsync(fd);
    check(lseek(fd, -4096, SEEK_END) == 100000);
    lseek(fd, 0, SEEK_SET);
    long total = 0;
    ssize_t n;
    while ((n = read(fd, block, 4096)) > 0)
        total += n;
    printf("read %ld bytes\n", total);
    struct stat status;
    fstat(fd, &status);
    int again = dup(fd);
    check(pread(again, block, 8, 0) == 8);
    close(again);
    close(fd);
    errno = 0;
    check(read(fd, block, 1) == -1 && errno == EBADF);
    check(open("missing/file", O_RDONLY) == -1 && errno == ENOENT);
}

static void by_stream(void)
{
    FILE *out = fopen("lines.txt", "w");
    for (int i = 0; i < 20; i++)
        fprintf(out, "line %02d\n", i);
    fputs("end\n", out);
    fwrite(block, 10, 5, out);
    fflush(out);
    fclose(out);
    FILE *in = fopen("lines.txt", "r");
    char line[100];
    int lines = 0;
    while (fgets(line, sizeof line, in) != NULL && line[0] != '\0')
        lines++;
    fseek(in, 0, SEEK_SET);
    check(fread(line, 1, 8, in) == 8);
    fclose(in);
    printf("%d lines, %.8s", lines, line);
}

static void by_path(void)
{
    struct stat status;
    char name[32];
    mkdir("folder", 0755);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "folder/%d", i);
        close(open(name, O_WRONLY | O_CREAT, 0644));
        check(stat(name, &status) == 0);
    }
    rename("folder/0", "folder/zero");
    DIR *folder = opendir("folder");
    int entries = 0;
    errno = 0;
    while (readdir(folder) != NULL)
        entries++;
    check(errno == 0);
    closedir(folder);
    printf("%d entries\n", entries);
    unlink("folder/zero");
    for (int i = 1; i < 5; i++) {
        snprintf(name, sizeof name, "folder/%d", i);
        remove(name);
    }
    rmdir("folder");
}

static void leave_read(int signal)
{
    (void)signal;
    int fd = open("plain.bin", O_RDONLY); /* in a handler: nothing must break */
    close(fd);
    siglongjmp(out_of_read, 1);
}

/* What is neither a file of the program nor goes on as it began. */
static void odd_ways(void)
{
    int ends[2];
    struct sigaction action = {.sa_handler = leave_read};
    int fd = open("/dev/null", O_WRONLY);
    check(write(fd, block, 100) == 100);
    close(fd);
    check(pipe(ends) == 0);
    sigaction(SIGALRM, &action, NULL);
    if (sigsetjmp(out_of_read, 1) == 0) {
        fd = open("endless", O_RDONLY); /* a FIFO that another end is open of: read waits */
        alarm(1);
        check(read(fd, block, 1) != 1);
        abort();
    }
    pid_t child = fork();
    if (child == 0) {
        fd = open("plain.bin", O_RDONLY);
        _exit(read(fd, block, 16) == 16 ? 0 : 1);
    }
    int how = 1;
    waitpid(child, &how, 0);
    check(how == 0);
    close(ends[0]);
    close(ends[1]);
    fd = open("after.bin", O_WRONLY | O_CREAT, 0644);
    check(write(fd, block, 77) == 77);
    close(fd);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(argc == 2 && chdir(argv[1]) == 0);
    by_descriptor();
    by_stream();
    by_path();
    check(mkfifo("endless", 0600) == 0);
    int keep_open = open("endless", O_RDWR);
    odd_ways();
    close(keep_open);
    MPI_Finalize();
    return 0;
}
