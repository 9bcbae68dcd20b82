import { absent } from '../../../base/elements.js';
import { windowLockWait } from '../../../properties/mpi_rma_sync_lock_competition/formula.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { OneSidedRecords } from './oneSidedRecords.js';
import type { Waits } from '../waits/waits.js';

interface Owner {
  readonly release: number;
  readonly operation: number;
}

/** The process of Win_lock_all: every one of the window. */
const ALL = -1;

/**
 * Lock Contention of passive target synchronization: the call that acquires the lock of a window at a process was
 * entered before an earlier owner released it, and left after that. Only
 * ownerships that exclude each other count: one of the two is exclusive.
 * @param until after this time owners may be missing from the trace, so that later calls are not judged; in seconds
 */
export function analyzeWindowLocks(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  waits: Waits,
  until: number,
): void {
  const { leave, location } = records.operations.columns;
  visitWindowLocks(records, oneSided, (own, released, waited) => {
    if ((leave[own] ?? absent(own)) <= until && location[released] !== location[own])
      waits.add('mpi_rma_sync_lock_competition', own, waited, released);
  });
}

/** @param visit gets a call that waited for a lock, the call that gave it back last, and for how many seconds */
export function visitWindowLocks(
  records: CommunicationRecords,
  { locks }: OneSidedRecords,
  visit: (own: number, released: number, waited: number) => void,
): void {
  const { enter, leave } = records.operations.columns;
  const { window, remote, lock, acquire, exclusive, operation, releasedIn } = locks.columns;
  const rows = Uint32Array.from({ length: locks.length }, (_, row) => row);
  rows.sort((a, b) => (acquire[a] ?? absent(a)) - (acquire[b] ?? absent(b)));
  const locksOf = new Map<string, WindowLock>();
  for (const row of rows) {
    const key = `${window[row]} ${lock[row]}`;
    const owners = locksOf.get(key) ?? new WindowLock();
    locksOf.set(key, owners);
    const own = operation[row] ?? absent(row);
    const [begin, end] = [enter[own] ?? absent(own), leave[own] ?? absent(own)];
    const [target, isExclusive] = [remote[row] ?? absent(row), exclusive[row] === 1];
    const last = owners
      .excluded(target, isExclusive)
      .filter(({ release }) => windowLockWait(release, begin, end) > 0)
      .reduce<Owner | undefined>((a, b) => (a === undefined || b.release > a.release ? b : a), undefined);
    if (last !== undefined) visit(own, last.operation, windowLockWait(last.release, begin, end));
    const released = releasedIn[row] ?? absent(row);
    if (released < 0) continue;
    owners.released(target, isExclusive, { release: enter[released] ?? absent(released), operation: released });
  }
}

/** Of the lock of a window, by process: the owner of each kind, exclusive or not, that released it last. */
class WindowLock {
  private readonly exclusive = new Map<number, Owner>();
  private readonly shared = new Map<number, Owner>();

  /** The owners that an ownership is exclusive of. */
  excluded(remote: number, exclusive: boolean): Owner[] {
    // Exclusive ownerships of any process are found under ALL, too, for none of them is an ownership of all.
    const owners = [this.exclusive.get(remote)];
    if (exclusive) owners.push(this.shared.get(remote), this.shared.get(ALL));
    return owners.filter((owner) => owner !== undefined);
  }

  released(remote: number, exclusive: boolean, owner: Owner): void {
    if (!exclusive) keepLatest(this.shared, remote, owner);
    else for (const process of [remote, ALL]) keepLatest(this.exclusive, process, owner);
  }
}

function keepLatest(owners: Map<number, Owner>, process: number, owner: Owner): void {
  if (owner.release > (owners.get(process)?.release ?? Number.NEGATIVE_INFINITY)) owners.set(process, owner);
}
