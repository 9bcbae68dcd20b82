/* Preloaded: a system that does not let programs change their code, as with SELinux or MemoryDenyWriteExecute. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int mprotect(void *from, size_t length, int rights)
{
    if ((rights & PROT_WRITE) && (rights & PROT_EXEC)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_mprotect, from, length, rights);
}
