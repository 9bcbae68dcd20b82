#ifndef TRIMTAB_SYNC_H
#define TRIMTAB_SYNC_H

/** Measures this process's clock against rank 0's, at the begin and at the end of the run. */
void tt_sync_begin(void);
void tt_sync_end(void);

#endif
