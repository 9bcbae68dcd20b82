/* Communicators: from MPI's handle to what the records need. */
#ifndef TRIMTAB_COMMS_H
#define TRIMTAB_COMMS_H

#include <mpi.h>

#include "../../core/probe.h"
#include "handles.h"

struct tt_comm {
    struct tt_handle handle;
    uint32_t id; /* in this process */
    int rank;
    int size;        /* of the local group */
    int remote_size; /* of the remote group of an intercommunicator, else 0 */
    uint32_t children, windows;
};

extern struct tt_handles tt_comms;
extern MPI_Group tt_world_group;

struct tt_comm *tt_comm_unknown(MPI_Comm comm);

/** What is known of `comm`; a communicator met for the first time is noted as one whose
 *  origin is unknown. Takes no lock. */
static inline struct tt_comm *tt_comm_find(MPI_Comm comm)
{
    struct tt_handle *found = tt_handle_find(&tt_comms, (uintptr_t)comm);
    return TT_LIKELY(found != NULL) ? (struct tt_comm *)found : tt_comm_unknown(comm);
}

/** A creation under way: the communicator it is collective over and which child of that
 *  communicator it makes. All its members count the same way, which identifies the new
 *  communicator in all processes without any communication. */
struct tt_creation {
    struct tt_comm *parent;
    uint32_t child;
};

void tt_comms_start(void);
struct tt_creation tt_comm_creating(struct tt_thread *t, MPI_Comm parent);
void tt_comm_created(struct tt_thread *t, const struct tt_creation *creation, MPI_Comm made);
struct tt_comm *tt_comm_add_child(const struct tt_creation *creation, MPI_Comm made);
struct tt_comm *tt_comm_add_made(MPI_Comm made, int tag);
void tt_comm_remove(const struct tt_comm *comm);
void tt_comm_name(MPI_Comm comm, const char *name);
void tt_note_ranks(const char *key, uint32_t id, int count, const int ranks[]);

#endif
