/** Call paths of single calls. */
import { absent } from '../../../base/elements.js';
import { type Processes, processesOf } from '../../../model/processes.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { OpenRegion } from '../openRegions.js';
import { rowAt } from './shares.js';
import { TeamForks } from './teamForks.js';

interface Forked {
  readonly forker: number;
  readonly teams: TeamForks;
}

/** State of the processes of a timeline, while it is open. */
interface Known {
  readonly processes: Processes;
  /** Null where several threads fork teams, or none does. */
  readonly forked: Map<number, Forked | null>;
}

const known = new WeakMap<TimelineFile, Known>();

/**
 * Finds the call paths of a location's calls; NO_INDEX if the call tree does not have one. Members of a team begin
 * below the call path in which it was forked. If threads fork nested teams, a call path of the location at about that
 * time is used instead.
 * @throws TrimtabError if events cannot be read; MemoryError; CancelledError
 */
export function callNodesOf(
  measurement: OpenMeasurement,
  file: TimelineFile,
  location: number,
  checkCancelled: CheckCancelled,
): (call: OpenRegion) => number {
  const paths = measurement.callPaths();
  const forked = forkedIn(measurement, file, location, checkCancelled);
  const near = (call: OpenRegion): number => paths.callerNear(call, nearNode(file, location, call.enter));
  if (forked === null || forked.forker === location) return (call) => paths.nodeOf(call, near);
  return (call) => paths.nodeOf(call, (outermost) => forked.teams.nodeAt(outermost.enter) ?? near(outermost));
}

function forkedIn(
  measurement: OpenMeasurement,
  file: TimelineFile,
  location: number,
  checkCancelled: CheckCancelled,
): Forked | null {
  const { definitions } = measurement.events(checkCancelled);
  const { processes, forked } = known.get(file) ?? {
    processes: processesOf(definitions),
    forked: new Map<number, Forked | null>(),
  };
  known.set(file, { processes, forked });
  const process = processes.ofLocation[location] ?? absent(location);
  const kept = forked.get(process);
  if (kept !== undefined) return kept;
  const found = read(measurement, file, processes.locations[process] ?? [], checkCancelled);
  forked.set(process, found);
  return found;
}

function read(
  measurement: OpenMeasurement,
  file: TimelineFile,
  locations: readonly number[],
  checkCancelled: CheckCancelled,
): Forked | null {
  const events = measurement.events(checkCancelled);
  const busy = locations.filter((location) => (file.blocks.events[location] ?? 0) > 0);
  // A thread alone has no team: its events need not be gone through.
  const [forker, more] = busy.length < 2 ? [] : events.forkersAmong(busy, checkCancelled);
  if (forker === undefined || more !== undefined) return null;
  const paths = measurement.callPaths();
  const nodeOf = (call: OpenRegion): number =>
    paths.nodeOf(call, (outermost) => paths.callerNear(outermost, nearNode(file, forker, outermost.enter)));
  return { forker, teams: TeamForks.of(events, forker, nodeOf, measurement.room, checkCancelled) };
}

/** A call path that a location was at about some moment; -1 where none is known. */
function nearNode({ blocks }: TimelineFile, location: number, time: number): number {
  const first = blocks.first[location] ?? absent(location);
  const last = (blocks.first[location + 1] ?? absent(location)) - 1;
  if (last < first) return -1;
  const row = rowAt(blocks.start, first, last, time);
  const after = blocks.node[Math.min(row + 1, last)] ?? -1;
  return after >= 0 ? after : (blocks.node[row] ?? -1);
}
