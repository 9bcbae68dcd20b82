/*
 * The thread that begins iterations counts them and looks whether one has come for which something was asked: two memory
 * accesses. The thread that takes requests in writes the iteration first and looks at the count afterwards; the other
 * counts first and looks at the iteration afterwards. So a change is either held at its iteration or known to be late.
 */
#include "gates.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../core/settings.h"
#include "../../core/component.h"
#include "../../core/probe.h"
#include "iteration-windows.h"

/* A decision comes within a second or two; after so long it is taken for lost, and the program goes on without. */
enum { MOST_WAITING = 65536, LONGEST_PAUSE_NS = 20000000 };
#define WAIT_NS (UINT64_C(1000000) * TT_DECISION_MS)

enum state { UNDECIDED, TAKEN, DROPPED };

struct gate {
    uint64_t number, at;
    enum state state;
    struct tt_change change;
};

void (*tt_pause_until_window)(void);
void (*tt_make_due_change)(const struct tt_change *change, uint64_t number, uint64_t iteration);
_Atomic uint32_t tt_phase_number;
static char wanted_phase[256], found_phase[256];
static _Atomic int has_phase;
static _Atomic(const void *) owner; /* the thread that counts */
static _Atomic uint64_t iteration, next_gate = UINT64_MAX, missed;
static _Atomic uint64_t made;
static atomic_flag at_work = ATOMIC_FLAG_INIT;
static struct gate *gates; /* by iteration, then as they came */
static size_t first, count, room;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&at_work, memory_order_acquire))
        sched_yield();
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&at_work, memory_order_release);
}

static void read_settings(void)
{
    const char *phase = tt_setting(TRIMTAB_PHASE), *iterations = tt_setting(TRIMTAB_ITERATIONS);
    snprintf(wanted_phase, sizeof wanted_phase, "%s", phase == NULL ? "" : phase);
    if (iterations == NULL || iterations[0] == '\0')
        return;
    if (!tt_read_windows(iterations)) {
        tt_say("TRIMTAB_ITERATIONS=%s is no list of rising iterations such as 100-110,200: all are recorded", iterations);
        return;
    }
    if (tt_pause_until_window != NULL)
        tt_pause_until_window();
    atomic_store(&next_gate, tt_next_window());
}

void tt_iteration_settings(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_settings);
}

void tt_phase_defined(const char *kind, const char *name, uint32_t number)
{
    if (strcmp(kind, "region") != 0 && strcmp(kind, "phase") != 0 && strcmp(kind, "dynamic-phase") != 0)
        return;
    tt_iteration_settings();
    if (wanted_phase[0] != '\0' ? strcmp(name, wanted_phase) != 0 : strcmp(kind, "dynamic-phase") != 0)
        return;
    lock();
    if (atomic_load(&tt_phase_number) == 0) {
        snprintf(found_phase, sizeof found_phase, "%s", name);
        atomic_store(&tt_phase_number, number);
        atomic_store(&has_phase, 1);
    }
    unlock();
}

uint64_t tt_iteration(void)
{
    return atomic_load(&iteration);
}

const char *tt_phase_name(void)
{
    tt_iteration_settings(); /* the control channel may ask before they are read */
    if (wanted_phase[0] != '\0')
        return wanted_phase;
    return atomic_load(&has_phase) ? found_phase : NULL;
}

void tt_close_gates(void)
{
    atomic_store(&next_gate, UINT64_MAX);
    unlock(); /* whichever thread of the parent had it is none of this process */
}

/* Of the windows and of what is armed, the first. */
static void set_next(void)
{
    uint64_t next = first < count ? gates[first].at : UINT64_MAX, window = tt_next_window();
    atomic_store(&next_gate, window < next ? window : next);
}

static void make_change(const struct tt_change *change, uint64_t number, uint64_t now)
{
    if (tt_make_due_change != NULL)
        tt_make_due_change(change, number, now);
}

static void pass_windows(uint64_t now)
{
    while (tt_next_window() <= now) {
        int on = tt_pass_window();
        struct tt_change change = {.kind = TT_CHANGE_PAUSE, .on = !on};
        snprintf(change.text, sizeof change.text, "TRIMTAB_ITERATIONS, %s", on ? "begin" : "end");
        make_change(&change, 0, now);
    }
}

/* The program's signals come here, and not while something is held that they could leave by a longjmp. @returns nanoseconds: a
 * machine with much to do makes pauses longer, and a process that stood still could hear nothing meanwhile. */
static uint64_t pause_a_little(const sigset_t *signals)
{
    const struct timespec pause = {0, 500000};
    sigset_t none;
    uint64_t begin = tt_clock_ns(CLOCK_MONOTONIC);
    pthread_sigmask(SIG_SETMASK, signals, &none);
    nanosleep(&pause, NULL);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    uint64_t taken = tt_clock_ns(CLOCK_MONOTONIC) - begin;
    return taken < LONGEST_PAUSE_NS ? taken : LONGEST_PAUSE_NS;
}

