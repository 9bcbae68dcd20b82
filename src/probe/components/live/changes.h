/* What a request does in this process. */
#ifndef TRIMTAB_LIVE_CHANGES_H
#define TRIMTAB_LIVE_CHANGES_H

#include <stdint.h>

#include "../functions/named.h"
#include "grammar.h"

enum tt_change_kind { TT_CHANGE_SET, TT_CHANGE_METRICS, TT_CHANGE_PAUSE, TT_CHANGE_MODE, TT_CHANGE_DEPTH, TT_CHANGE_SAMPLES, TT_CHANGE_SERIES, TT_CHANGE_FINISH, TT_CHANGE_ABORT };

struct tt_change {
    enum tt_change_kind kind;
    int on;
    enum tt_asked_mode mode;
    struct tt_set *set;
    uint32_t counters; /* bits of those that are meant */
    uint64_t depth;
    unsigned hertz;
    char text[160]; /* the request, for people; cut */
};

/** What a request changes, prepared so that it is quick. 0 where it cannot be done here: `fault` says why. */
int tt_prepare_change(const struct tt_request *request, const char *line, struct tt_change *change, struct tt_fault *fault);

/** Makes it, and notes it with its number and the iteration that begins (0: at once). */
void tt_make_change(const struct tt_change *change, uint64_t number, uint64_t iteration);

#endif
