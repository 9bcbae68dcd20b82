import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { OverheadRecords } from '../overhead/pass.js';
import { rowsByLocation } from '../replay/locationRows.js';
import type { OwnTimes } from '../replay/ownTimes.js';

/** The overhead of recording on each location, as own time that is saved without it. */
export class MomentCosts implements OwnTimes {
  readonly lanes = 1;
  readonly saved: Float64Array;
  /** The next row of each location, and the end of its rows. */
  private readonly next: Int32Array;
  private readonly end: Int32Array;

  constructor(
    locations: number,
    private readonly records: Pick<OverheadRecords, 'moments' | 'teams'>,
  ) {
    const { moments } = records;
    const { first, end } = rowsByLocation(moments.columns.location, moments.length, locations);
    this.saved = new Float64Array(locations);
    this.next = first;
    this.end = end;
  }

  advance(location: number, time: Seconds): void {
    const { columns } = this.records.moments;
    const end = this.end[location] ?? absent(location);
    let row = this.next[location] ?? absent(location);
    while (row < end && (columns.time[row] ?? absent(row)) <= time)
      this.saved[location] = columns.cost[row++] ?? absent(row);
    this.next[location] = row;
  }

  savedBefore(row: number): Seconds {
    return this.records.teams.columns.costBefore[row] ?? absent(row);
  }
}
