import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { ShiftRecorder } from '../replay/clocks.js';
import type { LocationShifts } from './locationTimes.js';

/** Keeps the changes on each location, so that the trace can be read with them. */
export class ShiftLog implements ShiftRecorder {
  private readonly from: number[][];
  private readonly shifts: number[][];
  private readonly bounds: number[][];

  constructor(locations: number) {
    const lists = (): number[][] => Array.from({ length: locations }, () => []);
    this.from = lists();
    this.shifts = lists();
    this.bounds = lists();
  }

  keep(location: number, from: Seconds, shift: Seconds, bound: Seconds): void {
    const starts = this.from[location] ?? absent(location);
    starts.push(Math.max(from, starts.at(-1) ?? from));
    (this.shifts[location] ?? absent(location)).push(shift);
    const bounds = this.bounds[location] ?? absent(location);
    bounds.push(Math.max(bound, bounds.at(-1) ?? bound));
  }

  /** Returns the changes on each location. */
  locationShifts(): LocationShifts[] {
    return this.from.map((from, location) => ({
      from: Float64Array.from(from),
      shift: Float64Array.from(this.shifts[location] ?? absent(location)),
      bound: Float64Array.from(this.bounds[location] ?? absent(location)),
    }));
  }
}
