/*
 * Fatal signals: what was recorded is written, then the signal takes the way it
 * would have taken without the probe.
 */
#include "component.h"
#include "probe.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT, SIGXCPU};
enum { FATAL = sizeof fatal / sizeof fatal[0] };

/* Ignored unless somebody handles it: it asks a process to write what it has. */
enum { WRITE_NOW = SIGURG };

static struct sigaction previous[FATAL];
static pid_t *siblings;
static int sibling_count;
static char alternate_stack[1 << 16];

static void hand_over(const struct sigaction *to, int number, siginfo_t *info, void *context)
{
    if (to->sa_flags & SA_SIGINFO) {
        to->sa_sigaction(number, info, context);
    } else if (to->sa_handler == SIG_DFL) {
        sigaction(number, to, NULL);
        raise(number); /* held until this handler returns */
    } else if (to->sa_handler != SIG_IGN) {
        to->sa_handler(number);
    }
}

static int is_programs_fault(int number)
{
    return number != SIGTERM && number != SIGINT && number != SIGXCPU;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    if (tt_leaves_records()) {
        tt_write_all();
        tt_components_exit();
        tt_note_clock();
        tt_note("end %llu signal %d\n", (unsigned long long)tt_time(), number);
        if (is_programs_fault(number))
            tt_warn_siblings();
    }
    errno = saved;
    for (int i = 0; i < FATAL; i++)
        if (fatal[i] == number)
            hand_over(&previous[i], number, info, context);
}

static void on_write_now(int number)
{
    (void)number;
    int saved = errno;
    if (tt_leaves_records()) {
        tt_write_all();
        tt_components_exit();
        tt_note_clock();
    }
    errno = saved;
}

/** Takes over the processes of this run on this host; `pids` must stay. */
void tt_set_siblings(pid_t *pids, int count)
{
    struct sigaction now, action;
    siblings = pids;
    sibling_count = count;
    if (sigaction(WRITE_NOW, NULL, &now) != 0 || (now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_DFL)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_write_now;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(WRITE_NOW, &action, NULL);
}

/** Lets the other processes write before this one's end takes them along: some launchers
 *  kill the rest of a run with SIGKILL, which nobody can catch. Callable in a handler. */
void tt_warn_siblings(void)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (sibling_count == 0 || atomic_flag_test_and_set(&done))
        return;
    for (int i = 0; i < sibling_count; i++)
        kill(siblings[i], WRITE_NOW);
    const struct timespec time_to_write = {0, 100000000};
    nanosleep(&time_to_write, NULL);
}

static int is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_signal;
}

/* A stack that has overflowed cannot run the handler. */
static void give_alternate_stack(void)
{
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
        return;
    const stack_t ours = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    sigaltstack(&ours, NULL);
}

/** Puts the handlers before the present dispositions; ignored signals stay ignored. */
void tt_install_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    give_alternate_stack();
    for (int i = 0; i < FATAL; i++) {
        struct sigaction now;
        if (sigaction(fatal[i], NULL, &now) != 0 || is_ours(&now))
            continue;
        if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN)
            continue;
        previous[i] = now;
        sigaction(fatal[i], &action, NULL);
    }
}

/** Restores the dispositions found, where nobody has changed them since. MPI_Init needs
 *  this: Open MPI warns when it finds a handler already there. */
void tt_remove_signals(void)
{
    for (int i = 0; i < FATAL; i++) {
        struct sigaction now;
        if (sigaction(fatal[i], NULL, &now) == 0 && is_ours(&now))
            sigaction(fatal[i], &previous[i], NULL);
    }
}