static void pass_gates(uint64_t now, const sigset_t *signals)
{
    uint64_t waited = 0;
    lock();
    pass_windows(now);
    while (first < count && gates[first].at <= now) {
        struct gate *gate = &gates[first];
        if (gate->state == UNDECIDED && waited < WAIT_NS && atomic_load(&tt_process.state) == TT_RECORDING) {
            unlock();
            waited += pause_a_little(signals);
            lock();
            continue;
        }
        if (gate->state == UNDECIDED) {
            atomic_store(&missed, gate->number);
            tt_note("switch-missed %llu %llu\n", (unsigned long long)gate->number, (unsigned long long)now);
        } else if (gate->state == TAKEN) {
            make_change(&gate->change, gate->number, now);
            atomic_fetch_add(&made, 1);
        }
        first++;
    }
    set_next();
    unlock();
}

static void note_iteration(uint64_t number, uint64_t known_by)
{
    struct tt_thread *t = tt_thread_self();
    if (t->fold != NULL && !t->stopped)
        tt_fold_now_and_then(t);
    if (tt_process.stride != 0 && !t->stopped)
        tt_put2(t, TT_ITERATION, tt_time(), number, known_by);
}

void tt_iteration_begins(uint64_t known_by)
{
    const void *nobody = NULL;
    if (atomic_load_explicit(&owner, memory_order_relaxed) != &tt_self && !atomic_compare_exchange_strong(&owner, &nobody, &tt_self))
        return;
    uint64_t now = atomic_fetch_add(&iteration, 1) + 1;
    if (now >= atomic_load(&next_gate)) {
        struct tt_thread *t = tt_thread_self();
        uint64_t since = tt_time();
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before);
        pass_gates(now, &before);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        tt_put1(t, TT_FLUSH, since, tt_time()); /* the measurement's own time */
    }
    note_iteration(now, known_by);
}

/* Takes out what is behind, and moves the rest to the beginning. */
static int make_room(void)
{
    if (first > 0) {
        memmove(gates, gates + first, (count - first) * sizeof *gates);
        count -= first;
        first = 0;
    }
    if (count < room)
        return 1;
    size_t more = room == 0 ? 64 : 2 * room;
    struct gate *grown = more > MOST_WAITING ? NULL : realloc(gates, more * sizeof *gates);
    if (grown == NULL)
        return 0;
    gates = grown;
    room = more;
    return 1;
}

static void put_in(const struct gate *gate)
{
    size_t place = count;
    while (place > first && gates[place - 1].at > gate->at)
        place--;
    memmove(gates + place + 1, gates + place, (count - place) * sizeof *gates);
    gates[place] = *gate;
    count++;
}

enum tt_gate_state tt_arm(uint64_t number, uint64_t at, const struct tt_change *change)
{
    enum tt_gate_state state = TT_GATE_ARMED;
    const struct gate gate = {.number = number, .at = at, .change = *change};
    lock();
    if (count == room && !make_room())
        state = TT_GATE_FULL;
    else {
        put_in(&gate);
        set_next();
        if (atomic_load(&iteration) >= at) {
            /* It may have come just now, and its thread be at the lock: nothing is held for it. */
            for (size_t i = first; i < count; i++)
                if (gates[i].number == number)
                    gates[i].state = DROPPED;
            state = TT_GATE_LATE;
        }
    }
    unlock();
    return state;
}

void tt_decide(uint64_t number, int take)
{
    lock();
    for (size_t i = first; i < count; i++)
        if (gates[i].number == number && gates[i].state == UNDECIDED)
            gates[i].state = take ? TAKEN : DROPPED;
    unlock();
}

uint64_t tt_next_missed(void)
{
    return atomic_exchange(&missed, 0);
}

uint64_t tt_changes_made(void)
{
    return atomic_load(&made);
}

size_t tt_changes_waiting(void)
{
    size_t waiting = 0;
    lock();
    for (size_t i = first; i < count; i++)
        waiting += gates[i].state != DROPPED;
    unlock();
    return waiting;
}

void tt_say_not_reached(void)
{
    enum { MOST_SAID = 3 };
    size_t waiting = 0;
    lock();
    for (size_t i = first; i < count; i++)
        if (gates[i].state == TAKEN && ++waiting <= MOST_SAID)
            tt_say("\"%s\" was to happen at iteration %llu; the run ended at iteration %llu", gates[i].change.text,
                   (unsigned long long)gates[i].at, (unsigned long long)atomic_load(&iteration));
    unlock();
    if (waiting > MOST_SAID)
        tt_say("so were %zu more that were asked for later iterations", waiting - MOST_SAID);
}

const struct tt_component tt_iterations_component = {.name = "iterations", .fork_child = tt_close_gates};
