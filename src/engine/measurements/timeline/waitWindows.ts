/** Waits added up by windows of time. */
import { absent } from '../../../base/elements.js';
import type { RowsOf, TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import { overlapping } from './largest.js';
import { addInterval, type Windows } from './windows.js';

/**
 * Adds each wait to the windows that it lies in, one by one.
 * @param sumsOf the seconds by window that a wait is added to; undefined where it does not count
 */
export function windowsOfWaits(
  file: TimelineFile,
  windows: Windows,
  checkCancelled: CheckCancelled,
  sumsOf: (rows: RowsOf<'waits'>, row: number) => Float64Array | undefined,
): void {
  const { from, width, count } = windows;
  for (const run of overlapping(file.runsOf('waits'), { from, to: from + width * count + Number.EPSILON })) {
    checkCancelled();
    const rows = file.waits(run);
    for (let row = 0; row < rows.from.length; row++) {
      const sums = sumsOf(rows, row);
      if (sums !== undefined) addInterval(sums, windows, rows.from[row] ?? absent(row), rows.to[row] ?? absent(row));
    }
  }
}
