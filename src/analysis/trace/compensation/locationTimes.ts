import type { Seconds } from '../../../base/units.js';
import type { EventTimes } from '../../../model/timedTrace.js';
import type { RecordingCosts } from '../overhead/costs.js';
import { OwnTime } from '../overhead/ownTime.js';
import { type LocationShifts, ShiftedTimes } from '../replay/shiftedTimes.js';

/** Inputs of overhead compensation of a trace, as plain data for other threads. */
export interface Compensation {
  /** By process. */
  readonly costs: readonly RecordingCosts[];
  /** By location: changes in addition to its overhead. */
  readonly shifts: readonly LocationShifts[];
}

/** The times that the events of one location would have had without recording, one after the other. */
export class CompensatedTimes implements EventTimes {
  private readonly own: OwnTime;
  private readonly shifted: ShiftedTimes;

  /** @param kinds by region: one of Recorded */
  constructor(kinds: Uint8Array, costs: RecordingCosts, shifts: LocationShifts) {
    this.own = new OwnTime(kinds, costs);
    this.shifted = new ShiftedTimes(shifts);
  }

  /**
   * The next event.
   * @param time as measured
   * @param reference its region, or the index of its first operand
   * @returns its time without recording
   */
  at(kind: number, time: Seconds, reference: number, operands: Float64Array): Seconds {
    this.own.add(kind, time, reference, operands);
    return this.shifted.at(time, this.own.cost);
  }

  /** Without recording no buffer is written: that took no time. */
  endOfFlush(_end: Seconds, _begin: Seconds, changed: Seconds): Seconds {
    return changed;
  }
}
