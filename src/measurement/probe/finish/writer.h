/* The writer of one thread's events, shared by the files that write them. */
#ifndef TRIMTAB_FINISH_WRITER_H
#define TRIMTAB_FINISH_WRITER_H

#include "archive.h"

struct frame {
    uint32_t region;
    uint64_t function; /* address; 0 for an MPI function */
    uint64_t site;
};

struct writer {
    struct archive *archive;
    const struct process *process;
    const struct thread *thread;
    struct location *location;
    OTF2_EvtWriter *out;
    OTF2_AttributeList *attributes;
    struct map places; /* of this process's addresses */
    struct frame *stack;
    uint32_t depth, stack_capacity;
    uint64_t last; /* local ticks of the last event */
};

/** `ticks`, or the time of the last event where that is later; it becomes the last. */
uint64_t at(struct writer *writer, uint64_t ticks);

/* mpi-events.c: the events of records that are neither ENTER nor LEAVE. */
void write_collective_end(struct writer *writer, uint64_t time, const uint64_t *record, int blocking);
void write_message(struct writer *writer, enum tt_record_type type, uint64_t time, const uint64_t *record);
void write_request(struct writer *writer, enum tt_record_type type, uint64_t time, uint64_t id);
void write_comm_lifetime(struct writer *writer, enum tt_record_type type, uint64_t time, uint64_t id);
void write_flush(struct writer *writer, uint64_t time, uint64_t stop);

#endif
