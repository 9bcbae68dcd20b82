import { absent, elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Processes } from '../../../model/processes.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { NONE } from '../records/communicationRecords.js';
import { isBefore, type ReversedOrders } from './orders.js';

/** So many owners are looked at for the one after which a lock is free. */
const MOST_BEFORE = 64;

/** Seconds by which locations are earlier at events of locks, by `row * lanes + lane` of the table of ownerships. */
export class LockTimes {
  readonly wanted: Float64Array;
  readonly acquired: Float64Array;
  /** NaN before the release. */
  readonly released: Float64Array;

  constructor(ownerships: number, lanes: number) {
    this.wanted = new Float64Array(ownerships * lanes);
    this.acquired = new Float64Array(ownerships * lanes);
    this.released = new Float64Array(ownerships * lanes).fill(Number.NaN);
  }
}

/** The ownerships of locks, in the order in which the program took them. */
export class LockOwners {
  /** The ownership that each lock of each process had last. */
  private readonly latest = new Map<string, number>();
  /** The ownership of the same lock before each, or NONE. */
  private readonly before: Int32Array;

  constructor(
    private readonly ownerships: ThreadRecords['ownerships'],
    private readonly processes: Processes,
    private readonly saved: LockTimes,
    private readonly lanes: number,
  ) {
    this.before = new Int32Array(ownerships.length).fill(NONE);
  }

  /** The ownership before one that begins now, or NONE. @param row of the table of ownerships */
  take(row: number): number {
    const { location, lock } = this.ownerships.columns;
    const key = `${elementAt(this.processes.ofLocation, location[row] ?? absent(row))} ${lock[row]}`;
    const before = this.latest.get(key) ?? NONE;
    this.latest.set(key, row);
    this.before[row] = before;
    return before;
  }

  /** Collects the ownerships before one that was released now, of threads that in a lane want the lock later. */
  collect(row: number, reversed: ReversedOrders): void {
    const { enter, acquire, release } = this.ownerships.columns;
    const { wanted, acquired, released } = this.saved;
    for (let lane = 0; lane < this.lanes; lane++) {
      const changed = this.changed(enter, wanted, row, lane);
      const held = this.changed(release, released, row, lane) - this.changed(acquire, acquired, row, lane);
      this.visitOvertaken(row, lane, (owner) => reversed.overtake(owner, lane, changed, held));
    }
  }

  /**
   * When a lock is free for an ownership if those that want it first get it first; -Infinity if it always is. Earlier
   * owners that want it later in this lane are skipped.
   */
  freeFor(row: number, lane: number, reversed: ReversedOrders): Seconds {
    const { location, release } = this.ownerships.columns;
    const { released } = this.saved;
    const owner = this.visitOvertaken(row, lane, () => undefined);
    const isOther = owner !== NONE && location[owner] !== location[row];
    const known = isOther && !Number.isNaN(released[owner * this.lanes]);
    const free = known ? this.changed(release, released, owner, lane) : Number.NEGATIVE_INFINITY;
    return reversed.freeAfter(row, lane, free);
  }

  /** Visits owners before an ownership that want the lock later in a lane. @returns the first other one, or NONE */
  private visitOvertaken(row: number, lane: number, visit: (owner: number) => void): number {
    let owner = this.before[row] ?? absent(row);
    for (let count = 0; count < MOST_BEFORE && owner !== NONE && this.isOvertaken(owner, row, lane); count++) {
      visit(owner);
      owner = this.before[owner] ?? absent(owner);
    }
    return owner;
  }

  private isOvertaken(before: number, row: number, lane: number): boolean {
    const { enter } = this.ownerships.columns;
    if ((enter[before] ?? absent(before)) > (enter[row] ?? absent(row))) return false;
    const { wanted } = this.saved;
    return isBefore(this.changed(enter, wanted, row, lane), this.changed(enter, wanted, before, lane));
  }

  /** Changed time of an event. */
  private changed(time: Float64Array, saved: Float64Array, row: number, lane: number): Seconds {
    return (time[row] ?? absent(row)) - (saved[row * this.lanes + lane] ?? absent(row));
  }
}
