import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { OwnTimes } from '../trace/replay/ownTimes.js';
import type { WorkRecords } from './workPass.js';

/** Factors of the time of each class on each location, as scenarios change it. */
export class Factors {
  private readonly factor: Float64Array;

  constructor(
    classes: number,
    readonly locations: number,
  ) {
    this.factor = new Float64Array(classes * locations).fill(1);
  }

  of(one: number, location: number): number {
    return elementAt(this.factor, one * this.locations + location);
  }

  multiply(one: number, location: number, by: number): void {
    const at = one * this.locations + location;
    this.factor[at] = elementAt(this.factor, at) * by;
  }
}

/** Total seconds of each class on each location. */
export class ClassTotals {
  private readonly seconds: Float64Array;

  constructor(
    { work }: Pick<WorkRecords, 'work'>,
    classes: number,
    private readonly locations: number,
  ) {
    this.seconds = new Float64Array(classes * locations);
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

/** The time that a scenario saves on each location, as the replay proceeds: (1 − f) of the time of each class. */
export class FactoredTimes implements OwnTimes {
  /** The next row of each location, and the end of its rows. */
  private readonly next: Int32Array;
  private readonly end: Int32Array;
  private readonly saved: Float64Array;

  constructor(
    private readonly work: WorkRecords['work'],
    private readonly factors: Factors,
  ) {
    const { locations } = factors;
    this.next = new Int32Array(locations);
    this.end = new Int32Array(locations);
    this.saved = new Float64Array(locations);
    const { location } = work.columns;
    for (let row = work.length - 1; row >= 0; row--) {
      const at = location[row] ?? absent(row);
      if (this.end[at] === 0) this.end[at] = row + 1;
      this.next[at] = row;
    }
  }

  savedAt(location: number, time: Seconds): Seconds {
    const { columns } = this.work;
    const end = elementAt(this.end, location);
    let saved = elementAt(this.saved, location);
    let row = elementAt(this.next, location);
    while (row < end && (columns.time[row] ?? absent(row)) <= time) {
      const factor = this.factors.of(columns.of[row] ?? absent(row), location);
      if (factor !== 1) saved += (1 - factor) * (columns.seconds[row] ?? absent(row));
      row++;
    }
    this.next[location] = row;
    this.saved[location] = saved;
    return saved;
  }

  /** Between the previous event of a thread and its begin in a team, it runs nothing that could change. */
  savedBefore(_row: number, now: Seconds): Seconds {
    return now;
  }
}
