/* What a request does in this process. */
#ifndef TRIMTAB_LIVE_CHANGES_H
#define TRIMTAB_LIVE_CHANGES_H

#include <stdint.h>

#include "../functions/named.h"
#include "../iterations/change.h"
#include "grammar.h"

/** What a request changes, prepared so that it is quick. 0 where it cannot be done here: `fault` says why. */
int tt_prepare_change(const struct tt_request *request, const char *line, struct tt_change *change, struct tt_fault *fault);

/** Makes it, and notes it with its number and the iteration that begins (0: at once). */
void tt_make_change(const struct tt_change *change, uint64_t number, uint64_t iteration);

#endif
