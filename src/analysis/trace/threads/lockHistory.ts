import { absent, elementAt } from '../../../base/elements.js';
import type { ThreadRecords } from '../records/threadRecords.js';

/** A part of a wait for a lock: who had it then, by its ownership, and for how many seconds of the wait. */
export interface HeldPart {
  readonly row: number;
  readonly seconds: number;
}

/** The ownerships of one lock in the order in which it was taken. Several may overlap: those of readers. */
export class LockHistory {
  private readonly rows: number[] = [];
  /** The latest release among the ownerships up to each. */
  private readonly released: number[] = [];

  constructor(private readonly ownerships: ThreadRecords['ownerships']) {}

  add(row: number): void {
    const release = this.ownerships.columns.release[row] ?? absent(row);
    const before = this.released.at(-1) ?? Number.NEGATIVE_INFINITY;
    this.rows.push(row);
    this.released.push(release > before ? release : before);
  }

  /** Returns the ownership that was released last until `time`; undefined if there is none. */
  lastReleased(time: number): number | undefined {
    const { release } = this.ownerships.columns;
    let latest: number | undefined;
    let at = Number.NEGATIVE_INFINITY;
    for (let i = this.rows.length - 1; i >= 0 && elementAt(this.released, i) > at; i--) {
      const row = elementAt(this.rows, i);
      const given = release[row] ?? absent(row);
      if (given > time || !(given > at)) continue;
      latest = row;
      at = given;
    }
    return latest;
  }

  /**
   * Returns the owners of the lock between `from` and `to`, backward in time. If several had it at once, it is the one
   * that released it last: without that one, the wait would have been shorter.
   * @param until ownerships that lasted longer did not prevent the lock from being acquired then
   */
  heldBetween(from: number, to: number, until: number): HeldPart[] {
    const { release, acquire } = this.ownerships.columns;
    const within: number[] = [];
    for (let i = this.rows.length - 1; i >= 0 && elementAt(this.released, i) > from; i--) {
      const row = elementAt(this.rows, i);
      const given = release[row] ?? absent(row);
      if (given > from && given <= until) within.push(row);
    }
    within.sort((a, b) => (release[b] ?? absent(b)) - (release[a] ?? absent(a)));
    const parts: HeldPart[] = [];
    let rest = to;
    for (const row of within) {
      const begin = Math.max(acquire[row] ?? absent(row), from);
      const seconds = Math.min(rest, release[row] ?? absent(row)) - begin;
      if (seconds <= 0) continue;
      parts.push({ row, seconds });
      rest = begin;
    }
    return parts;
  }
}
