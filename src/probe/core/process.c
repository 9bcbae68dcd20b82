/* The life of the process: start, settings, fork, end. */
#include "calibrate.h"
#include "component.h"
#include "exec.h"
#include "facts.h"
#include "probe.h"
#include "settings.h"
#include "surroundings.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tt_process tt_process = {.rank = -1, .size = -1, .finish = 1, .max_bytes = UINT64_MAX};

static void note_lost(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t->lost > 0)
            tt_note("lost %u %llu\n", t->index, (unsigned long long)t->lost);
}

/* Costs once more, now that it is known how much was recorded into memory that was used before. */
static void note_costs(void)
{
    double all = 0, first = 0;
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next) {
        double bytes = (double)t->written + (double)((const char *)tt_recorded(t) - (const char *)t->begin);
        all += bytes;
        first += bytes < (double)tt_process.buffer_bytes ? bytes : (double)tt_process.buffer_bytes;
    }
    if (tt_process.mode == TT_TRACE && all > first)
        tt_note_costs_at_end(first / all);
}

/** Writes everything and the line that says how the process ended; the first call counts. */
void tt_end(const char *how)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&done))
        return;
    if (tt_self != NULL && tt_self->fold != NULL && !tt_self->stopped && !tt_self->is_folding)
        tt_fold_buffer(tt_self); /* its last iterations are told, too */
    tt_components_stop();
    int holds_files = tt_hold_files();
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t == tt_self)
            tt_write_out(t);
    tt_write_all();
    tt_components_save();
    tt_components_exit();
    atomic_store(&tt_process.state, TT_ENDED);
    if (holds_files)
        tt_release_files();
    note_lost();
    if (tt_process.preloaded)
        tt_note("preloaded\n");
    tt_components_end();
    note_costs();
    tt_note_objects();
    tt_note_clock();
    tt_note_used();
    tt_note("end %llu %s\n", (unsigned long long)tt_time(), how);
}

static enum tt_mode which_mode(void)
{
    const char *mode = tt_setting(TRIMTAB_MODE);
    if (mode == NULL || mode[0] == '\0' || strcmp(mode, "trace") == 0)
        return TT_TRACE;
    if (strcmp(mode, "profile") == 0)
        return TT_PROFILE;
    tt_say("TRIMTAB_MODE=%s is neither trace nor profile: a trace is recorded", mode);
    return TT_TRACE;
}

/* Whatever other threads of the parent were at. */
static void in_child(void)
{
    atomic_store(&tt_process.state, TT_ENDED);
    tt_self = NULL;
    tt_forget_facts();
    tt_release_files(); /* another thread may have held them */
    tt_components_fork_child();
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void read_settings(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t bytes = tt_number_setting(TRIMTAB_BUFFER_BYTES, UINT64_C(16) << 20, 512);
    tt_process.buffer_bytes = (size_t)(bytes < page ? bytes & ~UINT64_C(7) : (bytes + page - 1) / page * page);
    tt_process.max_bytes = tt_number_setting(TRIMTAB_MAX_BYTES, UINT64_MAX, 0);
    tt_process.limited_by_disk = tt_process.max_bytes == UINT64_MAX;
    tt_process.mode = which_mode();
    tt_process.budget = (unsigned)tt_number_setting(TRIMTAB_BUDGET, 5, 0);
    tt_process.stride = tt_number_setting(TRIMTAB_SERIES, 1, 0);
    tt_process.series_bytes = tt_number_setting(TRIMTAB_SERIES_BYTES, TT_SERIES_LIMIT * sizeof(uint64_t), 4096);
    tt_process.finish = tt_number_setting(TRIMTAB_FINISH, 1, 0) != 0;
    tt_process.verbose = tt_number_setting(TRIMTAB_VERBOSE, 0, 0) != 0;
    /* The library is loaded into whatever the program starts, too: such as records nothing leaves nothing. */
    tt_process.preloaded = tt_number_setting(TRIMTAB_PRELOADED, 0, 0) != 0;
    tt_process.wanted_with_records = tt_setting(TRIMTAB_EXPERIMENT_DIR) != NULL;
    tt_process.wanted = tt_process.wanted_with_records && !tt_process.preloaded;
#ifdef TT_NO_MPI
    tt_process.wanted = !tt_process.preloaded;
    tt_process.rank = 0;
    tt_process.size = 1;
#endif
}

/* A component that begins may begin the thread that starts, which has started. */
static __thread int is_starting;

static void start(void)
{
    is_starting = 1;
    tt_load_exec();
    tt_clock_choose();
    tt_process.at_start = tt_clock_read_all();
    tt_begin_use();
    tt_read_surroundings();
    tt_process.start_ticks = tt_process.at_start.ticks;
    tt_process.start_ns = tt_process.at_start.monotonic_ns;
    dl_iterate_phdr(first_object, &tt_process.near_base);
    read_settings();
    tt_components_settings();
    pthread_atfork(tt_components_fork_begin, tt_components_fork_end, in_child);
    /* A program that the build makes and starts, as configure does: nobody asked for its records. */
    if (tt_setting(TRIMTAB_BUILDING) != NULL) {
        atomic_store(&tt_process.state, TT_ENDED);
        return;
    }
    atomic_store(&tt_process.state, TT_RECORDING);
    tt_begin_exits();
    tt_install_signals();
    tt_components_begin();
    is_starting = 0;
}

/** Begins the measurement: when the library is loaded, or before, when the constructor of
 *  a library that is loaded earlier (as of the C++ bindings of MPI) calls a function. */
__attribute__((constructor)) void tt_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!is_starting)
        pthread_once(&once, start);
}

/** Whether the process records, and leaves files of it. A program that never called MPI_Init is not a parallel run: it leaves
 *  files only where a folder was asked for. */
int tt_leaves_records(void)
{
    int state = atomic_load(&tt_process.state);
    return (state == TT_RECORDING || state == TT_STOPPED) && (tt_process.wanted || tt_has_facts());
}

__attribute__((destructor)) static void end(void)
{
    if (!tt_leaves_records())
        return;
    tt_end("exit");
    tt_remove_signals();
    if (tt_process.rank == 0 && tt_process.finish)
        tt_run_finisher();
}
