import { Table } from '../tables/table.js';

/** Kind of transfer of a call, according to the records. */
export const Transfer = { Put: 0, Get: 1, Atomic: 2 } as const;

/**
 * The records of MPI's one-sided communication, each location's in order of time. `window` and `group` are identifiers
 * of the trace, `remote` is a rank of the window's communicator, and `operation` is a row of the MPI operations.
 */
export interface OneSidedRecords {
  /** Synchronization: all members of a window (`group` is -1), or a group of processes. */
  readonly syncs: Table<'window' | 'group', 'operation'>;
  readonly transfers: Table<'window' | 'sent' | 'received', 'operation' | 'remote' | 'type'>;
  /** Ownerships of the lock of a window at a process: from `acquire` on, to `release` (NaN when never released). */
  readonly locks: Table<'window' | 'lock' | 'acquire' | 'release', 'operation' | 'releasedIn' | 'remote' | 'exclusive'>;
}

export function emptyOneSidedRecords(): OneSidedRecords {
  return {
    syncs: new Table(['window', 'group'], ['operation']),
    transfers: new Table(['window', 'sent', 'received'], ['operation', 'remote', 'type']),
    locks: new Table(['window', 'lock', 'acquire', 'release'], ['operation', 'releasedIn', 'remote', 'exclusive']),
  };
}
