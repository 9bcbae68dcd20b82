/*
 * The raw format that the runtime writes and the finisher reads: one binary file
 * per thread, holding a header and then records of 8-byte words in the byte order
 * of the machine that wrote it.
 *
 * Word 0 of a record is its type (top 8 bits) and its time in clock ticks since
 * `start_ticks` of the file header (low 56 bits, 278 days at 3 GHz). TT_RECORDS
 * gives the number of words that follow, so that a reader can skip any record.
 */
#ifndef TRIMTAB_RECORD_H
#define TRIMTAB_RECORD_H

#include <stdint.h>

#define TT_RAW_MAGIC "TRIMTAB"
#define TT_RAW_VERSION 8u
#define TT_BYTE_ORDER_MARK 0x01020304u

struct tt_file_header {
    char magic[8];
    uint32_t byte_order;
    uint32_t version;
    uint64_t start_ticks;
    uint64_t near_base; /* the address that TT_ENTER_NEAR offsets count from */
    uint32_t pid;
    uint32_t thread; /* index of the thread in its process; 0 is the main thread */
};

/*     name            words that follow
 * Sends, receives: communicator<<32 | peer rank, tag, bytes [, request id].
 * TT_COLL_END: communicator<<32 | operation, root, bytes sent, bytes received.
 * TT_WIN...: window<<32 | rank in its communicator (or TT_ALL_RANKS), or what is said.
 * OpenMP: parallel regions and explicit tasks are numbered by (thread + 1)<<32 | count;
 * the number 0 is the implicit task of a thread. Sites have TT_SITE_BITS bits, 0: none.
 * TT_USER_...: numbers of what the program named, by the text file's lines `user`.
 * TT_IO_...: numbers of handles and files, by its lines `io-handle` and `io-file`.
 * Sites are addresses; those below TT_FIRST_ADDRESS are numbers of the text file's lines `path`.
 */
