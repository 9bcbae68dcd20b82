/*
 * The thread that listens. It looks about once a second whether there is anything new, and more often while something is
 * under way; it is the only one that reads and writes files here. Programs without MPI that have no threads of their own
 * get none: it would make each of their atomic operations dearer.
 */
#include "live.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../core/settings.h"
#include "../../core/once.h"
#include "../../core/own-thread.h"
#include "../../core/component.h"
#include "../../core/probe.h"
#include "changes.h"
#include "clients.h"
#include "files.h"
#include "../iterations/gates.h"
#include "status.h"
#include "telling.h"
#include "sockets.h"

/* Between looks: while something is under way, and otherwise; many ranks look more rarely, to spare the file system. */
enum { SOON_MS = 10, LATER_MS = 1000, RANKS_A_SECOND = 1000, STAYS_BUSY_NS = 2000000000, LONGEST_END_MS = 2000 };

static _Atomic int is_on, is_ending;
static atomic_flag at_work = ATOMIC_FLAG_INIT; /* held while it reads and writes */

static int is_switched_off(void)
{
    const char *live = tt_setting(TRIMTAB_LIVE);
    return live != NULL && strcmp(live, "0") == 0;
}

int tt_live_make_files(void)
{
    char unused[4352];
    if (is_switched_off() || atomic_load(&tt_process.state) != TT_RECORDING)
        return 0;
    tt_file_name(unused, sizeof unused, ""); /* makes the run's folder */
    if (!tt_live_make_folder())
        return 0;
    if (tt_live_make(TT_LIVE_REQUESTS) && tt_live_make(TT_LIVE_ANSWERS) && tt_live_make(TT_LIVE_DECISIONS) && tt_live_make(TT_LIVE_VIEW))
        return 1;
    tt_coordinate_end(); /* the disk is full */
    tt_live_remove_folder();
    return 0;
}

static void sleep_for(unsigned milliseconds)
{
    const struct timespec pause = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    nanosleep(&pause, NULL);
}

static int take_work(void)
{
    while (atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire))
        sleep_for(1);
    if (!atomic_load(&is_ending))
        return 1;
    atomic_flag_clear_explicit(&at_work, memory_order_release);
    return 0;
}

static void leave_work(void)
{
    atomic_flag_clear_explicit(&at_work, memory_order_release);
}

/* Others may end the process while this sleeps. */
int tt_live_pause(unsigned milliseconds)
{
    leave_work();
    sleep_for(milliseconds);
    while (atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire))
        sleep_for(1);
    if (atomic_load(&is_ending))
        return 0;
    tt_follow();
    return 1;
}

/* Whoever comes by a socket is heard at once, but nobody keeps the thread from resting. */
static void wait_for_more(unsigned milliseconds, struct tt_clients_awaited *awaited)
{
    if (tt_process.rank != 0 || milliseconds <= SOON_MS) {
        sleep_for(milliseconds);
        return;
    }
    sleep_for(SOON_MS);
    tt_clients_wait(awaited, milliseconds - SOON_MS);
}

static void *listen(void *unused)
{
    uint64_t busy = 0;
    unsigned later = LATER_MS * (1 + (unsigned)tt_process.size / RANKS_A_SECOND);
    tt_never_record();
    while (take_work()) {
        int news = tt_follow();
        if (tt_process.rank == 0)
            news |= tt_coordinate();
        news |= tt_write_series(0);
        /* The end of the process closes them while this thread waits. */
        struct tt_clients_awaited awaited = {.count = 0};
        if (tt_process.rank == 0)
            awaited = tt_clients_awaited();
        leave_work();
        uint64_t now = tt_clock_ns(CLOCK_MONOTONIC);
        busy = news ? now : busy;
        wait_for_more(busy != 0 && now - busy < STAYS_BUSY_NS ? SOON_MS : later, &awaited);
    }
    return unused;
}

int tt_live_is_on(void)
{
    return atomic_load(&is_on);
}

void tt_live_begin(void)
{
    if (tt_process.rank == 0)
        tt_open_sockets(); /* before the files of ranks, by which others see that it listens */
    tt_follow_begin();
    atomic_store(&is_on, 1);
    if (!tt_start_own_thread(listen, 1 << 20)) {
        atomic_store(&is_on, 0);
        tt_say("no thread can be started that listens: this run cannot be switched while it runs");
    }
}

/* What the thread is at is waited for, but not for ever: a file system may hang. */
static void stop(void)
{
    if (!atomic_load(&is_on) || atomic_exchange(&is_ending, 1))
        return;
    for (int waited = 0; atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire); waited++) {
        if (waited > LONGEST_END_MS)
            return;
        sleep_for(1);
    }
    tt_write_series(1);
    tt_follow_end();
    if (tt_process.rank == 0) {
        tt_clients_end();
        tt_close_sockets();
        tt_coordinate_end();
        tt_say_not_reached();
    }
    tt_live_remove_folder();
    leave_work();
}

/* A child is none of the run. */
static void forget(void)
{
    tt_clients_forget();
    tt_forget_sockets();
}

static void read_settings(void)
{
    tt_make_due_change = tt_make_change;
}

/* Whoever looks at the run sees the last of a thread. */
static void leave_thread(struct tt_thread *t)
{
    if (t->fold != NULL && !t->stopped && tt_live_is_on())
        tt_fold_buffer(t);
    tt_hold_threads();
    tt_status_take_records(t);
    tt_release_threads();
}

static void end_thread(struct tt_thread *t)
{
    tt_status_take_profile(t);
}

#ifdef TT_NO_MPI
static void begin_files(void)
{
    if (tt_live_make_files())
        tt_live_begin();
}

/* Once, in a process without MPI. */
static void begin_alone(void)
{
    static struct tt_once once;
    tt_do_once(&once, begin_files);
}

static void begin(void)
{
    const char *live = tt_setting(TRIMTAB_LIVE);
    if (live != NULL && (strcmp(live, "1") == 0 || strcmp(live, "tcp") == 0))
        begin_alone();
}

/* A program that has threads anyway: another one makes nothing dearer. */
static void begin_thread(struct tt_thread *t)
{
    if (t->index == 1)
        begin_alone();
}
#endif

const struct tt_component tt_live_component = {
    .name = "live",
    .settings = read_settings,
#ifdef TT_NO_MPI /* with MPI, its initialization begins it */
    .begin = begin,
    .begin_thread = begin_thread,
#endif
    .begin_profile = tt_may_tell_series,
    .leave_thread = leave_thread,
    .end_thread = end_thread,
    .fork_child = forget,
    .stop = stop,
};
