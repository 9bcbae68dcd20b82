/* Changing code that may be running. */
#ifndef TRIMTAB_PATCH_H
#define TRIMTAB_PATCH_H

#include <stddef.h>
#include <stdint.h>

#include "../../format/sleds.h"

struct tt_patch {
    unsigned char *at;
    unsigned char code[TT_SLED_BYTES];
};

/** Makes what follows possible while threads run; called once, at the start. */
void tt_prepare_patching(void);

/**
 * Writes all patches, in one go. Other threads may run through the places meanwhile: they do what was there before or what
 * is there after. 0, with errno, when the code cannot be changed: then nothing is. Only one thread at a time may call it.
 */
int tt_patch_code(const struct tt_patch *patches, size_t count);

#endif
