/*
 * Changing code that may be running. A processor may be in the middle of fetching the five bytes: so the first two become a
 * jump behind the sled, which are fetched at once since they lie in one block, as compilers that leave room for patches have
 * it (XRay's sleds, hot patching of Windows). Then all processors are made to see it, the tail is written, seen, and the
 * first two bytes written last. A thread that meets the jump goes on as if the sled were off.
 *
 * Sleds of objects that an older filter has written may lie in two blocks: their first byte becomes a breakpoint, which needs
 * a signal, and ends a program whose thread blocks that.
 */
#include "patch.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "switches.h"

#define BREAKPOINT 0xcc
#define JUMP_BEHIND {0xeb, TT_SLED_BYTES - 2}

static int can_synchronise;
static struct sigaction previous;

#ifdef __x86_64__
static void on_breakpoint(int number, siginfo_t *info, void *context)
{
    ucontext_t *registers = context;
    greg_t *next = &registers->uc_mcontext.gregs[REG_RIP];
    if (tt_is_sled((uintptr_t)*next - 1)) {
        *next += TT_SLED_BYTES - 1;
        return;
    }
    if (previous.sa_flags & SA_SIGINFO)
        previous.sa_sigaction(number, info, context);
    else if (previous.sa_handler == SIG_DFL) {
        sigaction(number, &previous, NULL);
        raise(number);
    } else if (previous.sa_handler != SIG_IGN)
        previous.sa_handler(number);
}

static int take_breakpoints(void)
{
    struct sigaction action, now;
    if (sigaction(SIGTRAP, NULL, &now) != 0)
        return 0;
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_breakpoint)
        return 1;
    previous = now;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_breakpoint;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGTRAP, &action, NULL) == 0;
}
#else
static int take_breakpoints(void)
{
    errno = ENOSYS;
    return 0;
}
#endif

void tt_prepare_patching(void)
{
    can_synchronise = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) == 0;
}

static void synchronise(void)
{
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

/* Whether no other thread can be running the code: then it is written as it is. */
static int is_alone(void)
{
    /* Of the C library. NOLINTNEXTLINE(bugprone-reserved-identifier) */
    extern char __libc_single_threaded __attribute__((weak));
    return &__libc_single_threaded != NULL && __libc_single_threaded;
}

static int protect(const struct tt_patch *patches, size_t count, int rights)
{
    uintptr_t low = UINTPTR_MAX, high = 0, page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < count; i++) {
        uintptr_t at = (uintptr_t)patches[i].at;
        low = at < low ? at : low;
        high = at + TT_SLED_BYTES > high ? at + TT_SLED_BYTES : high;
    }
    low &= ~(page - 1);
    high = (high + page - 1) & ~(page - 1);
    return mprotect((void *)low, high - low, rights) == 0;
}

static void write_alone(const struct tt_patch *patches, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memcpy(patches[i].at, patches[i].code, TT_SLED_BYTES);
}

/* Whether the first two bytes lie in two blocks. */
static int is_split(const unsigned char *at)
{
    return (uintptr_t)at % TT_SLED_BLOCK == TT_SLED_BLOCK - 1;
}

static int is_any_split(const struct tt_patch *patches, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_split(patches[i].at))
            return 1;
    return 0;
}

/* One access, whatever the address. */
static void write_two(unsigned char *at, const unsigned char *code)
{
    uint16_t both;
    memcpy(&both, code, sizeof both);
#ifdef __x86_64__
    __asm__ volatile("movw %1, %0" : "=m"(*(unsigned char(*)[2])at) : "r"(both) : "memory");
#else
    memcpy(at, &both, sizeof both);
#endif
}

static void write_beside_others(const struct tt_patch *patches, size_t count)
{
    static const unsigned char jump[] = JUMP_BEHIND;
    for (size_t i = 0; i < count; i++)
        if (is_split(patches[i].at))
            __atomic_store_n(patches[i].at, BREAKPOINT, __ATOMIC_RELEASE);
        else
            write_two(patches[i].at, jump);
    synchronise();
    for (size_t i = 0; i < count; i++)
        for (size_t byte = is_split(patches[i].at) ? 1 : 2; byte < TT_SLED_BYTES; byte++)
            __atomic_store_n(patches[i].at + byte, patches[i].code[byte], __ATOMIC_RELEASE);
    synchronise();
    for (size_t i = 0; i < count; i++)
        if (is_split(patches[i].at))
            __atomic_store_n(patches[i].at, patches[i].code[0], __ATOMIC_RELEASE);
        else
            write_two(patches[i].at, patches[i].code);
    synchronise();
}

int tt_patch_code(const struct tt_patch *patches, size_t count)
{
    if (count == 0)
        return 1;
    int alone = is_alone();
    if (!alone && !can_synchronise) {
        errno = ENOSYS;
        return 0;
    }
    if (!alone && is_any_split(patches, count) && !take_breakpoints())
        return 0;
    if (!protect(patches, count, PROT_READ | PROT_WRITE | PROT_EXEC))
        return 0;
    if (alone)
        write_alone(patches, count);
    else
        write_beside_others(patches, count);
    /* Code that stays writable is no harm to the program's result. */
    protect(patches, count, PROT_READ | PROT_EXEC);
    return 1;
}