#define TT_RECORDS(X)                                                            \
    X(TT_ENTER_NEAR, 1)    /* function and call site, 32-bit offsets to near_base */ \
    X(TT_ENTER_BODY, 2)    /* the same; address of the hook's call, see TT_ENTRY_BYTES */ \
    X(TT_ENTER, 3)         /* addresses of the function, its call site, and the hook's call */ \
    X(TT_LEAVE, 1)         /* function address */                                \
    X(TT_MPI_ENTER, 1)     /* function number<<48 | call-site address */         \
    X(TT_MPI_ENTER_COLL, 1) /* the same and MPI_COLLECTIVE_BEGIN */              \
    X(TT_MPI_LEAVE, 0)                                                           \
    X(TT_SEND, 3)                                                                \
    X(TT_RECV, 3)                                                                \
    X(TT_ISEND, 4)                                                               \
    X(TT_ISEND_COMPLETE, 1)                                                      \
    X(TT_IRECV_REQUEST, 1)                                                       \
    X(TT_IRECV, 4)                                                               \
    X(TT_REQUEST_TEST, 1)                                                        \
    X(TT_REQUEST_CANCELLED, 1)                                                   \
    X(TT_COLL_END, 4)                                                            \
    X(TT_NBC_REQUEST, 1)                                                         \
    X(TT_NBC_COMPLETE, 5) /* as TT_COLL_END, then the request id */              \
    X(TT_COMM_CREATE, 1)                                                         \
    X(TT_COMM_DESTROY, 1)                                                        \
    X(TT_WIN_CREATE, 1)    /* window<<32 */                                      \
    X(TT_WIN_DESTROY, 1)                                                         \
    X(TT_WIN_COLL_END, 1)  /* window<<32 | operation; TT_OP_BARRIER: a fence */  \
    X(TT_WIN_GROUP, 2)     /* window<<32 | group; whether an epoch ends here */  \
    X(TT_WIN_OP, 4)        /* target; enum tt_win_op<<56 | request id or 0; bytes sent; received */ \
    X(TT_WIN_COMPLETE, 2)  /* window<<32; request id */                          \
    X(TT_WIN_TEST, 2)      /* the same */                                        \
    X(TT_WIN_LOCK, 2)      /* requested; whether exclusive */                    \
    X(TT_WIN_LOCKED, 2)    /* the same */                                        \
    X(TT_WIN_UNLOCKED, 1)                                                        \
    X(TT_WIN_FLUSH, 2)     /* whether only at the origin */                      \
    X(TT_WIN_SYNC, 1)                                                            \
    X(TT_OMP_FORK, 2)       /* parallel region; requested threads<<48 | site */  \
    X(TT_OMP_JOIN, 0)                                                            \
    X(TT_OMP_TEAM_BEGIN, 2) /* parallel region; threads<<32 | number of this one */ \
    X(TT_OMP_TEAM_END, 0)                                                        \
    X(TT_OMP_BEGIN, 1)      /* enum tt_construct<<48 | site */                   \
    X(TT_OMP_END, 1)        /* the same */                                       \
    X(TT_OMP_MUTEX, 2)      /* enum tt_mutex_step<<56 | enum tt_mutex<<48 | site; the lock's address */ \
    X(TT_OMP_TASK_CREATE, 2) /* task; site */                                    \
    X(TT_OMP_TASK_SWITCH, 2) /* completed<<63 | the task left; the task that goes on */ \
    X(TT_FLUSH, 1) /* ticks since start_ticks at which writing the buffer ended */    \
    X(TT_USER_ENTER, 2)     /* what the program named; call-site address */      \
    X(TT_USER_LEAVE, 1)     /* the same */                                       \
    X(TT_USER_VALUE, 2)     /* a counter; bits of a double */                    \
    X(TT_USER_NUMBER, 2)    /* a parameter; a signed number */                   \
    X(TT_USER_TEXT, 2)      /* a parameter; the number of a text */              \
    X(TT_IO_ENTER, 1)       /* function number<<48 | call-site address, see io-functions.h, thread-functions.h */ \
    X(TT_IO_LEAVE, 0)                                                            \
    X(TT_IO_OPERATION, 3)   /* handle<<32 | flags<<8 | mode; bytes requested; moved: all of the call it stands in */ \
    X(TT_IO_OPEN, 2)        /* handle<<32 | access; creation flags<<32 | status flags, as OTF2 numbers them */ \
    X(TT_IO_CLOSE, 1)       /* handle<<32 */                                     \
    X(TT_IO_SEEK, 3)        /* handle<<32 | whence; offset asked for; resulting one */ \
    X(TT_IO_DUPLICATE, 1)   /* handle<<32 | the new one */                       \
    X(TT_IO_DELETE, 1)      /* file<<32 | enum tt_io_paradigm */                 \
    X(TT_IO_START, 3)       /* as TT_IO_OPERATION; bytes requested; request id */ \
    X(TT_IO_END, 3)         /* the same; bytes moved; request id */              \
    X(TT_COUNTER, 2)        /* a counter, by the text file's lines `counter`, and TT_COUNTER_ENTERS; what it stands at */ \
    X(TT_ITERATION, 2)      /* an iteration of the progress loop, from 1; what its ENTER, which comes next, is known by: \
                               a function's address, or TT_USER_FRAME */ \
    X(TT_LOCK_TAKEN, 1)     /* a lock's address: when the call that waited for it got it */ \
    X(TT_LOCK_GIVEN, 5)     /* function<<48 | site that gave it back, 0: the call around; lock; function<<48 | site that took it; \
                               words of this thread's records until then + 1, 0: TT_LOCK_TAKEN tells; when, 0: not known */ \
    X(TT_THREAD_CREATE, 1)  /* number of a thread in its process, from 1 on: in the call that creates it */ \
    X(TT_THREAD_BEGIN, 1)   /* the same, in that thread */                       \
    X(TT_THREAD_END, 1)                                                          \
    X(TT_THREAD_WAIT, 1)    /* in the call that waited for its end */ \
    X(TT_IO_TESTED, 2)      /* handle<<32; request id: it was found under way */  \
    X(TT_IO_CANCELLED, 2)   /* the same */ \
    X(TT_HEAP, 1)           /* bytes that the process holds of the heap */ \
    X(TT_LINE_SAMPLE, 2)    /* the number of a line; periods that it stands for */ \
    X(TT_OFF, 1)            /* of profiles: 1 where nothing counts from here on, 0 where it does again */

enum tt_record_type {
    TT_NO_RECORD = 0,
#define TT_ENUM(name, words) name,
    TT_RECORDS(TT_ENUM)
#undef TT_ENUM
    TT_RECORD_TYPES
};

