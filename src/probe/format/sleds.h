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
/* The first two bytes lie in one block of 16, as they are changed at once: one sled in 16 stands a byte later for it. */
#define TT_SLED_BLOCK 16u
#define TT_SLED_ALIGNMENT "\t.p2align\t4,0x90,1\n"

enum tt_sled_kind { TT_SLED_ENTER, TT_SLED_LEAVE };

/*
 * With a kind, where code shall stay as it is (TRIMTAB_SLEDS=call): six bytes that call or jump to what a word in memory
 * says, relative to the instruction pointer. The sled's place is the second of them, so that what lies behind is as far
 * away as for the others. While it is off, the word leads to what does nothing.
 */
#define TT_SLED_BY_WORD 2u

/** The word of such a sled. */
static inline uintptr_t *tt_word_of_sled(uintptr_t where)
{
    const unsigned char *code = (const unsigned char *)where;
    int32_t distance = (int32_t)((uint32_t)code[1] | (uint32_t)code[2] << 8 | (uint32_t)code[3] << 16 | (uint32_t)code[4] << 24);
    return (uintptr_t *)(where + TT_SLED_BYTES + (uintptr_t)(intptr_t)distance);
}

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

/* A range of lines in a function, and the places where it begins or ends. */
#define TT_RANGES_SECTION "trimtab_ranges"
#define TT_RANGE_SLEDS_SECTION "trimtab_range_sleds"

struct tt_sled_range {
    int32_t name;
    int32_t facts;   /* "FIRST LAST GROUP FILE" */
    uint32_t number; /* among what the program named; 0: not recorded. The runtime fills it in */
};

enum tt_range_kind { TT_RANGE_BEGIN, TT_RANGE_END };

struct tt_range_sled {
    int32_t where;
    int32_t stub; /* what the sled jumps to when it is on; it jumps back behind the sled */
    int32_t range;
    uint32_t kind;
};

/*
 * What was found of ranges, for people: strings, one behind the other, of words that tabs part. Not loaded with the program.
 *   range FIRST LAST FILE NAME FUNCTION IN FOREIGN UNMAPPED BEGINS ENDS REFUSED
 *     instructions of these lines; of others among them, which are measured with them; of no line; sleds; why there are none
 *   near FIRST LAST FILE NAME BEFORE BEHIND
 *     the lines nearest to the range that have instructions in the unit; 0: there is none
 *   unit IDENTITY INSTRUCTIONS UNMAPPED JUMPS FILLED REFUSED
 *     of each unit: instructions; of no line; jumps of those; those between instructions of one line, with which they are
 *     measured; instructions of functions that cannot have ranges
 */
#define TT_RANGE_FACTS_SECTION "trimtab_range_facts"

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
