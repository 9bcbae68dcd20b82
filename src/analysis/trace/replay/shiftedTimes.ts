import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Stretch } from './clocks.js';

/**
 * Changes of the times of a location that its exclusive changes do not contain: it waits longer or shorter than measured, since
 * others arrive at other times too. Plain data.
 */
export interface LocationShifts {
  /** Measured times from which on a shift holds, in ascending order; of equal ones the last holds. */
  readonly from: Float64Array;
  /** Seconds added to the time, without the changes of the location's own time. */
  readonly shift: Float64Array;
  /** Changed time at which it begins to hold: no event before is later, and none from then on is earlier. */
  readonly bound: Float64Array;
  /** In order of time. */
  readonly stretches: readonly Stretch[];
}

export const NO_SHIFTS: LocationShifts = {
  from: new Float64Array(0),
  shift: new Float64Array(0),
  bound: new Float64Array(0),
  stretches: [],
};

/** The changed times of the events of one location, one after the other. */
export class ShiftedTimes {
  private next = 0;
  private shift = 0;
  private floor = Number.NEGATIVE_INFINITY;
  private nextStretch = 0;

  constructor(private readonly shifts: LocationShifts) {}

  /**
   * The next event.
   * @param time as measured
   * @param saved seconds that the location's own time has become shorter by, up to the event
   * @returns its changed time
   */
  at(time: Seconds, saved: Seconds): Seconds {
    const { from, shift, bound } = this.shifts;
    while (this.next < from.length && (from[this.next] ?? absent(this.next)) <= time) {
      this.shift = shift[this.next] ?? absent(this.next);
      this.floor = Math.max(this.floor, bound[this.next] ?? absent(this.next));
      this.next++;
    }
    const stretch = this.stretchAt(time);
    // One difference, so that a time that nothing is taken from stays what it is to the last bit.
    const changed = time - (saved - this.shift);
    const isBounded = stretch === undefined || (from[this.next] ?? Number.POSITIVE_INFINITY) <= stretch.until;
    const ceiling = isBounded ? (bound[this.next] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const within = Math.max(this.floor, Math.min(ceiling, changed));
    return stretch === undefined ? within : stretched(within, stretch);
  }

  /** The stretch that a time is in. Bounds in the stretches before are those of times that were not stretched. */
  private stretchAt(time: Seconds): Stretch | undefined {
    const { stretches, from, bound } = this.shifts;
    let stretch = stretches[this.nextStretch];
    while (stretch !== undefined && stretch.until < time) {
      const last = this.next - 1;
      const isAfter = last >= 0 && (from[last] ?? absent(last)) > stretch.until;
      this.floor = isAfter ? Math.max(stretch.arrived, bound[last] ?? absent(last)) : stretch.arrived;
      stretch = stretches[++this.nextStretch];
    }
    return stretch !== undefined && time > stretch.from ? stretch : undefined;
  }
}

/** @param changed time without stretches */
function stretched(changed: Seconds, { begin, end, arrived }: Stretch): Seconds {
  if (!(end > begin)) return Math.min(changed, Math.max(begin, arrived));
  return begin + Math.max(0, arrived - begin) * Math.min(1, (changed - begin) / (end - begin));
}
