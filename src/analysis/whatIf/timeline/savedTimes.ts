import { absent, elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { TimeRecorder } from '../../trace/recorders/recorders.js';
import type { LocationRows } from '../../trace/replay/locationRows.js';
import type { Factors, LocatedWork } from '../factoredTimes.js';
import type { IterationFactors } from '../iterations/factors.js';
import { NO_CLASS } from '../workPass.js';

/** Changes of the locations' own time by one plan, in the first lane. */
export interface PlanFactors {
  readonly factors: Factors;
  /** If single iterations change. */
  readonly iterations:
    | { readonly factors: IterationFactors; startsOf(location: number): ArrayLike<Seconds> }
    | undefined;
  /** Work that is not the time of call paths: parts of transfers. */
  readonly transfers: LocatedWork | undefined;
}

/** Keeps, for each event of one location, the seconds that its own time has become shorter by until then. */
export class SavedTimes implements TimeRecorder {
  private seconds = new Float64Array(1024);
  private count = 0;
  private saved = 0;
  private present = NO_CLASS;
  private iteration = -1;
  private readonly starts: ArrayLike<Seconds>;
  private readonly transferred: TransferSavings | undefined;

  /** @param classOf by call path: a class, or NO_CLASS */
  constructor(
    private readonly location: number,
    private readonly classOf: Int32Array,
    private readonly plan: PlanFactors,
  ) {
    this.starts = plan.iterations?.startsOf(location) ?? [];
    const { transfers, factors } = plan;
    this.transferred = transfers === undefined ? undefined : new TransferSavings(location, transfers, factors);
  }

  /** By event. */
  get ofEvents(): Float64Array {
    return this.seconds.subarray(0, this.count);
  }

  goOn(_timeClass: number, node: number): void {
    this.present = this.classOf[node] ?? NO_CLASS;
  }

  spend(seconds: number): void {
    if (this.present !== NO_CLASS && seconds > 0) this.saved += (1 - this.factor) * seconds;
  }

  /** Buffers were written: that is no time of the program. */
  move(_timeClass: number, _node: number, seconds: number): void {
    if (this.present !== NO_CLASS) this.saved -= (1 - this.factor) * seconds;
  }

  event(time: number): void {
    this.iterate(time);
    if (this.count === this.seconds.length) {
      const grown = new Float64Array(2 * this.count);
      grown.set(this.seconds);
      this.seconds = grown;
    }
    this.seconds[this.count++] = this.saved + (this.transferred?.until(time) ?? 0);
  }

  manage(): void {
    // Time to start and end teams is not changed.
  }

  team(): void {
    // Waits for forks are shifts.
  }

  finish(): void {
    // Each event was kept.
  }

  /** Factor of the present class on this location. */
  private get factor(): number {
    const { factors, iterations } = this.plan;
    const { present, location, iteration } = this;
    const factor = factors.get(factors.at(present, location));
    return iterations === undefined ? factor : factor * iterations.factors.at(present, location, iteration, 0);
  }

  private iterate(time: Seconds): void {
    const { starts } = this;
    while (this.iteration + 1 < starts.length && elementAt(starts, this.iteration + 1) <= time) this.iteration++;
  }
}

/** Seconds that the transfers of one location save. */
class TransferSavings {
  private next: number;
  private readonly end: number;
  private saved = 0;

  constructor(
    private readonly location: number,
    private readonly transfers: LocatedWork,
    private readonly factors: Factors,
  ) {
    const { first, end }: LocationRows = transfers.rows;
    this.next = first[location] ?? absent(location);
    this.end = end[location] ?? absent(location);
  }

  until(now: Seconds): Seconds {
    const { time, of, seconds } = this.transfers.work.columns;
    for (; this.next < this.end && (time[this.next] ?? absent(this.next)) <= now; this.next++) {
      const factor = this.factors.get(this.factors.at(of[this.next] ?? absent(this.next), this.location));
      this.saved += (1 - factor) * (seconds[this.next] ?? absent(this.next));
    }
    return this.saved;
  }
}
