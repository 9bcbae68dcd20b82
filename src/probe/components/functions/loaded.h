/* Modules with sleds as they are kept in memory; see switches.c. Memory of modules is never given back. */
#ifndef TRIMTAB_LOADED_H
#define TRIMTAB_LOADED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "module.h"
#include "printed.h"
#include "switches.h"

enum tt_said { TT_UNSAID, TT_SAID_ON, TT_SAID_OFF };

struct tt_switch {
    uintptr_t address;
    uint64_t identity;
    uint32_t instructions;
    uint8_t flags;
    uint8_t needed; /* reaches MPI or OpenMP by calls that are seen */
    uint8_t wanted; /* somebody asks for it by name */
    uint8_t on;     /* its entries call the hook */
    uint8_t leaves; /* its ways out do; longer than its entries where it was open when these were switched off */
    uint8_t open;   /* somewhere, when that was looked for last */
    uint8_t asked;  /* was switched by somebody while the program ran */
    uint8_t said;   /* what somebody asked for by name before it was loaded, an enum tt_said */
    uint8_t kept;   /* is on again when functions are, see tt_pause_functions */
    uint8_t begins; /* each entry is the beginning of an iteration */
    uint64_t groups; /* that it is in, a bit each */
    uint32_t first_sled, sled_count;
    uint8_t by_words; /* its sleds are switched without changing code, see TT_SLED_BY_WORD */
    const struct loaded *module;
};

struct place {
    uintptr_t at;
    uintptr_t function;
    uint32_t kind;   /* enum tt_sled_kind */
    uintptr_t *word; /* that it goes by; NULL: its code is changed */
    uintptr_t off;   /* what that leads to while it is off */
};

struct loaded {
    const struct tt_module *module;
    _Atomic int gone;
    struct tt_switch *functions; /* by address */
    size_t function_count;
    _Atomic(struct tt_names *) names; /* of those with sleds; NULL: nobody has asked for them */
    struct place *sleds; /* by function */
    size_t sled_count;
    uintptr_t *sorted; /* addresses of all sleds, rising, those of ranges with them */
    size_t sorted_count;
    struct loaded *next;
};

extern _Atomic(struct loaded *) tt_modules;

/** Memory of whole pages, all zero; NULL when there is none, or for nothing. */
void *tt_module_memory(size_t count, size_t size);

void tt_give_module_memory(void *memory, size_t count, size_t size);

/** The same library in the same place, which was given back: `m`, which is given free, goes on as that. NULL: there is none. */
struct loaded *tt_loaded_before(struct loaded *m);

/** Whether it has something to switch and is not left out by name or file. */
int tt_has_sleds(const struct tt_switch *function);

/* module-tables.c */
/** Reads functions and sleds of a module; 0 where memory is short. */
int tt_read_functions(struct loaded *m);
int tt_read_sleds(struct loaded *m);
/** What calls something that reaches MPI or OpenMP reaches it. As many rounds as the longest chain of calls that were
 * noted against their direction. */
void tt_spread_need(struct loaded *m);
/** Marks functions that are left out by name, or measured whatever else they are. */
void tt_select_by_name(struct loaded *m);
/** Whether it is worth it from the start: it has a loop, is long, or leads to MPI or OpenMP. */
int tt_is_measured_first(const struct tt_switch *function);
/** Whether it is a function of the program itself. */
int tt_is_of_program(const struct tt_switch *function);

/* switching.c */
/* What is to be switched: entries, ways out, or ways out of what is open nowhere. */
enum which { ALL_SLEDS, ENTRIES, LEAVES_NOT_OPEN };
/** Whether it is on from the start, or was asked for before it was loaded. */
int tt_is_chosen(const struct tt_switch *function);
/** Of one module, whose code lies together. */
int tt_switch_in(const struct loaded *m, struct tt_switch *const *functions, size_t count, enum which which, int on);
/** Of one module, those that the test names. */
int tt_switch_chosen(struct loaded *m, int (*is_wanted)(const struct tt_switch *function), int on);

#endif
