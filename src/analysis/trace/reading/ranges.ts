import { elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { ProcessRange } from './readProcesses.js';

/** Returns the number of events that a trace announces. */
export function announcedEvents({ locations }: Definitions): number {
  return locations.reduce((sum, location) => sum + location.announcedEvents, 0);
}

/**
 * Divides the processes into at most `count` consecutive ranges with about as many announced events each; every process
 * is in exactly one of them.
 */
export function divide({ locations }: Definitions, processes: Processes, count: number): ProcessRange[] {
  const events = processes.locations.map((members) =>
    members.reduce((sum, member) => sum + 1 + elementAt(locations, member).announcedEvents, 0),
  );
  let left = events.reduce((sum, own) => sum + own, 0);
  const ranges: ProcessRange[] = [];
  let from = 0;
  while (from < events.length) {
    const wanted = left / Math.max(1, count - ranges.length);
    let to = from;
    let taken = 0;
    // A process is taken when that comes closer to the wanted number than leaving it to the next range.
    for (const own of events.slice(from)) {
      if (to > from && taken + own / 2 > wanted) break;
      taken += own;
      to++;
    }
    left -= taken;
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
