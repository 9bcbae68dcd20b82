/* Calling a function of all components, in the order of their list. The list is constant, so that handlers of signals may do so. */
#include "component.h"

#include <stddef.h>

#define CALL_ALL(function, parameters, ...)                                    \
    void tt_components_##function parameters                                   \
    {                                                                          \
        for (const struct tt_component *const *c = tt_components; *c != NULL; c++) \
            if ((*c)->function != NULL)                                        \
                (*c)->function(__VA_ARGS__);                                   \
    }

CALL_ALL(settings, (void))
CALL_ALL(begin, (void))
CALL_ALL(describe, (void))
CALL_ALL(begin_thread, (struct tt_thread *thread), thread)
CALL_ALL(begin_profile, (struct tt_fold *fold), fold)
CALL_ALL(continue_as_profile, (struct tt_thread *thread), thread)
CALL_ALL(end_chunk, (struct tt_thread *thread), thread)
CALL_ALL(leave_thread, (struct tt_thread *thread), thread)
CALL_ALL(end_thread, (struct tt_thread *thread), thread)
CALL_ALL(fork_begin, (void))
CALL_ALL(fork_end, (void))
CALL_ALL(fork_child, (void))
CALL_ALL(stop, (void))
CALL_ALL(save, (void))
CALL_ALL(exit, (void))
CALL_ALL(end, (void))
