/** Waiting and critical path of windows from the single waits and parts of the path, where these are few. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import { overlapping } from './largest.js';
import { PATH, VALUES, WAITING } from './shares.js';
import { addInterval, type Windows } from './windows.js';

/** Runs that are read for a picture at most; where there are more, time within blocks is taken to pass evenly. */
const MOST_RUNS = 16;

export class ExactWaiting {
  /** By location, seconds of each window; undefined where there are too many to read. */
  private readonly waiting: ReadonlyMap<number, Float64Array> | undefined;
  private readonly path: ReadonlyMap<number, Float64Array> | undefined;

  constructor(
    private readonly file: TimelineFile,
    private readonly locations: readonly number[],
    private readonly windows: Windows,
    private readonly checkCancelled: CheckCancelled,
  ) {
    this.waiting = this.sums('waits', (run) => {
      const { location, from, to, part } = file.waits(run);
      return { location, from, to, counts: (row) => part[row] === 0 };
    });
    this.path = this.sums('path', (run) => ({ ...file.path(run), counts: () => true }));
  }

  /** Puts exact numbers into what blocks tell of a location. */
  apply(location: number, seconds: Float64Array): void {
    for (const [value, sums] of [
      [WAITING, this.waiting?.get(location)],
      [PATH, this.path?.get(location)],
    ] as const)
      for (let window = 0; sums !== undefined && window < this.windows.count; window++)
        seconds[window * VALUES + value] = sums[window] ?? absent(window);
  }

  private sums(table: 'waits' | 'path', read: (run: number) => Rows): Map<number, Float64Array> | undefined {
    const { from, width, count } = this.windows;
    const runs = overlapping(this.file.runsOf(table), { from, to: from + width * count });
    if (runs.length > MOST_RUNS) return undefined;
    const sums = new Map(this.locations.map((location) => [location, new Float64Array(count)]));
    for (const run of runs) {
      this.checkCancelled();
      const rows = read(run);
      for (let row = 0; row < rows.from.length; row++) {
        const own = sums.get(rows.location[row] ?? absent(row));
        if (own !== undefined && rows.counts(row))
          addInterval(own, this.windows, rows.from[row] ?? absent(row), rows.to[row] ?? absent(row));
      }
    }
    return sums;
  }
}

interface Rows {
  readonly location: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  counts(row: number): boolean;
}
