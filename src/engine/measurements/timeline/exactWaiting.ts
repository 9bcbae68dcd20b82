/** Waiting and critical path of windows from the single waits and parts of the path, where these are few. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import { overlapping } from './largest.js';
import { PATH, VALUES, WAITING } from './shares.js';
import { addInterval, type Windows } from './windows.js';

/** Runs that are read for a picture at most; where there are more, time within blocks is taken to pass evenly. */
const MOST_RUNS = 16;

export class ExactWaiting {
  /** By location, seconds of each window, without locations that have none; undefined where there are too many to read. */
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

  /** Replaces the values from blocks of a location by exact numbers. */
  apply(location: number, seconds: Float64Array): void {
    this.put(seconds, WAITING, this.waiting, location);
    this.put(seconds, PATH, this.path, location);
  }

  private put(
    seconds: Float64Array,
    value: number,
    known: ReadonlyMap<number, Float64Array> | undefined,
    location: number,
  ): void {
    if (known === undefined) return;
    const sums = known.get(location);
    for (let window = 0; window < this.windows.count; window++)
      seconds[window * VALUES + value] = sums === undefined ? 0 : (sums[window] ?? absent(window));
  }

  private sums(table: 'waits' | 'path', read: (run: number) => Rows): Map<number, Float64Array> | undefined {
    const { from, width, count } = this.windows;
    const runs = overlapping(this.file.runsOf(table), { from, to: from + width * count });
    if (runs.length > MOST_RUNS) return undefined;
    const meant = new Set(this.locations);
    const sums = new Map<number, Float64Array>();
    for (const run of runs) {
      this.checkCancelled();
      const rows = read(run);
      for (let row = 0; row < rows.from.length; row++) {
        const location = rows.location[row] ?? absent(row);
        if (!meant.has(location) || !rows.counts(row)) continue;
        const own = sums.get(location) ?? new Float64Array(count);
        sums.set(location, own);
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
