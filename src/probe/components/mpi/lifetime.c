/* MPI_Init, MPI_Finalize, MPI_Abort: where the measurement of the parallel run begins
 * and ends. */
#include "../../core/component.h"
#include "../../core/settings.h"
#include "../live/live.h"
#include "sync.h"
#include "wrap.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/** The function of this name that comes after the probe's in the order of loading. */
void (*tt_next_function(const char *name))(void)
{
    void (*function)(void);
    *(void **)&function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        tt_say("the MPI library has no %s behind the probe's: is it linked statically, or before the probe?", name);
        abort();
    }
    return function;
}

/* Spawned processes have a world of their own, which cannot lie in the same archive. */
static void settle_directory(void)
{
    char directory[PATH_MAX] = "";
    MPI_Comm parent = MPI_COMM_NULL;
    tt_real.Comm_get_parent(&parent);
    if (tt_process.rank == 0 && parent == MPI_COMM_NULL)
        snprintf(directory, sizeof directory, "%s", tt_directory());
    else if (tt_process.rank == 0)
        snprintf(directory, sizeof directory, "%.*s/spawned-%llu", PATH_MAX - 64, tt_directory(),
                 (unsigned long long)tt_process.start_ticks);
    tt_real.Bcast(directory, sizeof directory, MPI_CHAR, 0, MPI_COMM_WORLD);
    tt_adopt_directory(directory);
}

/* All listen or none: what rank 0 cannot offer nobody waits for. */
static void listen_if_possible(void)
{
    int listens = tt_process.rank == 0 && tt_live_make_files();
    tt_real.Bcast(&listens, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (listens)
        tt_live_begin();
}

int tt_mpi_wanted = 1;

static void read_settings(void)
{
    tt_mpi_wanted = tt_number_setting(TRIMTAB_MPI, 1, 0) != 0;
    tt_load_real();
}

/* Whether this process takes part in the measurement of the run. */
static int takes_part;

static void parallel_run_begins(struct tt_thread *t)
{
    if (atomic_load(&tt_process.state) == TT_ENDED)
        return; /* a program that a build starts */
    takes_part = 1;
    int level = MPI_THREAD_SINGLE;
    tt_real.Query_thread(&level);
    tt_requests_shared = level == MPI_THREAD_MULTIPLE;
    tt_real.Comm_rank(MPI_COMM_WORLD, &tt_process.rank);
    tt_real.Comm_size(MPI_COMM_WORLD, &tt_process.size);
    settle_directory();
    tt_process.wanted = 1;
    listen_if_possible();
    tt_note("world %d %d\n", tt_process.rank, tt_process.size);
    if (tt_mpi_wanted)
        tt_note_mpi_cost();
    tt_note_objects();
    tt_comms_start();
    if (tt_mpi_wanted)
        tt_note_message_cost();
    tt_sync_begin();
    tt_note_clock();
    if (t == NULL)
        return;
    tt_put1(t, TT_COMM_CREATE, tt_time(), TT_COMM_WORLD);
    tt_put1(t, TT_COMM_CREATE, tt_time(), TT_COMM_SELF);
    tt_coll_end(t, TT_OP_CREATE_HANDLE, tt_comm_find(MPI_COMM_WORLD), TT_ROOT_NONE, (struct tt_bytes){0, 0});
}

TT_API int MPI_Init(int *argc, char ***argv)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Init, TT_SITE, TT_MPI_ENTER_COLL);
    tt_remove_signals();
    int result = tt_real.Init(argc, argv);
    tt_install_signals();
    if (result == MPI_SUCCESS)
        parallel_run_begins(t);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Init)

TT_API int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Init_thread, TT_SITE, TT_MPI_ENTER_COLL);
    tt_remove_signals();
    int result = tt_real.Init_thread(argc, argv, required, provided);
    tt_install_signals();
    if (result == MPI_SUCCESS)
        parallel_run_begins(t);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Init_thread)

/* The records go to the file here already, so that a program that ends by _exit loses
 * little. */
TT_API int MPI_Finalize(void)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Finalize, TT_SITE, TT_MPI_ENTER_COLL);
    const struct tt_comm *world = tt_comm_find(MPI_COMM_WORLD);
    if (takes_part) {
        tt_sync_end();
        tt_note_objects();
        tt_note_clock();
    }
    int result = tt_real.Finalize();
    if (t != NULL) {
        tt_put1(t, TT_COMM_DESTROY, tt_time(), TT_COMM_WORLD);
        tt_put1(t, TT_COMM_DESTROY, tt_time(), TT_COMM_SELF);
        tt_coll_end(t, TT_OP_DESTROY_HANDLE, world, TT_ROOT_NONE, (struct tt_bytes){0, 0});
        tt_mpi_leave(t);
        tt_flush(t);
    }
    return result;
}
TT_ALIAS(Finalize)

TT_API int MPI_Abort(MPI_Comm comm, int errorcode)
{
    char how[64];
    struct tt_thread *t = tt_mpi_enter(TT_FN_Abort, TT_SITE, TT_MPI_ENTER);
    snprintf(how, sizeof how, "abort %d", errorcode);
    tt_end(how);
    tt_warn_siblings();
    int result = tt_real.Abort(comm, errorcode);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Abort)

/* The level alone is known; what a profiler is told besides cannot be passed on. */
TT_API int MPI_Pcontrol(const int level, ...)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Pcontrol, TT_SITE, TT_MPI_ENTER);
    int result = tt_real.Pcontrol(level);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Pcontrol)

const struct tt_component tt_mpi_component = {.name = "mpi", .settings = read_settings};
