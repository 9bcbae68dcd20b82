/*
 * Ends that pass by what is done at exit, as those of shells and of daemons are: what was recorded is written. They may be
 * called by handlers of signals, so that only that is done which is done there.
 */
#include "component.h"
#include "probe.h"

#include <sys/syscall.h>
#include <unistd.h>

static pid_t own;

/** Remembers which process this is. */
void tt_begin_exits(void)
{
    own = getpid();
}

void tt_end_at_once(const char *how)
{
    /* A child of vfork has the memory of its parent, which goes on. */
    if (getpid() != own || !tt_leaves_records())
        return;
    tt_write_all();
    tt_components_exit();
    tt_note_clock();
    tt_note_used();
    tt_note("end %llu %s\n", (unsigned long long)tt_time(), how);
}

static _Noreturn void end(int code)
{
    tt_end_at_once("exit");
    for (;;)
        syscall(SYS_exit_group, code);
}

TT_API void _exit(int code)
{
    end(code);
}

TT_API void _Exit(int code)
{
    end(code);
}
