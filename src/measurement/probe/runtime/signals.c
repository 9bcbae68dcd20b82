/*
 * Fatal signals: what was recorded is written, then the signal takes the way it
 * would have taken without the probe.
 */
#include "probe.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT, SIGXCPU};
enum { FATAL = sizeof fatal / sizeof fatal[0] };

static struct sigaction previous[FATAL];
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

static void on_signal(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    int state = atomic_load(&tt_process.state);
    if ((state == TT_RECORDING || state == TT_STOPPED) && tt_process.wanted) {
        tt_write_all();
        tt_note("end %llu signal %d\n", (unsigned long long)tt_time(), number);
    }
    errno = saved;
    for (int i = 0; i < FATAL; i++)
        if (fatal[i] == number)
            hand_over(&previous[i], number, info, context);
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
