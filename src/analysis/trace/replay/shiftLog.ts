import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { ShiftRecorder, Stretch } from './clocks.js';
import type { LocationShifts } from './shiftedTimes.js';

/** Keeps the changes on each location, so that the trace can be read with them. */
export class ShiftLog implements ShiftRecorder {
  private readonly from: number[][];
  private readonly shifts: number[][];
  private readonly bounds: number[][];
  private readonly stretches: Stretch[][];
  /** By location: 1 if a stretch was kept after the last shift, whose bound is that of a time that is not stretched. */
  private readonly isStretched: Uint8Array;

  constructor(locations: number) {
    const lists = <T>(): T[][] => Array.from({ length: locations }, () => []);
    this.from = lists();
    this.shifts = lists();
    this.bounds = lists();
    this.stretches = lists();
    this.isStretched = new Uint8Array(locations);
  }

  keep(location: number, from: Seconds, shift: Seconds, bound: Seconds): void {
    const starts = this.from[location] ?? absent(location);
    starts.push(Math.max(from, starts.at(-1) ?? from));
    (this.shifts[location] ?? absent(location)).push(shift);
    const bounds = this.bounds[location] ?? absent(location);
    bounds.push(this.isStretched[location] === 1 ? bound : Math.max(bound, bounds.at(-1) ?? bound));
    this.isStretched[location] = 0;
  }

  keepStretch(location: number, stretch: Stretch): void {
    (this.stretches[location] ?? absent(location)).push(stretch);
    this.isStretched[location] = 1;
  }

  /** Returns the changes on each location. */
  locationShifts(): LocationShifts[] {
    return this.from.map((from, location) => ({
      from: Float64Array.from(from),
      shift: Float64Array.from(this.shifts[location] ?? absent(location)),
      bound: Float64Array.from(this.bounds[location] ?? absent(location)),
      stretches: this.stretches[location] ?? absent(location),
    }));
  }
}
