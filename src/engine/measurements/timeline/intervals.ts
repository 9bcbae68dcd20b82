/** Exact calls in a window: the events of locations are read again from a place before it. */
import { absent } from '../../../base/elements.js';
import { BLOCK_EVENTS } from '../../../model/timeline.js';
import type { TimelineFile } from '../../../experiments/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { OpenRegion } from '../openRegions.js';
import type { Window } from './largest.js';
import { rowAt } from './shares.js';

/** Events of a window of which all calls are given. */
const MOST_EVENTS = 300_000;

/** Calls, column by column; see the query `tiles`. */
interface Intervals {
  readonly row: Uint32Array;
  readonly depth: Uint32Array;
  readonly node: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Why single calls cannot be told, in one sentence; undefined where they can. */
export function whyInexact(
  { hasEvents, experiment }: OpenMeasurement,
  { isChanged }: TimelineFile,
): string | undefined {
  if (isChanged)
    return 'Times were corrected after they were recorded: single calls are not shown, only what time was spent on.';
  return hasEvents
    ? undefined
    : `The trace of experiment ${experiment.id} is not to be read: single calls are not shown.`;
}

/** The calls that are open at a moment, outermost first, with their call paths. */
export function nodesAt(
  measurement: OpenMeasurement,
  file: TimelineFile,
  location: number,
  time: number,
  checkCancelled: CheckCancelled,
): (OpenRegion & { readonly node: number })[] {
  const open = measurement.events().openAt(location, time, checkCancelled);
  const near = nearNode(file, location, time);
  const paths = measurement.callPaths();
  return open.map((call) => ({ ...call, node: paths.nodeOf(call, near) }));
}

/** A call path that a location was at about some moment; -1 where none is known. */
export function nearNode({ blocks }: TimelineFile, location: number, time: number): number {
  const first = blocks.first[location] ?? absent(location);
  const last = (blocks.first[location + 1] ?? absent(location)) - 1;
  if (last < first) return -1;
  const row = rowAt(blocks.start, first, last, time);
  const after = blocks.node[Math.min(row + 1, last)] ?? -1;
  return after >= 0 ? after : (blocks.node[row] ?? -1);
}

/** The calls of some locations that overlap a window. */
export function intervalsIn(
  measurement: OpenMeasurement,
  file: TimelineFile,
  locations: readonly number[],
  window: Window,
  checkCancelled: CheckCancelled,
): { readonly inexact: string | undefined; readonly columns: () => Intervals } {
  const events = locations.reduce((sum, location) => sum + eventsIn(file, location, window), 0);
  let inexact =
    whyInexact(measurement, file) ??
    (events > MOST_EVENTS ? 'There are too many events here for single calls; zoom in to see them.' : undefined);
  let found = emptyCalls();
  for (const [row, location] of inexact === undefined ? locations.entries() : []) {
    const calls = measurement.events().callsIn(location, window.from, window.to, checkCancelled);
    if (calls === undefined) {
      inexact = 'Tasks take turns here: their calls do not lie within one another and are not shown one by one.';
      found = emptyCalls();
      break;
    }
    measurement.room.check(28 * (found.row.length + calls.length));
    for (const { call, end } of calls) {
      found.row.push(row);
      found.depth.push(call.depth);
      found.node.push(
        measurement.callPaths().nodeOf(call, nearNode(file, location, Math.max(window.from, call.enter))),
      );
      found.from.push(call.enter);
      found.to.push(end);
    }
  }
  return {
    inexact,
    columns: () => ({
      row: Uint32Array.from(found.row),
      depth: Uint32Array.from(found.depth),
      node: Uint32Array.from(found.node),
      from: Float64Array.from(found.from),
      to: Float64Array.from(found.to),
    }),
  };
}

function emptyCalls(): Record<keyof Intervals, number[]> {
  return { row: [], depth: [], node: [], from: [], to: [] };
}

/** How many events a location has in a window, or a few more. */
function eventsIn({ blocks }: TimelineFile, location: number, { from, to }: Window): number {
  const first = blocks.first[location] ?? absent(location);
  const last = (blocks.first[location + 1] ?? absent(location)) - 1;
  if (last < first) return 0;
  return (rowAt(blocks.start, first, last, to) - rowAt(blocks.start, first, last, from) + 1) * BLOCK_EVENTS;
}
