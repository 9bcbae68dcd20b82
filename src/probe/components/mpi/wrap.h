/* What every MPI wrapper needs: the library's own functions, and how a call is
 * entered and left. */
#ifndef TRIMTAB_WRAP_H
#define TRIMTAB_WRAP_H

#include <mpi.h>

#include "../callers/callers.h"
#include "../counters/counters.h"
#include "../../core/probe.h"
#include "mpi_functions.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The address behind the call in the caller. */
#define TT_SITE __builtin_return_address(0)

/* The Fortran bindings of Open MPI and the mpi_f08 ones of MPICH call PMPI_ names, so
 * these are wrapped as well. The library's own function is found with dlsym. */
#define TT_ALIAS(name) TT_API extern __typeof__(MPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

/* Calls of the probe's own go through this table, never through a wrapped name. */
struct tt_real {
#define TT_REAL(name) __typeof__(&MPI_##name) name;
#include "mpi_real.h"
#undef TT_REAL
};
extern struct tt_real tt_real;

void (*tt_next_function(const char *name))(void);

/** Finds the functions of the MPI library. */
void tt_load_real(void);

/** Calls of MPI are recorded. */
extern int tt_mpi_wanted;

/* cost.c */
void tt_note_mpi_cost(void);
void tt_note_message_cost(void);

#define TT_LOAD(name)                                                          \
    do {                                                                       \
        void (*found)(void) = tt_next_function("PMPI_" #name);                 \
        tt_real.name = (__typeof__(tt_real.name))found;                        \
    } while (0)

/** Enters an MPI function: NULL where the call is not to be recorded, because it comes
 *  from inside another MPI function, or none is. A call that came through a Fortran binding was
 *  entered there, and only its own C function takes part. */
static inline struct tt_thread *tt_mpi_enter(enum tt_mpi_function function, const void *site, enum tt_record_type type)
{
    struct tt_thread *t = tt_thread_self();
    if (t->in_mpi || !tt_mpi_wanted)
        return NULL;
    if (t->fortran_call != 0) {
        if (t->fortran_call != (uint16_t)function + 1)
            return NULL;
        t->in_mpi = 1;
        return t;
    }
    t->in_mpi = 1;
    tt_count_enter(t, TT_COUNTED_MPI(function));
    uint64_t *record = tt_room(t);
    if (TT_LIKELY(record != NULL)) {
        if (tt_callers_wanted > 0)
            site = tt_call_path(t, site);
        t->entered = tt_time();
        record[0] = tt_stamp(type, t->entered);
        record[1] = (uint64_t)function << TT_SITE_BITS | ((uintptr_t)site & TT_SITE_MASK);
        tt_commit(t, record, 2);
    }
    return t;
}

static inline void tt_put_leave(struct tt_thread *t)
{
    uint64_t time = tt_time();
    if (TT_UNLIKELY(t->counting != NULL))
        tt_read_at_end_of_mpi(t, time);
    uint64_t *record = tt_room(t);
    if (TT_LIKELY(record != NULL)) {
        record[0] = tt_stamp(TT_MPI_LEAVE, time);
        tt_commit(t, record, 1);
    }
}

/** Leaves the function that tt_mpi_enter gave `t` for. */
static inline void tt_mpi_leave(struct tt_thread *t)
{
    if (t == NULL)
        return;
    t->in_mpi = 0;
    if (t->fortran_call == 0)
        tt_put_leave(t);
}

#include "bytes.h"
#include "comms.h"
#include "requests.h"
#include "windows.h"

static inline uint32_t tt_root(int root)
{
    if (root == MPI_ROOT)
        return TT_ROOT_SELF;
    return root == MPI_PROC_NULL ? TT_ROOT_THIS_GROUP : (uint32_t)root;
}

/* p2p.c */
void tt_send(struct tt_thread *t, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype);
uint64_t tt_isend(struct tt_thread *t, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype);
void tt_isend_posted(MPI_Request request, uint64_t id);
void tt_send_init(MPI_Request request, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype datatype);

/* collective-records.c */
void tt_put_collective(struct tt_thread *t, enum tt_record_type type, enum tt_operation operation, uint32_t comm,
                       uint32_t root, struct tt_bytes bytes, uint64_t request);
void tt_coll_end(struct tt_thread *t, enum tt_operation operation, const struct tt_comm *comm, uint32_t root,
                 struct tt_bytes bytes);

/* files.c */
enum tt_file_mode { TT_FILE_READ, TT_FILE_WRITE, TT_FILE_FLUSH };
/** Records what a call did to a file. @param status MPI_STATUS_IGNORE: what was asked for was moved */
void tt_file_moved(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype,
                   const MPI_Status *status, int is_done);
/** An operation that a request stands for was started, and what became of it. */
void tt_file_started(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype,
                     MPI_Request request);
void tt_file_completed(struct tt_thread *t, const struct tt_request *request, const MPI_Status *status);
/** Records no more of a request than that it was found under way, or was cancelled. */
void tt_file_told(struct tt_thread *t, const struct tt_request *request, enum tt_record_type type);
/** The two halves of a split collective operation; a file has one at a time. */
void tt_file_begun(struct tt_thread *t, MPI_File file, enum tt_file_mode mode, int count, MPI_Datatype datatype);
void tt_file_ended(struct tt_thread *t, MPI_File file, const MPI_Status *status, int is_done);
void tt_file_opened(struct tt_thread *t, MPI_File file, const char *name, int mode);
/** The handle of a file that is about to be closed, which is then not known any more; 0: it is not recorded. */
uint32_t tt_file_closing(MPI_File file);
void tt_file_closed(struct tt_thread *t, uint32_t handle);

/* collectives.c */
uint64_t tt_icoll(struct tt_thread *t);
void tt_icoll_posted(MPI_Request request, uint64_t id, enum tt_operation operation, const struct tt_comm *comm,
                     uint32_t root, struct tt_bytes bytes);

#endif
