/* A file in a folder, written and read by operations that go on while the program does something else. */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 3, SIZE = 1000, READ = 2, PART = 750 };

/* Bytes moved by all of them. */
static long results(struct aiocb *list, int count)
{
    long sum = 0;
    for (int i = 0; i < count; i++) {
        const struct aiocb *one[] = {&list[i]};
        do
            aio_suspend(one, 1, NULL);
        while (aio_error(&list[i]) == EINPROGRESS);
        sum += aio_return(&list[i]);
    }
    return sum;
}

int main(int argc, char **argv)
{
    static char data[COUNT * SIZE], back[READ * PART];
    char name[4096];
    struct aiocb writes[COUNT], reads[READ], sync, wrong;
    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s/data", argv[1]);
    int fd = open(name, O_RDWR | O_CREAT, 0600);
    memset(data, 'x', sizeof data);
    memset(writes, 0, sizeof writes);
    memset(reads, 0, sizeof reads);
    memset(&sync, 0, sizeof sync);
    for (int i = 0; i < COUNT; i++) {
        writes[i].aio_fildes = fd;
        writes[i].aio_buf = data + i * SIZE;
        writes[i].aio_nbytes = SIZE;
        writes[i].aio_offset = i * SIZE;
        aio_write(&writes[i]);
    }
    long written = results(writes, COUNT);
    sync.aio_fildes = fd;
    aio_fsync(O_SYNC, &sync);
    results(&sync, 1);
    struct aiocb *list[READ + 1] = {NULL};
    for (int i = 0; i < READ; i++) {
        reads[i].aio_fildes = fd;
        reads[i].aio_buf = back + i * PART;
        reads[i].aio_nbytes = PART;
        reads[i].aio_offset = i * SIZE;
        reads[i].aio_lio_opcode = LIO_READ;
        list[i + 1] = &reads[i];
    }
    lio_listio(LIO_NOWAIT, list, READ + 1, NULL);
    long read = results(reads, READ);
    wrong = reads[0];
    wrong.aio_reqprio = -1;
    if (aio_read(&wrong) == 0)
        return 1;
    close(fd);
    printf("%ld written, %ld read\n", written, read);
    MPI_Finalize();
    return memcmp(data, back, sizeof back) != 0;
}
