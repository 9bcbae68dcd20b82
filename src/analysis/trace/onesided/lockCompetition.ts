import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { OneSidedRecords } from '../records/oneSidedRecords.js';
import type { Waits } from '../waits.js';

interface Owner {
  readonly release: number;
  readonly operation: number;
}

/**
 * Lock Contention of passive target synchronisation: the call that acquires the lock of a window at a process was
 * entered before an earlier owner released it, and left after that: `ENTER of the releasing call - own ENTER`. Only
 * ownerships that exclude each other count: one of the two is exclusive.
 * @param until after this time owners may be missing from the trace, so that later calls are not judged; in seconds
 */
export function analyzeWindowLocks(
  records: CommunicationRecords,
  { locks }: OneSidedRecords,
  waits: Waits,
  until: number,
): void {
  const { enter, leave, location } = records.operations.columns;
  const { window, remote, lock, acquire, exclusive, operation, releasedIn } = locks.columns;
  const rows = Uint32Array.from({ length: locks.length }, (_, row) => row);
  rows.sort((a, b) => acquire[a] - acquire[b]);
  /** The owner of each kind, exclusive or not, that released the lock last. */
  const owners = new Map<string, { shared?: Owner; exclusive?: Owner }>();
  for (const row of rows) {
    const key = `${window[row]} ${remote[row]} ${lock[row]}`;
    const before = owners.get(key) ?? {};
    const candidates = [before.exclusive, exclusive[row] === 1 ? before.shared : undefined];
    const last = candidates
      .filter((owner) => owner !== undefined)
      .reduce<Owner | undefined>((a, b) => (a === undefined || b.release > a.release ? b : a), undefined);
    const own = operation[row];
    if (last !== undefined && leave[own] <= until && location[last.operation] !== location[own]) {
      if (last.release > enter[own] && last.release <= leave[own]) {
        waits.add('mpi_rma_sync_lock_competition', own, last.release - enter[own], last.operation);
      }
    }
    if (releasedIn[row] < 0) continue;
    const owner = { release: enter[releasedIn[row]], operation: releasedIn[row] };
    const kind = exclusive[row] === 1 ? 'exclusive' : 'shared';
    if (owner.release > (before[kind]?.release ?? Number.NEGATIVE_INFINITY)) before[kind] = owner;
    owners.set(key, before);
  }
}
