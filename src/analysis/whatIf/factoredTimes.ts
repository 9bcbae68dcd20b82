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

  /** Multiplies the factors of all locations. */
  multiplyAll(one: number, lane: number, by: number): void {
    for (let location = 0; location < this.locations; location++) this.multiply(one, location, lane, by);
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

  /** Undoes the changes of a class in a lane. */
  reset(one: number, lane: number): void {
    for (let location = 0; location < this.locations; location++) this.factor[this.at(one, location) + lane] = 1;
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

/** Total seconds of each class on each location. */
export class ClassTotals {
  private readonly seconds: Float64Array;

  constructor(
    works: readonly WorkRecords['work'][],
    classes: number,
    private readonly locations: number,
  ) {
    this.seconds = new Float64Array(classes * locations);
    for (const work of works) this.addAll(work);
  }

  private addAll(work: WorkRecords['work']): void {
    const { locations } = this;
    const { location, of, seconds } = work.columns;
    for (let row = 0; row < work.length; row++) {
      const at = (of[row] ?? absent(row)) * locations + (location[row] ?? absent(row));
      this.seconds[at] = elementAt(this.seconds, at) + (seconds[row] ?? absent(row));
    }
  }

  of(one: number, location: number): Seconds {
    return elementAt(this.seconds, one * this.locations + location);
  }
}

/** Work, with its rows of each location. */
export interface LocatedWork {
  readonly work: WorkRecords['work'];
  readonly rows: LocationRows;
}

/** Factors of single rows of work. */
export interface RowFactors {
  of(row: number, lane: number): number;
}

/** The time that scenarios save on each location, as the replay proceeds: (1 − f) of the time of each class. */
export class FactoredTimes implements OwnTimes {
  readonly lanes: number;
  readonly saved: Float64Array;
  private readonly cursors: readonly WorkCursor[];

  /** @param iterations factors of the rows of the first work in addition */
  constructor(works: readonly LocatedWork[], factors: Factors, iterations?: RowFactors) {
    const { locations, lanes } = factors;
    this.lanes = lanes;
    this.saved = new Float64Array(locations * lanes);
    this.cursors = works.map(
      (work, index) => new WorkCursor(work, factors, this.saved, index === 0 ? iterations : undefined),
    );
  }

  advance(location: number, time: Seconds): void {
    for (const cursor of this.cursors) cursor.advance(location, time);
  }

  /** Between the previous event of a thread and its begin in a team, it runs nothing that could change. */
  savedBefore(_row: number, now: Seconds): Seconds {
    return now;
  }
}

/** Adds the savings of work to those of its locations. */
class WorkCursor {
  private readonly work: WorkRecords['work'];
  /** Rows of the work that factors change, by location. */
  private readonly changed: Uint32Array;
  /** The next one of each location, and their end. */
  private readonly next: Int32Array;
  private readonly end: Int32Array;

  constructor(
    { work, rows }: LocatedWork,
    private readonly factors: Factors,
    private readonly saved: Float64Array,
    private readonly iterations: RowFactors | undefined,
  ) {
    this.work = work;
    const { locations } = factors;
    this.next = new Int32Array(locations);
    this.end = new Int32Array(locations);
    const changed = new Uint32Array(work.length);
    let count = 0;
    for (let location = 0; location < locations; location++) {
      this.next[location] = count;
      count = this.collect(rows, location, changed, count);
      this.end[location] = count;
    }
    this.changed = changed.slice(0, count);
  }

  /** Adds the rows of a location that factors change, and returns the new count. */
  private collect({ first, end }: LocationRows, location: number, changed: Uint32Array, count: number): number {
    const { factors, iterations } = this;
    const { of } = this.work.columns;
    const isChanged = Uint8Array.from({ length: factors.classes }, (_, one) =>
      iterations !== undefined || factors.isChanged(one, location) ? 1 : 0,
    );
    if (!isChanged.includes(1)) return count;
    let next = count;
    const last = end[location] ?? absent(location);
    for (let row = first[location] ?? absent(location); row < last; row++)
      if (isChanged[of[row] ?? absent(row)] === 1) changed[next++] = row;
    return next;
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

  private add(location: number, row: number): void {
    const { factors, saved, iterations } = this;
    const { lanes } = factors;
    const { of, seconds } = this.work.columns;
    const factor = factors.at(of[row] ?? absent(row), location);
    const time = seconds[row] ?? absent(row);
    for (let lane = 0; lane < lanes; lane++) {
      const at = location * lanes + lane;
      saved[at] = (saved[at] ?? absent(at)) + (1 - factors.get(factor + lane)) * time;
    }
    if (iterations !== undefined) this.addIterated(location, row, factor, time, iterations);
  }

  /** Adds the savings of a row beyond those by the factors of its class. */
  private addIterated(location: number, row: number, factor: number, time: Seconds, iterations: RowFactors): void {
    const { factors, saved } = this;
    for (let lane = 0; lane < factors.lanes; lane++) {
      const at = location * factors.lanes + lane;
      const by = factors.get(factor + lane) * (1 - iterations.of(row, lane));
      saved[at] = (saved[at] ?? absent(at)) + by * time;
    }
  }
}
