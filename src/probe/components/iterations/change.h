/* What is to happen in this process, at once or at an iteration. */
#ifndef TRIMTAB_CHANGE_H
#define TRIMTAB_CHANGE_H

#include <stdint.h>

struct tt_set;

enum tt_asked_mode { TT_MODE_TRACE, TT_MODE_PROFILE, TT_MODE_MPI, TT_MODE_OFF };

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

#endif
