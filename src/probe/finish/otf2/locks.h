/* Locks of POSIX threads in profiles. */
#ifndef TRIMTAB_FINISH_LOCKS_H
#define TRIMTAB_FINISH_LOCKS_H

struct archive;

/** Collects the places of calls that waited for locks, and that had taken them. */
void collect_locks(struct archive *archive);
/** Gives the profile the property that tells of them. */
void write_locks(struct archive *archive);

#endif
