import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import { overlapping, type Window } from '../timeline/largest.js';

/** When each location is on the critical path in a window, in order of time. */
export function pathByLocation(
  file: TimelineFile,
  window: Window,
  checkCancelled: CheckCancelled,
): ReadonlyMap<number, readonly Window[]> {
  const found = new Map<number, Window[]>();
  for (const run of overlapping(file.runsOf('path'), window)) {
    checkCancelled();
    const { location, from, to } = file.path(run);
    for (const [row, own] of location.entries()) {
      const part = { from: from[row] ?? absent(row), to: to[row] ?? absent(row) };
      if (part.from >= window.to || part.to <= window.from) continue;
      const known = found.get(own);
      if (known === undefined) found.set(own, [part]);
      else known.push(part);
    }
  }
  return found;
}
