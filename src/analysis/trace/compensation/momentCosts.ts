import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { OverheadRecords } from '../overhead/pass.js';
import type { OwnTimes } from '../replay/ownTimes.js';

/** The overhead of recording on each location, as own time that is saved without it. */
export class MomentCosts implements OwnTimes {
  readonly lanes = 1;
  readonly saved: Float64Array;
  /** The row reached of each location, and the end of its rows. */
  private readonly reached: Int32Array;
  private readonly end: Int32Array;

  constructor(
    locations: number,
    private readonly records: Pick<OverheadRecords, 'moments' | 'teams'>,
  ) {
    this.saved = new Float64Array(locations);
    this.reached = new Int32Array(locations).fill(-1);
    this.end = new Int32Array(locations);
    const { moments } = records;
    const { location } = moments.columns;
    for (let row = moments.length - 1; row >= 0; row--) {
      const at = location[row] ?? absent(row);
      if (this.end[at] === 0) this.end[at] = row + 1;
      this.reached[at] = row - 1;
    }
  }

  advance(location: number, time: Seconds): void {
    const { columns } = this.records.moments;
    const end = this.end[location] ?? absent(location);
    let row = this.reached[location] ?? absent(location);
    while (row + 1 < end && (columns.time[row + 1] ?? absent(row)) <= time) row++;
    this.reached[location] = row;
    const isKnown = row >= 0 && columns.location[row] === location;
    this.saved[location] = isKnown ? (columns.cost[row] ?? absent(row)) : 0;
  }

  savedBefore(row: number): Seconds {
    return this.records.teams.columns.costBefore[row] ?? absent(row);
  }
}
