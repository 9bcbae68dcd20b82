/*
 * Statements of Fortran that read and write: gfortran's library calls read(2) and write(2) for them, at the statement, or when
 * a buffer is full. Which statement that is, is known while one is under way.
 */
#include "io.h"

#include <dlfcn.h>

extern __thread const void *tt_io_statement __attribute__((tls_model("initial-exec")));

/* All of these take the statement's parameters by reference, and give nothing. */
typedef void procedure(void *);

static void call_real(_Atomic(procedure *) *cached, const char *name, void *parameters)
{
    procedure *real = atomic_load_explicit(cached, memory_order_relaxed);
    if (TT_UNLIKELY(real == NULL)) {
        void (*found)(void);
        *(void **)&found = dlsym(RTLD_NEXT, name);
        if (found == NULL)
            tt_io_missing(name);
        real = (procedure *)found;
        atomic_store_explicit(cached, real, memory_order_relaxed);
    }
    real(parameters);
}

/* What is one call: the statement before it, such as one whose list has a function that writes, goes on behind it. */
#define WHOLE(name)                                                            \
    TT_API procedure name;                                                     \
    void name(void *parameters)                                                \
    {                                                                          \
        static _Atomic(procedure *) cached;                                    \
        const void *before = tt_io_statement;                                  \
        tt_io_statement = TT_SITE;                                             \
        call_real(&cached, #name, parameters);                                 \
        tt_io_statement = before;                                              \
    }
WHOLE(_gfortran_st_open)
WHOLE(_gfortran_st_close)
WHOLE(_gfortran_st_inquire)
WHOLE(_gfortran_st_rewind)
WHOLE(_gfortran_st_backspace)
WHOLE(_gfortran_st_endfile)
WHOLE(_gfortran_st_flush)

/* What is two calls, with one for each item between them. */
#define FIRST(name)                                                            \
    TT_API procedure name;                                                     \
    void name(void *parameters)                                                \
    {                                                                          \
        static _Atomic(procedure *) cached;                                    \
        tt_io_statement = TT_SITE;                                             \
        call_real(&cached, #name, parameters);                                 \
    }
#define LAST(name)                                                             \
    TT_API procedure name;                                                     \
    void name(void *parameters)                                                \
    {                                                                          \
        static _Atomic(procedure *) cached;                                    \
        call_real(&cached, #name, parameters);                                 \
        tt_io_statement = NULL;                                                \
    }
FIRST(_gfortran_st_write)
LAST(_gfortran_st_write_done)
FIRST(_gfortran_st_read)
LAST(_gfortran_st_read_done)
