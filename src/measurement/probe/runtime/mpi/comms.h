/* Communicators: from MPI's handle to what the records need. */
#ifndef TRIMTAB_COMMS_H
#define TRIMTAB_COMMS_H

#include <mpi.h>

#include "../probe.h"

struct tt_comm {
    uintptr_t key; /* the handle */
    uint32_t id;   /* in this process */
    int rank;
    int size;        /* of the local group */
    int remote_size; /* of the remote group of an intercommunicator, else 0 */
    uint32_t children;
};

struct tt_comm_table {
    size_t mask;
    _Atomic(struct tt_comm *) slots[];
};
extern _Atomic(struct tt_comm_table *) tt_comms;

struct tt_comm *tt_comm_unknown(MPI_Comm comm);

static inline size_t tt_hash(uintptr_t key)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/** What is known of `comm`; a communicator met for the first time is noted as one whose
 *  origin is unknown. Takes no lock. */
static inline struct tt_comm *tt_comm_find(MPI_Comm comm)
{
    uintptr_t key = (uintptr_t)comm;
    const struct tt_comm_table *table = atomic_load_explicit(&tt_comms, memory_order_acquire);
    for (size_t i = tt_hash(key) & table->mask;; i = (i + 1) & table->mask) {
        struct tt_comm *c = atomic_load_explicit(&table->slots[i], memory_order_acquire);
        if (c == NULL)
            return tt_comm_unknown(comm);
        if (c->key == key)
            return c;
    }
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

#endif
