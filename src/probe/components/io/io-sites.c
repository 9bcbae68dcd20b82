/* Whose a call is, by where it stands, and whether a file is one of the program's own. */
#include "io.h"

#include <dlfcn.h>
#include <string.h>

/* Beginnings of the names of libraries that read and write for themselves: of MPI and what it is made of, of OpenMP, and the
 * loader. Threads of theirs do so outside of MPI calls too. */
static const char *const runtimes[] = {
    "libmpi",   "libmpich",  "libopen-", "libpmix", "libprrte", "libevent", "libuc",    "libfabric",
    "libpsm",   "libhwloc",  "libibv",   "librdma", "libnuma",  "libmunge", "libslurm", "libomp",
    "libgomp",  "libiomp",   "mca_",     "ld-",     "libpmi",   "libhcoll", "libsharp", "libgdrapi",
};

/* What is known of sites: the address and whether it is the program's, in one word. */
enum { KNOWN_SITES = 4096 };
static _Atomic uint64_t known[KNOWN_SITES];

static int is_programs(const void *site)
{
    Dl_info there, here;
    if (dladdr(site, &there) == 0 || there.dli_fname == NULL)
        return 1; /* code that was made while the program runs */
    if (dladdr(&tt_process, &here) != 0 && here.dli_fbase == there.dli_fbase)
        return 0;
    const char *slash = strrchr(there.dli_fname, '/');
    const char *name = slash == NULL ? there.dli_fname : slash + 1;
    for (size_t i = 0; i < sizeof runtimes / sizeof runtimes[0]; i++)
        if (strncmp(name, runtimes[i], strlen(runtimes[i])) == 0)
            return 0;
    return 1;
}

int tt_io_is_programs(const void *site)
{
    uint64_t address = (uintptr_t)site;
    _Atomic uint64_t *slot = &known[(address ^ address >> 12) % KNOWN_SITES];
    uint64_t word = atomic_load_explicit(slot, memory_order_relaxed);
    if (TT_LIKELY(word >> 1 == address))
        return (int)(word & 1);
    int answer = is_programs(site);
    atomic_store_explicit(slot, address << 1 | (uint64_t)answer, memory_order_relaxed);
    return answer;
}

static int begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* "libx.so", "libx.so.1". */
static int is_library(const char *path)
{
    for (const char *at = path; (at = strstr(at, ".so")) != NULL; at += 3)
        if (at[3] == '\0' || (at[3] == '.' && at[4] >= '0' && at[4] <= '9'))
            return 1;
    return 0;
}

int tt_io_is_file(const char *path)
{
    if (path == NULL || path[0] == '\0')
        return 0;
    if (begins_with(path, "/proc/") || begins_with(path, "/sys/") || begins_with(path, "/dev/"))
        return 0;
    return !is_library(path);
}
