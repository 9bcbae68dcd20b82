import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { LocationRows } from '../trace/replay/locationRows.js';
import type { OwnTimes } from '../trace/replay/ownTimes.js';
import type { WorkRecords } from './workPass.js';

/** Factors of the time of each class on each location, as scenarios change it, by lane. */
export class Factors {
  private readonly factor: Float64Array;

  constructor(
    readonly classes: number,
    readonly locations: number,
    readonly lanes: number,
  ) {
    this.factor = new Float64Array(classes * locations * lanes).fill(1);
  }

  /** Index of the first lane. */
  at(one: number, location: number): number {
    return (one * this.locations + location) * this.lanes;
  }

  /** @param at index of a lane */
  get(at: number): number {
    return this.factor[at] ?? absent(at);
  }

  multiply(one: number, location: number, lane: number, by: number): void {
    const at = this.at(one, location) + lane;
    this.factor[at] = elementAt(this.factor, at) * by;
  }

  /** Whether the time of a class on a location changes in any lane. */
  isChanged(one: number, location: number): boolean {
    const at = this.at(one, location);
    for (let lane = 0; lane < this.lanes; lane++) if (this.get(at + lane) !== 1) return true;
    return false;
  }

  /** Sum of (1 − f) of the time of all classes on all locations. */
  saved(totals: ClassTotals, lane: number): Seconds {
    let seconds = 0;
    for (let one = 0; one < this.classes; one++)
      for (let location = 0; location < this.locations; location++) {
        const factor = this.get(this.at(one, location) + lane);
        if (factor !== 1) seconds += (1 - factor) * totals.of(one, location);
      }
    return seconds;
  }
}

/** Total seconds of each class on each location, and the number of their rows. */
export class ClassTotals {
  private readonly seconds: Float64Array;
  private readonly rows: Uint32Array;

  constructor(
    work: WorkRecords['work'],
    private readonly classes: number,
    private readonly locations: number,
  ) {
    this.seconds = new Float64Array(classes * locations);
    this.rows = new Uint32Array(classes * locations);
    const { location, of, seconds } = work.columns;
    for (let row = 0; row < work.length; row++) {
      const at = (of[row] ?? absent(row)) * locations + (location[row] ?? absent(row));
      this.seconds[at] = elementAt(this.seconds, at) + (seconds[row] ?? absent(row));
      this.rows[at] = elementAt(this.rows, at) + 1;
    }
  }

  of(one: number, location: number): Seconds {
    return elementAt(this.seconds, one * this.locations + location);
  }

  /** Number of the rows that factors change. */
  changedRows(factors: Factors): number {
    let count = 0;
    for (let one = 0; one < this.classes; one++)
      for (let location = 0; location < this.locations; location++)
        if (factors.isChanged(one, location)) count += elementAt(this.rows, one * this.locations + location);
    return count;
  }
}

/** The time that scenarios save on each location, as the replay proceeds: (1 − f) of the time of each class. */
export class FactoredTimes implements OwnTimes {
  readonly lanes: number;
  readonly saved: Float64Array;
  /** Rows of the work that factors change, by location. */
  private readonly changed: Uint32Array;
  /** The next one of each location, and their end. */
  private readonly next: Int32Array;
  private readonly end: Int32Array;

  constructor(
    private readonly work: WorkRecords['work'],
    rows: LocationRows,
    totals: ClassTotals,
    private readonly factors: Factors,
  ) {
    const { locations, lanes } = factors;
    this.lanes = lanes;
    this.saved = new Float64Array(locations * lanes);
    this.changed = new Uint32Array(totals.changedRows(factors));
    this.next = new Int32Array(locations);
    this.end = new Int32Array(locations);
    let count = 0;
    for (let location = 0; location < locations; location++) {
      this.next[location] = count;
      count = this.choose(location, rows, count);
      this.end[location] = count;
    }
  }

  advance(location: number, time: Seconds): void {
    const { changed } = this;
    const times = this.work.columns.time;
    const end = this.end[location] ?? absent(location);
    let at = this.next[location] ?? absent(location);
    for (; at < end; at++) {
      const row = changed[at] ?? absent(at);
      if ((times[row] ?? absent(row)) > time) break;
      this.add(location, row);
    }
    this.next[location] = at;
  }

  /** Between the previous event of a thread and its begin in a team, it runs nothing that could change. */
  savedBefore(_row: number, now: Seconds): Seconds {
    return now;
  }

  /** Lists the changed rows of a location from `count` on. @returns their end */
  private choose(location: number, { first, end }: LocationRows, count: number): number {
    const { factors, changed } = this;
    const { of } = this.work.columns;
    const isChanged = Uint8Array.from({ length: factors.classes }, (_, one) =>
      factors.isChanged(one, location) ? 1 : 0,
    );
    if (!isChanged.includes(1)) return count;
    const last = end[location] ?? absent(location);
    let next = count;
    for (let row = first[location] ?? absent(location); row < last; row++)
      if (isChanged[of[row] ?? absent(row)] === 1) changed[next++] = row;
    return next;
  }

  private add(location: number, row: number): void {
    const { factors, saved, lanes } = this;
    const { of, seconds } = this.work.columns;
    const factor = factors.at(of[row] ?? absent(row), location);
    const time = seconds[row] ?? absent(row);
    for (let lane = 0; lane < lanes; lane++) {
      const at = location * lanes + lane;
      saved[at] = (saved[at] ?? absent(at)) + (1 - factors.get(factor + lane)) * time;
    }
  }
}
