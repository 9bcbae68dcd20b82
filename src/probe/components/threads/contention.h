/*
 * What profiles keep of waiting for locks, in constant memory: which lock it was, by which call it was waited for, and by which
 * call the thread had taken it that gave it back last. Traces have all of that event by event.
 */
#ifndef TRIMTAB_CONTENTION_H
#define TRIMTAB_CONTENTION_H

#include "../../core/probe.h"

/** A lock is about to be given back that others may wait for, taken by `how` (function<<48 | site). */
void tt_note_owner(const void *lock, uint64_t how);
/** The calling thread got a lock after it had waited for it so many ticks, by the call `how`. */
void tt_note_contention(const void *lock, uint64_t how, uint64_t ticks);
/** Writes it to the text file. */
void tt_note_contentions(void);

#endif
