import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { RecordingCosts } from '../overhead/costs.js';
import { OwnTime } from '../overhead/ownTime.js';

/**
 * Changes of a location's times in addition to its overhead: it waits longer or shorter than measured, since others
 * arrive earlier too. Plain data.
 */
export interface LocationShifts {
  /** Measured times from which on a shift holds, in ascending order; of equal ones the last holds. */
  readonly from: Float64Array;
  /** Seconds added to the time, without the location's own overhead. */
  readonly shift: Float64Array;
  /** Compensated time at which it begins to hold: no event before is later, and none from then on is earlier. */
  readonly bound: Float64Array;
}

/** Inputs of overhead compensation of a trace, as plain data for other threads. */
export interface Compensation {
  /** By process. */
  readonly costs: readonly RecordingCosts[];
  /** By location. */
  readonly shifts: readonly LocationShifts[];
}

export const NO_SHIFTS: LocationShifts = {
  from: new Float64Array(0),
  shift: new Float64Array(0),
  bound: new Float64Array(0),
};

/** The times that the events of one location would have had without recording, one after the other. */
export class CompensatedTimes {
  private readonly own: OwnTime;
  private next = 0;
  private shift = 0;
  private floor = Number.NEGATIVE_INFINITY;

  /** @param kinds by region: one of Recorded */
  constructor(
    kinds: Uint8Array,
    costs: RecordingCosts,
    private readonly shifts: LocationShifts,
  ) {
    this.own = new OwnTime(kinds, costs);
  }

  /**
   * The next event.
   * @param time as measured
   * @param reference its region, or the index of its first operand
   * @returns its time without recording
   */
  at(kind: number, time: Seconds, reference: number, operands: Float64Array): Seconds {
    this.own.add(kind, time, reference, operands);
    const { from, shift, bound } = this.shifts;
    while (this.next < from.length && (from[this.next] ?? absent(this.next)) <= time) {
      this.shift = shift[this.next] ?? absent(this.next);
      this.floor = Math.max(this.floor, bound[this.next] ?? absent(this.next));
      this.next++;
    }
    const ceiling = bound[this.next] ?? Number.POSITIVE_INFINITY;
    // One difference, so that a time that nothing is taken from stays what it is to the last bit.
    return Math.max(this.floor, Math.min(ceiling, time - (this.own.cost - this.shift)));
  }
}
