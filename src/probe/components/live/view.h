/* What rank 0 puts together of what all ranks tell. */
#ifndef TRIMTAB_LIVE_VIEW_H
#define TRIMTAB_LIVE_VIEW_H

#include <stdint.h>

#include "grammar.h"

/** Waits until the ranks have told what they were asked as number `number`, and puts it together; to be freed, NULL: no memory.
 *  Ranks that do not tell are named there. */
char *tt_view_text(const struct tt_request *request, uint64_t number);

#endif
