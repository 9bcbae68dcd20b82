import { absent, addAt, elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Processes } from '../../../model/processes.js';
import { balancingFactors } from '../balanced.js';
import type { Factors, RowFactors } from '../factoredTimes.js';
import type { WorkRecords } from '../workPass.js';

/** Factors of the time of some classes, by process and iteration. */
interface Change {
  /** By class: 1 if its time changes. */
  readonly isChanged: Uint8Array;
  /** By `process * count + iteration`. */
  readonly factor: Float64Array;
}

/** Work with the iteration of each row. */
export interface IteratedWork {
  readonly work: WorkRecords['work'];
  /** Negative, or at least `count`, outside of the iterations. */
  readonly iteration: ArrayLike<number>;
  readonly count: number;
}

/** Factors of single iterations, as scenarios change them, by lane; they apply in addition to those of classes. */
export class IterationFactors implements RowFactors {
  private readonly changes: Change[][];

  constructor(
    private readonly iterated: IteratedWork,
    private readonly processes: Processes,
    private readonly factors: Factors,
  ) {
    this.changes = Array.from({ length: factors.lanes }, () => []);
  }

  /** Whether any iteration changes in a lane. */
  isChanging(lane: number): boolean {
    return elementAt(this.changes, lane).length > 0;
  }

  /** The factor of a row of the work in a lane. */
  of(row: number, lane: number): number {
    const { iteration, work } = this.iterated;
    const { of, location } = work.columns;
    return this.at(of[row] ?? absent(row), location[row] ?? absent(row), iteration[row] ?? -1, lane);
  }

  /** The factor of the time of a class on a location in an iteration. */
  at(one: number, location: number, iteration: number, lane: number): number {
    const { count } = this.iterated;
    let factor = 1;
    if (iteration < 0 || iteration >= count) return factor;
    const process = elementAt(this.processes.ofLocation, location);
    for (const { isChanged, factor: by } of this.changes[lane] ?? absent(lane))
      if (isChanged[one] === 1) factor *= by[process * count + iteration] ?? absent(iteration);
    return factor;
  }

  /**
   * Balances the time of classes in each iteration: that of a process becomes the mean over the processes that have any
   * in this iteration. Time outside of iterations remains.
   */
  balance(classes: readonly number[], lane: number): void {
    const { count } = this.iterated;
    const processes = this.processes.locations.length;
    const isChanged = new Uint8Array(Math.max(0, ...classes) + 1);
    for (const one of classes) isChanged[one] = 1;
    const seconds = this.timesOf(isChanged, lane);
    const factor = new Float64Array(processes * count);
    for (let iteration = 0; iteration < count; iteration++) {
      const times = Array.from({ length: processes }, (_, process) => elementAt(seconds, process * count + iteration));
      for (const [process, by] of balancingFactors(times).entries()) factor[process * count + iteration] = by;
    }
    elementAt(this.changes, lane).push({ isChanged, factor });
  }

  /** Changed seconds of all rows of each class on each location, by `class * locations + location`. */
  totals(lane: number): Float64Array {
    const { classes, locations } = this.factors;
    const totals = new Float64Array(classes * locations);
    this.visit(lane, (row, seconds) => {
      const { of, location } = this.iterated.work.columns;
      addAt(totals, (of[row] ?? absent(row)) * locations + (location[row] ?? absent(row)), seconds);
    });
    return totals;
  }

  /** Seconds that iterations save, in addition to what the factors of classes save. */
  saved(lane: number): Seconds {
    let saved = 0;
    if (this.isChanging(lane))
      this.visit(lane, (row, changed) => {
        saved += this.byClass(row, lane) - changed;
      });
    return saved;
  }

  private timesOf(isChanged: Uint8Array, lane: number): Float64Array {
    const { count, iteration, work } = this.iterated;
    const seconds = new Float64Array(this.processes.locations.length * count);
    this.visit(lane, (row, changed) => {
      const { of, location } = work.columns;
      const at = iteration[row] ?? -1;
      if (at < 0 || at >= count || isChanged[of[row] ?? absent(row)] !== 1) return;
      addAt(seconds, elementAt(this.processes.ofLocation, location[row] ?? absent(row)) * count + at, changed);
    });
    return seconds;
  }

  /** Visits all rows with their changed seconds. */
  private visit(lane: number, visit: (row: number, changed: Seconds) => void): void {
    for (let row = 0; row < this.iterated.work.length; row++) visit(row, this.byClass(row, lane) * this.of(row, lane));
  }

  /** Seconds of a row with the factors of classes only. */
  private byClass(row: number, lane: number): Seconds {
    const { of, location, seconds } = this.iterated.work.columns;
    const factor = this.factors.get(this.factors.at(of[row] ?? absent(row), location[row] ?? absent(row)) + lane);
    return factor * (seconds[row] ?? absent(row));
  }
}
