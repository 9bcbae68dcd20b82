/** Reads the events of a window of time as the analysis did: times go to the same call paths. */
import { present } from '../../../base/present.js';
import { SecondReading } from '../../../analysis/trace/again/secondReading.js';
import { type SpentIntervals, SpentTime } from '../../../analysis/trace/again/spentTime.js';
import type { CallRecorder } from '../../../analysis/trace/recorders/recorders.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { processesOf } from '../../../model/processes.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { eventsIn, whyInexact } from '../timeline/intervals.js';
import type { Window } from '../timeline/largest.js';

/** Events that are read at most. */
const MOST_EVENTS = 1e7;

/** Listener for the events of a location; undefined for locations that are not requested. */
export interface WindowListener {
  readonly intervals?: SpentIntervals;
  readonly calls?: CallRecorder;
}

/**
 * Reads a window; what overlaps it is heard as a whole.
 * @param listenTo called once for each location that is read; threads are read after those that fork teams with them
 * @param isWanted locations whose processes are read
 * @throws TrimtabError where single events are not known or too many; MemoryError; CancelledError
 */
export function readWindow(
  measurement: OpenMeasurement,
  window: Window,
  listenTo: (location: number) => WindowListener,
  checkCancelled: CheckCancelled,
  isWanted: (location: number) => boolean = () => true,
): void {
  const file = measurement.timeline(checkCancelled);
  const inexact = whyInexact(measurement, file);
  if (inexact !== undefined) throw new TrimtabError(inexact);
  const events = measurement.events(checkCancelled);
  const processes = processesOf(events.definitions);
  const wanted = processes.locations.filter((locations) => locations.some(isWanted));
  const starts = new Map(wanted.flatMap((locations) => [...events.startsFor(locations, window.from, checkCancelled)]));
  checkCount(file, wanted.flat(), (location) => ({ from: starts.get(location)?.time ?? 0, to: window.to }));
  const trace = events.between(starts, window.to);
  const isCancelled = (): boolean => {
    checkCancelled();
    return false;
  };
  const reading = new SecondReading(trace, processes, measurement.space.callTree, isCancelled);
  for (const locations of wanted) reading.read(locations, (location) => recordersOf(listenTo(location)));
  reading.finish();
}

function recordersOf({ intervals, calls }: WindowListener) {
  return {
    ...(intervals === undefined ? {} : { times: new SpentTime(intervals) }),
    ...present({ calls }),
  };
}

function checkCount(file: TimelineFile, locations: readonly number[], partOf: (location: number) => Window): void {
  const count = locations.reduce((sum, location) => sum + eventsIn(file, location, partOf(location)), 0);
  if (count <= MOST_EVENTS) return;
  throw new TrimtabError(
    `Call paths over time are available for up to ${MOST_EVENTS / 1e6} million events, and these are ${Math.round(count / 1e6)} million: select a shorter time range or fewer ranks.`,
  );
}
