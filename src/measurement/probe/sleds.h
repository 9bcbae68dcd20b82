/*
 * What the assembler's filter puts into objects, and the runtime reads: places that can be switched on. Addresses are
 * offsets to the field that holds them, so that nothing has to be relocated when a program starts.
 */
#ifndef TRIMTAB_SLEDS_H
#define TRIMTAB_SLEDS_H

#include <stdint.h>

#define TT_SLEDS_SECTION "trimtab_sleds"
#define TT_FUNCTIONS_SECTION "trimtab_functions"
#define TT_CALLS_SECTION "trimtab_calls"

/* Five bytes that do nothing: nopl 0(%rax,%rax,1). A call of a stub takes their place. */
#define TT_SLED_BYTES 5u
#define TT_SLED_NOP {0x0f, 0x1f, 0x44, 0x00, 0x00}

enum tt_sled_kind { TT_SLED_ENTER, TT_SLED_LEAVE };

struct tt_sled {
    int32_t where;
    int32_t function; /* its first address */
    uint32_t kind;
};

/* Why a function is measured from the start or is not. */
enum tt_function_flags {
    TT_FUNCTION_LOOPS = 1,
    TT_FUNCTION_PARALLEL = 2, /* calls MPI or OpenMP itself */
    TT_FUNCTION_SYSTEM = 4,   /* of a header of the system */
    TT_FUNCTION_SMALL = 8,    /* has no sleds: it does less than a measurement takes */
    TT_FUNCTION_LEFT_OUT = 16, /* has no sleds: of a file that is left out */
};

struct tt_sled_function {
    int32_t function;
    uint32_t instructions;
    uint32_t flags;
    uint32_t spare;
    uint64_t identity; /* of its name; of a function that only its unit knows, of both */
};

struct tt_sled_call {
    int32_t caller; /* its first address */
    uint32_t spare;
    uint64_t callee; /* identity */
};

#define TT_IDENTITY_START UINT64_C(14695981039346656037)

/** FNV-1a, 64 bits: the hash with a byte more. */
static inline uint64_t tt_identity_on(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(1099511628211);
}

/** The identity of a function that other units know, by its name. */
static inline uint64_t tt_identity_of(const char *name)
{
    uint64_t hash = TT_IDENTITY_START;
    for (; *name != '\0'; name++)
        hash = tt_identity_on(hash, (unsigned char)*name);
    return hash;
}

#endif
