/* Bytes that go from file to file inside the system, in pieces, and a process that ends without what is done at exit. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char data[5000];
    memset(data, 'x', sizeof data);
    (void)argc;
    if (chdir(argv[1]) != 0)
        return 1;
    int from = open("from", O_RDWR | O_CREAT, 0600), to = open("to", O_RDWR | O_CREAT, 0600);
    struct iovec parts[] = {{data, 3000}, {data + 3000, 2000}};
    ssize_t all = pwritev2(from, parts, 2, 0, 0);
    all += preadv2(from, parts, 2, 1000, 0);
    off_t at = 0;
    all += sendfile(to, from, &at, 2500);
    off64_t first = 0, second = 2500;
    all += copy_file_range(from, &first, to, &second, 9000, 0);
    printf("%ld bytes\n", (long)all);
    fflush(stdout);
    _exit(3);
}
