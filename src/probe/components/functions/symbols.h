/* Names of functions in a file that is loaded, as its table of symbols has them. */
#ifndef TRIMTAB_SYMBOLS_H
#define TRIMTAB_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct tt_symbol {
    uintptr_t address;
    const char *name;
};

struct tt_symbols {
    void *file; /* the whole file, for the names */
    size_t size;
    struct tt_symbol *functions; /* by address */
    size_t count;
};

/** Reads the symbols of the file that `inside` lies in; 0 when there are none, as of a stripped file, or no memory. */
int tt_open_symbols(struct tt_symbols *symbols, uintptr_t inside);
void tt_close_symbols(struct tt_symbols *symbols);

/** The name of the function that begins at the address, as linkers know it; NULL: it has none. */
const char *tt_symbol_at(const struct tt_symbols *symbols, uintptr_t address);

#endif
