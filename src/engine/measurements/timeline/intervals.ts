/** Single calls of locations, and whether they are available. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { BLOCK_EVENTS } from '../../../model/timeline.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { OpenRegion } from '../openRegions.js';
import { callNodesOf } from './callNodes.js';
import type { Window } from './largest.js';
import { rowAt } from './shares.js';

/** Events of a window of which all calls are given. */
export const MOST_EVENTS = 300_000;

/** Returns the reason why single calls are not available, in one sentence; undefined if they are. */
export function whyInexact({ hasEvents }: OpenMeasurement, { isChanged }: TimelineFile): string | undefined {
  if (isChanged)
    return 'Times were changed after they were recorded: single calls are not shown, only classes of time.';
  return hasEvents
    ? undefined
    : `The trace of this run is gone or may not be read here: single calls are not shown, and shares of time are exact to ${BLOCK_EVENTS} events.`;
}

/** The calls that are open at a moment, outermost first, with their call paths. */
export function nodesAt(
  measurement: OpenMeasurement,
  file: TimelineFile,
  location: number,
  time: number,
  checkCancelled: CheckCancelled,
): (OpenRegion & { readonly node: number })[] {
  const open = measurement.events(checkCancelled).openAt(location, time, checkCancelled);
  const nodeOf = callNodesOf(measurement, file, location, checkCancelled);
  return open.map((call) => ({ ...call, node: nodeOf(call) }));
}

/** How many events a location has in a window, or a few more: its blocks are all of one length. */
export function eventsIn({ blocks }: TimelineFile, location: number, { from, to }: Window): number {
  const first = blocks.first[location] ?? absent(location);
  const last = (blocks.first[location + 1] ?? absent(location)) - 1;
  if (last < first) return 0;
  const size = Math.ceil((blocks.events[location] ?? absent(location)) / Math.max(1, last - first));
  return (rowAt(blocks.start, first, last, to) - rowAt(blocks.start, first, last, from) + 1) * size;
}