/* The longest record and the flush record that may precede it. */
#define TT_MAX_WORDS 8u

/*
 * The hook of a function is called from within so many bytes of its beginning, or the call
 * stands elsewhere: most likely where the compiler inlined the function. The address of the
 * hook's call then tells where that is. Few functions begin with more code than this; for
 * those the address is recorded without need.
 */
#define TT_ENTRY_BYTES 64u

/* The reading stands before a record that enters what is counted by itself. */
#define TT_COUNTER_ENTERS (UINT64_C(1) << 32)

#define TT_TIME_BITS 56
#define TT_TIME_MASK ((UINT64_C(1) << TT_TIME_BITS) - 1)
#define TT_SITE_BITS 48
#define TT_SITE_MASK ((UINT64_C(1) << TT_SITE_BITS) - 1)

/* Programs are loaded at no lower address. */
#define TT_FIRST_ADDRESS UINT64_C(0x400000)

/* A sample of where a thread was; files of them hold nothing else. */
struct tt_sample {
    uint64_t time; /* CLOCK_MONOTONIC, in nanoseconds */
    uint64_t address;
};

/* Collective operations; the finisher maps them to OTF2_COLLECTIVE_OP_*. */
enum tt_operation {
    TT_OP_BARRIER,
    TT_OP_BCAST,
    TT_OP_GATHER,
    TT_OP_GATHERV,
    TT_OP_SCATTER,
    TT_OP_SCATTERV,
    TT_OP_ALLGATHER,
    TT_OP_ALLGATHERV,
    TT_OP_ALLTOALL,
    TT_OP_ALLTOALLV,
    TT_OP_ALLTOALLW,
    TT_OP_ALLREDUCE,
    TT_OP_REDUCE,
    TT_OP_REDUCE_SCATTER,
    TT_OP_REDUCE_SCATTER_BLOCK,
    TT_OP_SCAN,
    TT_OP_EXSCAN,
    TT_OP_CREATE_HANDLE,
    TT_OP_DESTROY_HANDLE,
    TT_OP_CREATE_AND_ALLOCATE,
    TT_OP_DESTROY_AND_DEALLOCATE,
    TT_OPERATIONS
};

/* What a one-sided operation does at its target. */
enum tt_win_op { TT_WIN_PUT, TT_WIN_GET, TT_WIN_ACCUMULATE, TT_WIN_FETCH, TT_WIN_SWAP };
#define TT_WIN_OP_SHIFT 56

#define TT_ALL_RANKS UINT32_MAX

/* OpenMP constructs with a beginning and an end. */
enum tt_construct {
    TT_LOOP,
    TT_SECTIONS,
    TT_SINGLE,       /* in the thread that executes it */
    TT_SINGLE_OTHER, /* in the others */
    TT_WORKSHARE,
    TT_DISTRIBUTE,
    TT_TASKLOOP,
    TT_SCOPE,
    TT_MASTER,
    TT_BARRIER,
    TT_IMPLICIT_BARRIER,
    TT_JOIN_BARRIER, /* at the end of a parallel region */
    TT_SOME_BARRIER, /* the runtime's own, or any barrier of a program compiled by gcc */
    TT_TASKWAIT,
    TT_TASKGROUP,
    TT_OMP_FLUSH,
    TT_CONSTRUCTS
};

enum tt_mutex { TT_LOCK, TT_NEST_LOCK, TT_CRITICAL, TT_ATOMIC, TT_ORDERED, TT_MUTEXES };
enum tt_mutex_step { TT_ACQUIRE, TT_ACQUIRED, TT_RELEASED };

#define TT_TASK_COMPLETED (UINT64_C(1) << 63)

/* Values of the root word that are no rank. */
#define TT_ROOT_NONE UINT32_MAX
#define TT_ROOT_SELF (UINT32_MAX - 1)       /* MPI_ROOT of an intercommunicator */
#define TT_ROOT_THIS_GROUP (UINT32_MAX - 2) /* MPI_PROC_NULL of an intercommunicator */

/* Communicators 0 and 1 of every process. */
#define TT_COMM_WORLD 0u
#define TT_COMM_SELF 1u

#endif
