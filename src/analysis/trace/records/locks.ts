import type { ThreadRecords } from './threadRecords.js';

/** Region that acquires a lock: the innermost one at that moment. */
export interface AcquiringRegion {
  readonly node: number;
  readonly region: number;
  readonly enter: number;
}

interface HeldLock {
  readonly row: number;
  /** How often a nestable lock was acquired again by its owner. */
  depth: number;
}

/** Turns the lock events of one location into ownerships (Wolf 2003, definition 3.16). */
export class LockRecords {
  private readonly held = new Map<number, HeldLock>();

  constructor(
    private readonly records: ThreadRecords,
    private readonly location: number,
  ) {}

  acquire(time: number, lock: number, { node, region, enter }: AcquiringRegion): void {
    const owned = this.held.get(lock);
    if (owned !== undefined) {
      owned.depth++;
      return;
    }
    const { ownerships } = this.records;
    const row = ownerships.addRow();
    const { columns } = ownerships;
    columns.location[row] = this.location;
    columns.node[row] = node;
    columns.region[row] = region;
    columns.enter[row] = enter;
    columns.acquire[row] = time;
    columns.release[row] = Number.NaN;
    columns.lock[row] = lock;
    this.held.set(lock, { row, depth: 0 });
  }

  release(time: number, lock: number): void {
    const owned = this.held.get(lock);
    if (owned === undefined) return;
    if (owned.depth-- > 0) return;
    this.records.ownerships.columns.release[owned.row] = time;
    this.held.delete(lock);
  }
}
