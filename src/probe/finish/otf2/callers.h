/* Callers that were found on the stack: functions of which nothing is known but that they called. */
#ifndef TRIMTAB_FINISH_CALLERS_H
#define TRIMTAB_FINISH_CALLERS_H

#include "writer.h"

/** Callers on the way to a call, the outermost first. */
struct callers {
    struct frame list[TT_MOST_DEPTH];
    uint32_t count;
    uint64_t site; /* of the call: the return address, in the innermost of them where there are any */
};

/** Whether the site of a record is no address, but stands for callers. */
static inline int is_path(uint64_t site)
{
    return site != 0 && site < TT_FIRST_ADDRESS;
}

/** What the site of a record stands for. */
struct callers callers_of(const struct writer *writer, uint64_t site);

/** Whether a loaded file is a library of the system or of a runtime. A program that a package installed has its own libraries in
 *  the folders of the system, too. */
int is_system_object(const struct process *process, const char *path);

/* Marks of such frames: no function has so high an address. */
#define CALLER_FRAME (UINT64_C(1) << 62)
#define IS_CALLER_FRAME(function) ((function) == CALLER_FRAME)

#endif
